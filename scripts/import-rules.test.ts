import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ICruiseResult } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';
import { cruiseTree, options } from './check-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const server = 'apps/server/src';
const feature = (path: string) => `${server}/features/${path}`;
const app = 'apps/storefront/app';
const console = 'apps/console/app';

/** The importing file, the imported file, and the way of importing where it is not a plain import. */
type Edge = [from: string, to: string, how?: 'type' | 'dynamic' | 'export'];

interface RuleCase {
  forbidden: Edge[];
  allowed: Edge[];
}

const CASES: Record<string, RuleCase> = {
  'no-barrels': {
    forbidden: [['packages/domain/src/index.ts', 'packages/domain/src/money.ts', 'export']],
    allowed: [['packages/domain/src/pricing.ts', 'packages/domain/src/money.ts']],
  },
  'domain-is-pure': {
    forbidden: [
      ['packages/domain/src/money.ts', 'node_modules/kysely/index.js'],
      ['packages/domain/src/money.ts', 'packages/ui/src/button.tsx', 'type'],
    ],
    allowed: [['packages/domain/src/money.test.ts', 'node_modules/vitest/index.js']],
  },
  'providers-import-domain-only': {
    forbidden: [
      ['packages/providers/src/platron/platron.ts', `${server}/platform/database/connection.ts`],
      ['packages/providers/src/platron/platron.ts', 'packages/sandboxes/src/platron/platron.sandbox.ts', 'dynamic'],
    ],
    allowed: [
      ['packages/providers/src/platron/platron.ts', 'packages/domain/src/money.ts'],
      ['packages/providers/src/platron/platron.test.ts', 'packages/sandboxes/src/platron/platron.sandbox.ts'],
      [feature('payment/payment.providers.ts'), 'packages/providers/src/platron/platron.ts'],
    ],
  },
  'sandboxes-import-providers-and-domain-only': {
    forbidden: [['packages/sandboxes/src/sms/sms.sandbox.ts', feature('payment/payment.service.ts'), 'type']],
    allowed: [['packages/sandboxes/src/sms/sms.sandbox.ts', 'packages/providers/src/sms/sms.ts']],
  },
  'demo-and-cover-art-import-no-app': {
    forbidden: [
      ['packages/demo/src/purchases.ts', feature('catalogue/catalogue.service.ts')],
      ['packages/cover-art/src/render.ts', `${server}/config.ts`, 'type'],
    ],
    allowed: [['packages/demo/src/purchases.ts', 'packages/domain/src/constants.ts']],
  },
  'demo-is-loaded-on-demand': {
    forbidden: [
      [`${server}/compose.ts`, 'packages/sandboxes/src/sms/sms.sandbox.ts'],
      [`${server}/compose.ts`, 'packages/demo/src/purchases.ts'],
      [`${server}/compose.ts`, `${server}/demo/sandbox.ts`],
      [`${server}/compose.ts`, `${server}/platform/database/embedded-postgres.ts`],
      [`${server}/compose.ts`, `${server}/platform/database/embedded-postgres-files.ts`],
      [`${server}/compose.ts`, 'node_modules/smtp-server/index.js'],
    ],
    allowed: [
      [`${server}/compose.ts`, 'packages/sandboxes/src/sms/sms.sandbox.ts', 'dynamic'],
      [`${server}/compose.ts`, 'packages/sandboxes/src/sms/sms.sandbox.ts', 'type'],
      [`${server}/demo/sandbox.ts`, 'packages/sandboxes/src/sms/sms.sandbox.ts'],
      [`${server}/testing/test-store.ts`, `${server}/demo/sandbox.ts`],
    ],
  },
  'ui-knows-nothing-of-the-shop': {
    forbidden: [
      ['packages/ui/src/toast.tsx', 'packages/domain/src/constants.ts'],
      ['packages/ui/src/toast.tsx', `${app}/lib/class-names.ts`],
    ],
    allowed: [[`${app}/routes/home.tsx`, 'packages/ui/src/toast.tsx']],
  },
  'pages-reach-the-server-over-http': {
    forbidden: [
      [`${app}/routes/home.tsx`, `${server}/config.ts`, 'type'],
      ['apps/console/app/routes/orders.tsx', 'packages/providers/src/sms/sms.ts'],
      ['packages/api-client/src/client.ts', feature('payment/payment.schemas.ts'), 'type'],
    ],
    allowed: [[`${app}/routes/home.tsx`, 'packages/api-client/src/client.ts']],
  },
  'server-imports-no-pages': {
    forbidden: [[`${server}/http/storefront.ts`, `${app}/entry.server.tsx`, 'dynamic']],
    allowed: [[`${server}/http/storefront.ts`, `${server}/config.ts`]],
  },
  'storefront-and-console-are-separate': {
    forbidden: [
      [`${app}/routes/home.tsx`, 'apps/console/app/orders.tsx'],
      ['apps/console/app/orders.tsx', `${app}/lib/class-names.ts`],
    ],
    allowed: [['apps/console/app/orders.tsx', 'packages/ui/src/button.tsx']],
  },
  'storefront-features-are-separate': {
    forbidden: [[`${app}/features/cart/cart.tsx`, `${app}/features/favourites/favourites.ts`]],
    allowed: [[`${app}/routes/cart.tsx`, `${app}/features/cart/cart.tsx`]],
  },
  'storefront-layout-knows-no-feature': {
    forbidden: [[`${app}/layout/header.tsx`, `${app}/features/search/search-box.tsx`]],
    allowed: [[`${app}/frame.tsx`, `${app}/layout/header.tsx`]],
  },
  'storefront-components-know-no-feature': {
    forbidden: [[`${app}/components/price.tsx`, `${app}/features/cart/cart.tsx`]],
    allowed: [[`${app}/features/cart/cart.tsx`, `${app}/components/price.tsx`]],
  },
  'storefront-lib-knows-no-feature': {
    forbidden: [[`${app}/lib/session/session.ts`, `${app}/features/sign-in/sign-in.tsx`, 'type']],
    allowed: [[`${app}/features/sign-in/sign-in.tsx`, `${app}/lib/session/session.ts`]],
  },
  'console-features-are-separate': {
    forbidden: [
      [`${console}/features/orders/orders.tsx`, `${console}/features/claims/claims.tsx`],
      [`${console}/features/orders/orders.tsx`, `${console}/layout/shell.tsx`, 'type'],
    ],
    allowed: [
      [`${console}/routes/orders.tsx`, `${console}/features/orders/orders.tsx`],
      [`${console}/layout/shell.tsx`, `${console}/features/search/search.tsx`],
    ],
  },
  'console-components-and-lib-know-no-feature': {
    forbidden: [
      [`${console}/components/page.tsx`, `${console}/features/orders/orders.tsx`],
      [`${console}/lib/api.ts`, `${console}/layout/shell.tsx`],
    ],
    allowed: [[`${console}/components/page.tsx`, `${console}/lib/texts.tsx`]],
  },
  'platform-knows-no-feature-and-no-http': {
    forbidden: [
      [`${server}/platform/jobs/worker.ts`, feature('keys/keys.service.ts'), 'type'],
      [`${server}/platform/jobs/worker.ts`, `${server}/http/errors.ts`],
      [`${server}/platform/jobs/worker.ts`, `${server}/config.ts`],
    ],
    allowed: [[`${server}/platform/jobs/worker.ts`, `${server}/platform/database/connection.ts`]],
  },
  'http-knows-no-feature': {
    forbidden: [[`${server}/http/health.ts`, feature('keys/keys.service.ts')]],
    allowed: [[feature('keys/keys.routes.ts'), `${server}/http/customer-access.ts`]],
  },
  'parts-do-not-know-who-composes-them': {
    forbidden: [
      [feature('keys/keys.jobs.ts'), `${server}/compose.ts`, 'type'],
      [feature('keys/keys.jobs.ts'), `${server}/compose-worker.ts`, 'type'],
    ],
    allowed: [[`${server}/compose.ts`, feature('keys/keys.service.ts')]],
  },
  'features-have-a-place-in-the-order': {
    forbidden: [[feature('unlisted/unlisted.service.ts'), feature('keys/keys.service.ts')]],
    allowed: [[feature('unlisted/unlisted.service.ts'), `${server}/platform/database/connection.ts`]],
  },
  'features-import-services-and-schemas-only': {
    forbidden: [
      [feature('payment/payment.service.ts'), feature('keys/keys.queries.ts')],
      [feature('payment/payment.service.ts'), feature('keys/keys.cipher.ts'), 'type'],
    ],
    allowed: [
      [feature('payment/payment.service.ts'), feature('keys/keys.service.ts')],
      [feature('payment/payment.schemas.ts'), feature('basket/basket.schemas.ts')],
      [feature('payment/payment.test.ts'), feature('keys/keys.cipher.ts')],
    ],
  },
  'routes-call-services': {
    forbidden: [
      [feature('keys/keys.routes.ts'), feature('keys/keys.queries.ts')],
      [feature('keys/keys.admin-routes.ts'), `${server}/platform/database/connection.ts`, 'type'],
    ],
    allowed: [[feature('keys/keys.routes.ts'), feature('keys/keys.service.ts')]],
  },
  'queries-call-no-service': {
    forbidden: [[feature('keys/keys.queries.ts'), feature('keys/keys.service.ts'), 'type']],
    allowed: [[feature('keys/keys.service.ts'), feature('keys/keys.queries.ts')]],
  },
  'services-know-no-http': {
    forbidden: [
      [feature('keys/keys.service.ts'), `${server}/http/errors.ts`],
      [feature('keys/keys.service.ts'), 'node_modules/fastify/index.js', 'type'],
    ],
    allowed: [[feature('keys/keys.service.ts'), 'packages/domain/src/errors.ts']],
  },
  'only-services-open-transactions': {
    forbidden: [
      [feature('keys/keys.queries.ts'), `${server}/platform/database/transaction.ts`],
      [feature('keys/keys.commands.ts'), `${server}/platform/database/transaction.ts`],
    ],
    allowed: [[feature('keys/keys.service.ts'), `${server}/platform/database/transaction.ts`]],
  },
  'tests-are-no-dependency': {
    forbidden: [
      [`${server}/compose.ts`, `${server}/testing/test-store.ts`],
      ['packages/providers/src/sms/sms.ts', 'packages/providers/src/sms/sms.test-helper.ts'],
    ],
    allowed: [['tests/resilience/buyer.ts', `${server}/testing/test-store.ts`]],
  },
};

const ORDER_RULE = /^(.+)-imports-earlier-features-only$/;
const ruleNames = (options.ruleSet?.forbidden ?? []).map(({ name }) => name ?? '');
const featureOrder = ruleNames.flatMap((name) => ORDER_RULE.exec(name)?.[1] ?? []);

describe('each import rule', async () => {
  const cases = Object.entries(CASES);
  const withForbidden = await cruiseTree(createTree(cases.flatMap(([, { forbidden }]) => forbidden)));
  const withAllowed = await cruiseTree(createTree(cases.flatMap(([, { allowed }]) => allowed)));

  for (const [rule, { forbidden, allowed }] of cases) {
    it.each(forbidden)(`${rule}: %s may not import %s`, (from, to) => {
      expect(listBrokenRules(withForbidden, from, to)).toEqual([rule]);
    });
    it.each(allowed)(`${rule}: %s may import %s`, (from, to) => {
      expect(listBrokenRules(withAllowed, from, to)).toEqual([]);
    });
  }

  it('no-cycles: two files may not import each other', async () => {
    const one = 'packages/domain/src/money.ts';
    const two = 'packages/domain/src/pricing.ts';
    const result = await cruiseTree(
      createTree([
        [one, two],
        [two, one],
      ]),
    );
    expect(listBrokenRules(result, one, two)).toEqual(['no-cycles']);
  });

  it('imports-resolve: an import of a missing file fails', async () => {
    const folder = createTree([]);
    appendFile(join(folder, 'e2e/cart.spec.ts'), "import './missing.ts';\n");
    expect(listBrokenRules(await cruiseTree(folder), 'e2e/cart.spec.ts', './missing.ts')).toEqual(['imports-resolve']);
  });

  it('has a case in this file', () => {
    const covered = [...Object.keys(CASES), 'no-cycles', 'imports-resolve'];
    expect(ruleNames.filter((name) => !ORDER_RULE.test(name)).toSorted()).toEqual(covered.toSorted());
  });
});

describe('the order of features', async () => {
  const serviceOf = (name: string) => feature(`${name}/${name}.service.ts`);
  const neighbours = featureOrder.slice(1).map((later, position) => ({ earlier: featureOrder[position] ?? '', later }));
  const forward = neighbours.map(({ earlier, later }): Edge => [serviceOf(later), serviceOf(earlier)]);
  const backward = neighbours.map(({ earlier, later }): Edge => [serviceOf(earlier), serviceOf(later)]);
  const withForward = await cruiseTree(createTree(forward));
  const withBackward = await cruiseTree(createTree(backward));

  it.each(neighbours)('lets $later import $earlier and not the other way round', ({ earlier, later }) => {
    const rule = `${earlier}-imports-earlier-features-only`;
    expect(listBrokenRules(withForward, serviceOf(later), serviceOf(earlier))).toEqual([]);
    expect(listBrokenRules(withBackward, serviceOf(earlier), serviceOf(later))).toEqual([rule]);
  });

  it('has a place for each feature', () => {
    expect(featureOrder.toSorted()).toEqual(readdirSync(join(root, feature(''))).toSorted());
  });
});

describe('the import check', () => {
  it('has what it needs to read TypeScript', async () => {
    const { summary } = await cruiseTree(createTree([['packages/domain/src/a.ts', 'packages/domain/src/b.ts']]));
    expect(summary.environment.issues ?? []).toEqual([]);
  });
});

/** The rules that the import breaks. An edge that the check did not see counts as an error. */
function listBrokenRules({ modules, summary }: ICruiseResult, from: string, to: string): string[] {
  const module = modules.find(({ source }) => source === from);
  if (!module?.dependencies.some(({ resolved }) => resolved === to)) throw new Error(`${from} does not import ${to}`);
  const violations = summary.violations.filter((violation) => violation.from === from && violation.to === to);
  return [...new Set(violations.map(({ rule }) => rule.name))];
}

/** A folder with the layout of the repository that holds these files and imports. */
function createTree(edges: Edge[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-imports-'));
  folders.push(folder);
  for (const [, to] of edges) appendFile(join(folder, to), '');
  for (const edge of edges) {
    const [from] = edge;
    appendFile(join(folder, from), `${statement(edge)}\n`);
  }
  return folder;
}

function statement([from, to, how]: Edge): string {
  const path = relative(dirname(from), to);
  const name = to.startsWith('node_modules/') ? to.split('/')[1] : path.startsWith('.') ? path : `./${path}`;
  if (how === 'type') return `import type {} from '${name}';`;
  if (how === 'dynamic') return `import('${name}');`;
  return how === 'export' ? `export * from '${name}';` : `import '${name}';`;
}

function appendFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, text);
}
