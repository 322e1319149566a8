/**
 * Groups modules that pages share into files. The bundler alone makes forty files per page, which load slower and compress
 * worse. A group also takes what its modules import, unless a group of higher priority has it.
 */

const ICONS = 'lucide-react/dist/esm/icons/';
const icons = (...names: string[]) => names.map((name) => `${ICONS}${name}`);
const lib = (...names: string[]) => names.map((name) => `app/lib/${name}`);
const components = (...names: string[]) => names.map((name) => `app/components/${name}`);
const ui = (...names: string[]) => names.map((name) => `packages/ui/src/${name}`);
const domain = (...names: string[]) => names.map((name) => `packages/domain/src/${name}`);

/** Beginnings of paths. A module of these groups is not part of the file that every page loads. */
const GROUPS = {
  members: [...lib('failed-call', 'session/member-store', 'session/use-user', 'session/use-member'), ...ui('avatar')],
  // The cart and what follows it.
  checkout: [
    ...components('checkout-panel', 'undo-strip'),
    'app/features/cart/promo-code.module',
    ...icons('lock-keyhole', 'trash', 'undo-2', 'wallet-cards'),
  ],
  paying: [
    'packages/api-client/src/call-fault',
    ...lib('payment-attempt', 'polling', 'use-page-return', 'web-address'),
    ...ui('choice-card', 'dialog', 'form-notice', 'linked-text', 'running-notice'),
    ...icons('hourglass'),
  ],
  // Before the forms, which would take them along.
  fields: ui('field', 'text-field', 'use-checked-form'),
  forms: [...lib('use-countries'), ...ui('password-field', 'select', 'text-area'), ...domain('validation', 'top-up')],
  // Of passwords and keys.
  eyes: icons('eye'),
  dates: [...lib('use-date-text'), ...domain('date-text')],
  lists: [...components('list-controls'), ...domain('list-filters'), ...icons('arrow-down.', 'arrow-up.')],
  listing: [
    ...['listing', 'sort-', 'nothing', 'use-count'].map((name) => `app/features/catalogue/${name}`),
    ...ui('pagination'),
  ],
  // Pages whose list has filters.
  filtered: ['filtered-listing', 'list-page'].map((name) => `app/features/catalogue/${name}`),
  signs: icons('badge-percent.', 'copy.', 'credit-card.', 'headset.', 'key-round.', 'map-pin.'),
  orders: [...domain('edition-name', 'states'), ...lib('tie-dash')],
  // Pages with rows of games.
  rails: ui('rail', 'use-rail-drag', 'plain-icons'),
  // What became of an order or a top-up.
  outcomes: [
    ...components('sign-in-first', 'stage-list'),
    ...lib('use-address-token', 'use-copy'),
    ...ui('outcome'),
    ...icons('external-link.', 'link-2.', 'log-in.'),
  ],
  // The menu of a member.
  account: [...lib('session/display-name', 'session/sign-out'), ...icons('history.', 'log-out.')],
  // A game and the cart.
  steppers: [...ui('stepper'), ...icons('minus.', 'plus.')],
  // Pages that search engines read.
  browsing: [
    ...ui('breadcrumb'),
    ...lib('json-ld'),
    ...icons('arrow-down-wide-narrow.', 'chevron-left.', 'chevron-right.', 'package-open.'),
  ],
};
/** Used by few pages: the bundler puts them beside those. */
const RARE = [
  ...ui('checkbox', 'drag-to-scroll', 'radio-chips'),
  ...components('html-text'),
  ...lib('use-country', 'use-game-view'),
  ...domain('alerts', 'gift', 'offer-attributes', 'price-range', 'review', 'store-time', 'support-message'),
  ...icons('bell-ring.', 'circle-x.', 'gift.', 'list-filter.', 'package-x', 'printer'),
];
/**
 * Small style sheets of the home page. A browser has six connections, and a seventh file lets the first picture wait: with
 * these in a file that every page loads anyway, five style sheets leave one connection to it.
 */
const FRAME_STYLES = [...ui('breadcrumb.module'), 'app/features/catalogue/category-tile.module'];
const SHARED = ['app/lib/', 'app/components/', 'packages/ui/src/', 'packages/domain/', 'lucide-react/'];
const CARDS = [
  ...['catalogue/game-card', 'catalogue/game-facts', 'favourites/favourite-button'].map(
    (name) => `app/features/${name}`,
  ),
  ...components('stars'),
];

const isIn = (beginnings: readonly string[]) => (id: string) => {
  const path = id.replaceAll('\\', '/');
  return beginnings.some((beginning) => path.includes(`/${beginning}`));
};
const isGrouped = isIn([...Object.values(GROUPS).flat(), ...CARDS, ...RARE]);
const isShared = isIn(SHARED);

const PRIORITIES: Record<keyof typeof GROUPS, number> = {
  orders: 3,
  rails: 3,
  steppers: 3,
  browsing: 3,
  listing: 2,
  fields: 2,
  eyes: 2,
  dates: 2,
  lists: 2,
  filtered: 1,
  outcomes: 2,
  account: 2,
  signs: 2,
  members: 1,
  checkout: 1,
  paying: 1,
  forms: 1,
};

export const chunks = [
  // Changes with the versions of React and of the router only.
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 6 },
  {
    name: 'frame',
    test: isIn(['app/frame.tsx', 'app/layout/page-error.tsx', 'app/lib/i18n', ...FRAME_STYLES]),
    priority: 5,
  },
  { name: 'shared', test: (id: string) => isShared(id) && !isGrouped(id), minShareCount: 3, priority: 4 },
  { name: 'cards', test: isIn(CARDS), minShareCount: 2, priority: 3 },
  ...Object.entries(GROUPS).map(([name, beginnings]) => ({
    name,
    test: isIn(beginnings),
    minShareCount: 2,
    priority: PRIORITIES[name as keyof typeof GROUPS],
  })),
];
