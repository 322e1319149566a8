import type { Page } from '@playwright/test';
import { button, type ScreenContext } from '../screenshots/screen.ts';
import { expect } from '../test.ts';
import { call, cellIn } from './operator.ts';

/** Every screen of the console, and every dialog. A new one is added here. Nothing is saved, so that all share one store. */

/** A product with stock, and a game with a cover and offers. */
const PRODUCT = 10012;
const GAME = 1001;

export const SCREENS: Record<string, string> = {
  today: '/',
  orders: '/orders',
  'orders-none': '/orders?search=no-such-order',
  claims: '/claims',
  'claims-decided': '/claims?state=decided',
  'claims-policy': '/claims/policy',
  stock: '/stock',
  'stock-low': '/stock?low=true',
  'stock-product': `/stock/${PRODUCT}`,
  'stock-import': '/stock/import',
  'stock-import-file': `/stock/import?product=${PRODUCT}`,
  customers: '/customers',
  customer: '/customers/1',
  messages: '/messages',
  templates: '/messages/templates',
  reviews: '/reviews',
  'reviews-published': '/reviews?queue=published',
  approvals: '/approvals',
  'approvals-decided': '/approvals?state=decided',
  team: '/team',
  notices: '/notices',
  audit: '/audit',
  finance: '/finance',
  'finance-products': '/finance?by=product',
  reconciliation: '/finance/reconciliation',
  settings: '/settings',
  health: '/health',
  profile: '/profile',
  prices: '/prices',
  'price-changes': '/prices/changes',
  catalogue: '/catalogue',
  'catalogue-game': `/catalogue/${GAME}`,
  news: '/catalogue/news',
  'news-item': '/catalogue/news/1',
  groups: '/catalogue/groups',
  files: '/catalogue/files',
  activation: '/catalogue/activation',
  promo: '/promo',
  patterns: '/patterns',
  'patterns-grid': '/patterns?grid',
  'claim-of-none': '/claims/1',
  'activation-open': '/catalogue/activation?rule=1',
  'not-found': '/no-such-page',
};

/** Pages of one thing: the list of the API, the name of its id there, and the address of the page. */
export const PAGES: Record<string, readonly [list: string, id: string, address: string]> = {
  order: ['orders?status=paid', 'orderId', '/orders'],
  claim: ['claims?state=open', 'keyId', '/claims'],
  'claim-decided': ['claims?state=decided', 'keyId', '/claims'],
  message: ['messages', 'id', '/messages'],
  review: ['reviews?queue=published', 'id', '/reviews'],
  'promo-code': ['promo-codes', 'id', '/promo'],
  'price-change': ['price-changes', 'id', '/prices/changes'],
};

/** The oldest of its list: other tests add to it and change what they have added. */
async function findOldest(page: Page, [list, id, address]: readonly [string, string, string]): Promise<string> {
  const { items } = await call<{ items: Record<string, string>[] }>(page.request, 'GET', list);
  // Queues begin with the oldest.
  const place = QUEUES.includes(list) ? 0 : -1;
  const found = items.at(place)?.[id];
  if (found === undefined) throw new Error(`the list ${list} is empty`);
  return `${address}/${found}`;
}
const QUEUES = ['claims?state=open', 'messages'];

/** The address of a screen or a page, by its name above. */
export async function addressOf(page: Page, name: string): Promise<string> {
  const list = PAGES[name];
  const address = list ? await findOldest(page, list) : SCREENS[name];
  if (address === undefined) throw new Error(`no screen ${name}`);
  return address;
}

interface ConsoleDialog {
  /** A screen of the lists above. */
  on: string;
  /** What leads to the dialog. */
  act(context: ScreenContext): Promise<unknown>;
  from?: number;
  to?: number;
  /** It opens something else than a dialog. */
  isPage?: boolean;
}

/** A dialog that one button opens. */
const pressing =
  (namespace: string, key: string, values?: Record<string, string>) =>
  ({ page, words }: ScreenContext) =>
    button(page.getByRole('main'), words(namespace, key, values))
      .first()
      .click();

const KEYS = ['AAAAA-BBBBB-CCCCC', 'AAAAA-BBBBB-CCCCC', 'not a key', 'DDDDD-EEEEE-FFFFF', 'GGGGG-HHHHH-IIIII'];

/** Of the first offer. The first row is that of the titles. */
async function changePrice({ page, words }: ScreenContext): Promise<void> {
  const cell = await cellIn(page.getByRole('row').nth(1), words('prices', 'price'));
  await cell.dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('12.34');
  await page.keyboard.press('Enter');
}

export const DIALOGS: Record<string, ConsoleDialog> = {
  search: { on: 'today', act: ({ page }) => page.keyboard.press('/') },
  'search-found': {
    on: 'today',
    act: async ({ page }) => {
      await page.keyboard.press('/');
      await page.getByRole('dialog').getByRole('combobox').fill('elden');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    },
  },
  keys: { on: 'today', act: ({ page }) => page.keyboard.press('?') },
  menu: { on: 'today', act: ({ page, words }) => button(page, words('common', 'more')).click(), to: 767 },
  account: {
    on: 'today',
    act: ({ page }) => page.locator('header').first().getByRole('button').last().click(),
    isPage: true,
  },
  leave: {
    on: 'settings',
    act: async ({ page, words }) => {
      await page.getByLabel(words('settings', 'margin-percent')).fill('7.5');
      await page.locator('nav a[href="/orders"]:visible').first().click();
    },
  },
  'setting-edited': {
    on: 'settings',
    act: ({ page, words }) => page.getByLabel(words('settings', 'margin-percent')).fill('7.5'),
    isPage: true,
  },
  refund: { on: 'order', act: pressing('orders', 'refund') },
  'refund-items': {
    on: 'order',
    act: async (context) => {
      await pressing('orders', 'close-refund')(context);
      await context.page
        .getByRole('dialog')
        .locator('label', { hasText: context.words('orders', 'refund-items') })
        .click();
    },
  },
  'refund-by-hand': { on: 'order', act: pressing('orders', 'close-refund') },
  'claim-replace': { on: 'claim', act: pressing('claims', 'replace') },
  'claim-refund': { on: 'claim', act: pressing('claims', 'refund') },
  'claim-refuse': { on: 'claim', act: pressing('claims', 'refuse') },
  'claim-quarantine': { on: 'claim', act: pressing('claims', 'quarantine') },
  'policy-simulated': {
    on: 'claims-policy',
    act: async (context) => {
      await context.page.locator('input[type=number]').first().fill('5');
      await pressing('claims', 'simulate')(context);
      await expect(context.page.getByText(context.words('claims', 'simulation', { days: '90' }))).toBeVisible();
    },
    isPage: true,
  },
  quarantine: { on: 'stock-product', act: pressing('stock', 'quarantine') },
  'write-off': { on: 'stock-product', act: pressing('stock', 'write-off') },
  'import-preview': {
    on: 'stock-import-file',
    act: async ({ page }) => {
      const file = { name: 'keys-november.csv', mimeType: 'text/csv', buffer: Buffer.from(KEYS.join('\n')) };
      await page.locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('main').locator('[name=supplier]')).toBeVisible();
    },
    isPage: true,
  },
  block: { on: 'customer', act: pressing('customers', 'block') },
  erase: { on: 'customer', act: pressing('customers', 'erase') },
  assign: { on: 'message', act: pressing('messages', 'assign') },
  'hide-review': { on: 'review', act: pressing('reviews', 'hide') },
  approve: { on: 'approvals', act: pressing('approvals', 'approve') },
  'refuse-approval': { on: 'approvals', act: pressing('approvals', 'refuse') },
  invite: { on: 'team', act: pressing('team', 'invite') },
  operator: {
    on: 'team',
    act: ({ page, words }) =>
      page
        .getByRole('main')
        .getByRole('button', { name: words('team', 'manage-name', { name: '' }) })
        .last()
        .click(),
  },
  role: {
    on: 'team',
    act: ({ page, words }) =>
      page
        .getByRole('main')
        .getByRole('button', { name: words('team', 'edit-name', { name: '' }) })
        .first()
        .click(),
  },
  'new-role': { on: 'team', act: pressing('team', 'new-role') },
  'second-person': {
    on: 'team',
    act: ({ page, words }) => button(page.getByRole('main'), words('team', 'edit')).last().click(),
  },
  rates: { on: 'health', act: pressing('health', 'compare') },
  backup: { on: 'health', act: pressing('health', 'record') },
  'app-set-up': { on: 'profile', act: pressing('profile', 'set-up') },
  'price-edited': { on: 'prices', act: changePrice, from: 768, isPage: true },
  'price-preview': {
    on: 'prices',
    act: async (context) => {
      await changePrice(context);
      await context.page.getByRole('toolbar').getByRole('button').last().click();
      await expect(context.page.getByRole('dialog').getByRole('grid')).toBeVisible();
    },
    from: 768,
  },
  'price-paste': { on: 'prices', act: pressing('prices', 'paste') },
  'price-bulk': {
    on: 'prices',
    act: async ({ page, words }) => {
      await page.getByRole('main').getByRole('checkbox').nth(1).check();
      await page.getByRole('main').getByRole('checkbox').nth(2).check();
      await button(page.getByRole('toolbar'), words('prices', 'bulk-edit')).click();
    },
  },
  'price-game': {
    on: 'prices',
    act: ({ page, words }) =>
      page
        .getByRole('main')
        .getByRole('button', { name: words('prices', 'game') })
        .first()
        .click(),
  },
  'price-undo': {
    on: 'price-change',
    act: ({ page }) => page.getByRole('main').locator('header').getByRole('button').first().click(),
  },
  promo: { on: 'promo', act: ({ page }) => page.getByRole('main').locator('header').getByRole('button').click() },
  'promo-edit': { on: 'promo-code', act: pressing('promo', 'edit') },
  'promo-end': { on: 'promo-code', act: pressing('promo', 'end') },
  'activation-rule': { on: 'activation', act: pressing('activation', 'add-rule') },
};
