import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cssLayers } from './vite/css-layers.ts';
import { fontSubsets } from './vite/font-subsets.ts';
import { localesVersion } from './vite/locales-version.ts';
import { shortIcons } from './vite/short-icons.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = 'http://127.0.0.1:3000';

// Left alone, the bundler makes forty files of a page, which is slower to fetch and packs worse. A group takes what its
// modules need along with them, unless a group before it has it.
const shared = /app[\\/](lib|ui)|packages[\\/]domain|lucide-react/;
// What members' pages share is not for every visitor; nor is what paying, forms and lists need for every member.
const members =
  /app[\\/](lib[\\/](failed-call|session[\\/](member-store|use-user|use-member))|ui[\\/](avatar|checkout-panel|undo-strip)|features[\\/]cart[\\/]promo-code\.module)|icons[\\/](lock-keyhole|package-x|trash|undo-2|wallet-cards)/;
const paying =
  /app[\\/](lib[\\/](forms[\\/]call-fault|payment-attempt|polling|provider-names|web-address)|ui[\\/](choice-card|dialog|form-notice|linked-text|running-notice))|icons[\\/]hourglass/;
const fields = /app[\\/]ui[\\/](field|text-field)/;
const forms =
  /app[\\/](lib[\\/](forms[\\/]use|use-countries)|ui[\\/](password-field|select|text-area))|domain[\\/]src[\\/](validation|top-up)/;
// Keys are hidden as passwords are.
const eyes = /icons[\\/]eye/;
const dates = /app[\\/]lib[\\/](use-date-text|date-text)/;
const lists = /app[\\/]ui[\\/]list-controls|domain[\\/]src[\\/]list-filters|icons[\\/]arrow-(down|up)\./;
const listing = /features[\\/]catalogue[\\/](listing|sort-|nothing|use-count)|ui[\\/](pagination|page-numbers)/;
// Pictures of a few pages, together in one file.
const signs = /icons[\\/](badge-percent|copy|credit-card|headset|key-round|map-pin)\./;
// Of a few pages only: a file beside theirs.
const rare = /ui[\\/](radio-chips|html-text)|lib[\\/]session[\\/]display-name|icons[\\/]printer/;
// Names of what is in a cart or an order, and their states.
const orders = /domain[\\/]src[\\/](edition-name|states)|lib[\\/]tie-dash/;
// Pages with rows of games, and the cart. A member's lists have none.
const rails = /ui[\\/](rail|use-rail-drag|plain-icons|stepper)|lib[\\/]game-words|icons[\\/](minus|plus)\./;
// Pages that search engines read.
const browsing =
  /ui[\\/]breadcrumb|lib[\\/]json-ld|icons[\\/](arrow-down-wide-narrow|chevron-(left|right)|package-open)\./;
const isForEveryone = (id: string) =>
  shared.test(id) &&
  ![members, paying, fields, forms, eyes, dates, lists, signs, listing, rare, orders, rails, browsing].some((group) =>
    group.test(id),
  );
const chunks = [
  // Changes with the versions of React and of the router only.
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 6 },
  // What stands around every page.
  { name: 'frame', test: /app[\\/](layout[\\/](shell|page-error)\.tsx|lib[\\/]i18n)/, priority: 5 },
  { name: 'shared', test: isForEveryone, minShareCount: 3, priority: 4 },
  {
    name: 'cards',
    test: /features[\\/](catalogue[\\/]game-(card|facts)|favourites[\\/]favourite-button)/,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'listing',
    test: listing,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'members', test: members, minShareCount: 2, priority: 1 },
  { name: 'paying', test: paying, minShareCount: 2, priority: 1 },
  // Before the forms, which would take them along.
  { name: 'fields', test: fields, minShareCount: 2, priority: 2 },
  { name: 'eyes', test: eyes, minShareCount: 2, priority: 2 },
  { name: 'dates', test: dates, minShareCount: 2, priority: 2 },
  { name: 'lists', test: lists, minShareCount: 2, priority: 2 },
  { name: 'orders', test: orders, minShareCount: 2, priority: 3 },
  { name: 'rails', test: rails, minShareCount: 2, priority: 3 },
  { name: 'browsing', test: browsing, minShareCount: 2, priority: 3 },
  { name: 'signs', test: signs, minShareCount: 2, priority: 2 },
  { name: 'forms', test: forms, minShareCount: 2, priority: 1 },
];

/** A page of a hundred cards names its classes a thousand times. The same on every machine, so that files keep their names. */
function shortName(local: string, file: string): string {
  const path = relative(at('.'), file.split('?')[0] ?? file).replaceAll(sep, '/');
  return `o${createHash('sha256').update(`${path} ${local}`).digest('base64url').slice(0, 5)}`;
}

export default defineConfig(({ command }) => ({
  ...(command === 'build' && { css: { modules: { generateScopedName: shortName } } }),
  plugins: [fontSubsets({ folder: at('.react-router/fonts') }), cssLayers(), shortIcons(), reactRouter()],
  resolve: {
    alias: [
      { find: '~', replacement: at('app') },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: at('app/ui/create-icon.ts') },
    ],
  },
  define: { 'import.meta.env.VITE_LOCALES_VERSION': JSON.stringify(localesVersion(at('public/locales'))) },
  build: {
    // Nothing becomes a data: address; the content policy allows fonts and scripts from our own origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  // Bundled, so that the server draws the same icons as the browser.
  ssr: { noExternal: ['lucide-react'] },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
  // Only for `react-router dev`: the API and the pictures come from a running store.
  server: { proxy: { '/api': api, '/media': api } },
}));
