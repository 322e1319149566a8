import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import type { Page } from '@playwright/test';
import { becomeMember, callStore, fillBasket, findBasket, type Member, stopTime } from '../member.ts';
import { awake, expect } from '../test.ts';
import { approve, beginSteam, waitForStage } from '../top-up.ts';
import { button, fail, holdBack, type Screen, visit, type Walk } from './screen.ts';
import { LONG } from './store.ts';

/** Of several kinds: a key, another, a card, a subscription. */
const WANTED = [1003, 1004, 5001, 1002];
const SANDBOX = String(process.env['SANDBOX_URL']);

async function enterWithBasket({ page }: Walk, games: readonly number[] = WANTED): Promise<Member> {
  const member = await becomeMember(page);
  for (const [place, game] of games.entries()) await fillBasket(member, game, place === 0 ? 2 : 1);
  return member;
}

async function openCart(walk: Walk, games: readonly number[] = WANTED): Promise<Member> {
  const member = await enterWithBasket(walk, games);
  await visit(walk.page, '/cart');
  await expect(walk.page.getByRole('main').locator('output')).toHaveCount(games.length);
  return member;
}

async function openPromo(walk: Walk, code: string): Promise<void> {
  await openCart(walk);
  await button(walk.page, walk.words('cart', 'promo-question')).click();
  await walk.page.locator('[name=code]').fill(code);
  await button(walk.page, walk.words('cart', 'promo-apply')).click();
}

const payButton = (page: Page, words: Walk['words']) =>
  page.getByRole('button', {
    name: new RegExp(`^${words('payment', 'pay', { sum: '' }).trim()}|${words('payment', 'pay', { sum: '' }).trim()}$`),
  });

async function openPayment(walk: Walk, provider?: string, games: readonly number[] = WANTED): Promise<Member> {
  const member = await enterWithBasket(walk, games);
  await visit(walk.page, '/payment');
  if (provider) await walk.page.getByRole('radio', { name: new RegExp(provider) }).check();
  return member;
}

async function beginPayment(walk: Walk, provider: string, games?: readonly number[]): Promise<Member> {
  const member = await openPayment(walk, provider, games);
  await payButton(walk.page, walk.words).click();
  await walk.page.waitForURL((url) => url.origin === SANDBOX || url.pathname === '/payment-talk');
  return member;
}

/** Each screen buys its own: a demo has 25 keys of a kind, and six visitors buy two of the first. */
async function buy(walk: Walk, games: readonly number[]): Promise<void> {
  await beginPayment(walk, 'Kassa24', games);
  await walk.page.getByTestId('approve').click();
  await expect(walk.page.getByTestId('key').first()).toBeVisible();
  await awake(walk.page);
}

async function reveal({ page, words }: Walk): Promise<void> {
  await button(page.getByTestId('key').first(), words('orders', 'show-key')).click();
  await expect(page.getByTestId('key').first().locator('code')).toBeVisible();
}

async function openResult(walk: Walk): Promise<void> {
  const member = await beginPayment(walk, 'Kassa24', [1009]);
  const basket = await findBasket(member);
  await walk.page.goto(`/payment/result?order=${basket?.payment?.orderId}`);
  await awake(walk.page);
}

/** As the server would tell it later. */
async function openTopUp({ page }: Walk, stage: string): Promise<void> {
  const member = await becomeMember(page);
  const { orderId } = await beginSteam('gabe_2003', member);
  await page.route(`**/api/v1/replenishment/${orderId}*`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), stage } });
  });
  await page.goto(`/top-up/${orderId}`);
  await awake(page);
  await expect(page.locator(`[role=status][data-state="${stage}"]`)).toBeVisible();
}

async function openSettings(walk: Walk): Promise<void> {
  await becomeMember(walk.page);
  await visit(walk.page, '/edit-profile');
  await expect(walk.page.locator('[name=firstName]')).toBeVisible();
}

async function openContact(walk: Walk, kind: 'email' | 'phone' | 'password', isSet: boolean): Promise<void> {
  await openSettings(walk);
  const { page, words } = walk;
  await button(page, `${words('profile', isSet ? 'change' : 'add')}: ${words('profile', kind)}`).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openFavourites({ page }: Walk): Promise<void> {
  const session = await becomeMember(page);
  for (const gameId of [1003, 1004, 5001, LONG.id]) {
    await callStore('POST', '/api/v1/favorites', { session, body: { gameId } });
  }
  await visit(page, '/favourites');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
}

/** By its address, for somebody new. */
const EMPTY: Record<string, string> = {
  'cart-empty': '/cart',
  'payment-empty': '/payment',
  'favourites-empty': '/favourites',
  'history-empty': '/history',
  'top-ups-empty': '/replenishment-history',
  profile: '/profile',
  notifications: '/notifications',
  'menu-member': '/menu',
};

/** Pages that ask the server when they are there: what they show before, and when nothing comes. */
const ASKING: Record<string, { path: string; address: RegExp }> = {
  cart: { path: '/cart', address: /\/api\/v1\/user\/basket\/actual/ },
  payment: { path: '/payment', address: /\/api\/v1\/user\/basket\/actual/ },
  favourites: { path: '/favourites', address: /\/api\/v1\/favorites/ },
  history: { path: '/history', address: /\/api\/v1\/user\/basket/ },
  'top-ups': { path: '/replenishment-history', address: /\/api\/v1\/.*replenishment/ },
  profile: { path: '/profile', address: /\/api\/v1\/user\// },
  notifications: { path: '/notifications', address: /\/api\/v1\/.*notifications/ },
};

export const MEMBERS: Screen[] = [
  ...Object.entries(EMPTY).map(
    ([name, path]): Screen => ({
      name,
      async open({ page }) {
        await becomeMember(page);
        await visit(page, path);
      },
    }),
  ),
  ...Object.entries(ASKING).flatMap(([name, { path, address }]): Screen[] => [
    {
      name: `${name}-loading`,
      async open({ page }) {
        await becomeMember(page);
        await holdBack(page, address);
        await page.goto(path);
        await awake(page);
      },
    },
    {
      name: `${name}-failed`,
      async open({ page, words }) {
        await becomeMember(page);
        await fail(page, address, 500, 'internal');
        await page.goto(path);
        await awake(page);
        await expect(button(page, words('common', 'retry')).first()).toBeVisible();
      },
    },
  ]),
  { name: 'cart', open: async (walk) => void (await openCart(walk)) },
  {
    name: 'cart-undo',
    async open(walk) {
      const { page, words } = walk;
      await page.clock.install();
      await openCart(walk);
      await stopTime(page);
      await page
        .getByRole('main')
        .getByRole('button', { name: words('common', 'decrease') })
        .nth(1)
        .click();
      await expect(page.getByRole('button', { name: new RegExp(`^${words('cart', 'undo')}`) })).toBeVisible();
    },
  },
  {
    name: 'cart-promo',
    async open(walk) {
      await openPromo(walk, 'OYNA10');
      await expect(button(walk.page, walk.words('cart', 'promo-remove', { code: 'OYNA10' }))).toBeVisible();
    },
  },
  {
    name: 'cart-promo-error',
    async open(walk) {
      await openPromo(walk, 'NO-SUCH-CODE');
      await expect(walk.page.getByText(walk.words('cart', 'promocode-error'))).toBeVisible();
    },
  },
  {
    name: 'cart-frozen',
    async open(walk) {
      await beginPayment(walk, 'Kassa24');
      await visit(walk.page, '/cart');
      await expect(walk.page.getByRole('main').getByRole('article').first()).toBeVisible();
    },
  },
  { name: 'payment', open: async (walk) => void (await openPayment(walk, 'Kassa24')) },
  {
    name: 'payment-nothing-chosen',
    async open(walk) {
      await openPayment(walk);
      await payButton(walk.page, walk.words).click();
      await expect(walk.page.getByText(walk.words('payment', 'payment-method-invalid'))).toBeVisible();
    },
  },
  {
    name: 'payment-failed-dialog',
    isOverlay: true,
    async open(walk) {
      await openPayment(walk, 'Kassa24');
      await fail(walk.page, '**/api/v1/payment/kassa24/**', 500, 'internal');
      await payButton(walk.page, walk.words).click();
      await expect(walk.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'payment-running',
    async open(walk) {
      await beginPayment(walk, 'Kassa24', [1005, 5002]);
      await visit(walk.page, '/payment');
      await expect(button(walk.page, walk.words('payment', 'running-continue'))).toBeVisible();
    },
  },
  {
    name: 'card-form',
    async open(walk) {
      await beginPayment(walk, 'TalkBank', [1006]);
      await awake(walk.page);
      await walk.page.locator('[name=number]').pressSequentially('5555555555554444');
      await walk.page.locator('[name=expiry]').pressSequentially('1239');
    },
  },
  {
    name: 'card-form-errors',
    async open(walk) {
      await beginPayment(walk, 'TalkBank', [1007]);
      await awake(walk.page);
      await payButton(walk.page, walk.words).click();
      await expect(walk.page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'result-waiting',
    async open(walk) {
      await openResult(walk);
      await expect(button(walk.page, walk.words('orders', 'cancel-payment'))).toBeVisible();
    },
  },
  {
    name: 'result-declined',
    async open(walk) {
      await beginPayment(walk, 'Kassa24', [1010]);
      await walk.page.getByTestId('decline').click();
      await expect(walk.page.locator('[data-state=failed]')).toBeVisible();
    },
  },
  { name: 'result-paid', open: (walk) => buy(walk, [1010, 5003]) },
  {
    name: 'result-revealed',
    async open(walk) {
      await buy(walk, [1011, 5004]);
      await reveal(walk);
    },
  },
  {
    name: 'key-claim',
    isOverlay: true,
    async open(walk) {
      await buy(walk, [1012, 5005]);
      await reveal(walk);
      await button(walk.page, walk.words('orders', 'does-not-work')).first().click();
      await button(walk.page.getByRole('dialog'), walk.words('orders', 'claim-send')).click();
      await expect(walk.page.getByText(walk.words('orders', 'reason-missing'))).toBeVisible();
    },
  },
  {
    name: 'key-replaced',
    async open(walk) {
      await buy(walk, [1013, 5006]);
      await reveal(walk);
      await button(walk.page, walk.words('orders', 'does-not-work')).first().click();
      const dialog = walk.page.getByRole('dialog');
      await dialog.getByRole('radio').first().check({ force: true });
      await button(dialog, walk.words('orders', 'claim-send')).click();
      // A new customer's claim waits for a person, who answers within the promised hours.
      await expect(walk.page.getByRole('status').filter({ hasText: String(CLAIM_ANSWER_HOURS) })).toBeVisible();
    },
  },
  {
    name: 'result-unknown',
    async open({ page }) {
      await becomeMember(page);
      await page.goto('/payment/result?order=AAAAAAAAAAAAAAAAAAAAAAAAAA');
      await awake(page);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    },
  },
  {
    name: 'history',
    async open(walk) {
      await buy(walk, [1014, 5007]);
      await visit(walk.page, '/history');
      await expect(walk.page.getByTestId('key').first()).toBeVisible();
    },
  },
  {
    name: 'profile-orders',
    async open(walk) {
      await buy(walk, [1015, 5008]);
      await visit(walk.page, '/profile');
      await expect(walk.page.getByTestId('key').first()).toBeVisible();
    },
  },
  {
    name: 'notifications-full',
    async open(walk) {
      await buy(walk, [1016, 5009]);
      await visit(walk.page, '/notifications');
      await expect(walk.page.getByRole('main').getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'notifications-empty',
    async open({ page }) {
      await becomeMember(page);
      await page.route(/\/api\/v1\/.*notifications/, async (route) => {
        const answer = await route.fetch();
        const body: unknown = await answer.json();
        await route.fulfill({
          response: answer,
          json: Array.isArray(body) ? [] : { ...(body as object), items: [], unread: 0, totalSize: 0 },
        });
      });
      await visit(page, '/notifications');
    },
  },
  {
    name: 'notifications-popover',
    isOverlay: true,
    from: 768,
    async open({ page, words }) {
      await becomeMember(page);
      await visit(page, '/');
      await page
        .getByRole('banner')
        .getByRole('button', { name: new RegExp(words('common', 'notifications')) })
        .click();
    },
  },
  {
    name: 'profile-menu',
    isOverlay: true,
    from: 768,
    async open({ page }) {
      await becomeMember(page);
      await visit(page, '/');
      // Named after the member: other menus are there before, and one more is there but not seen.
      await page
        .getByRole('banner')
        .getByRole('button', { name: /member-/ })
        .click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  ...['accepted', 'paid', 'delivering', 'delivered', 'refunding', 'refunded', 'not-paid'].map(
    (stage): Screen => ({ name: `top-up-${stage}`, open: (walk) => openTopUp(walk, stage) }),
  ),
  {
    name: 'top-up-history',
    async open({ page }) {
      const member = await becomeMember(page);
      await beginSteam('gabe_2003', member, 500);
      const begun = await beginSteam('a_rather_long_login_of_somebody_2003', member, 5000);
      await approve(begun);
      await waitForStage(begun.orderId, 'delivered');
      await visit(page, '/replenishment-history');
      await expect(page.getByRole('main').getByRole('row')).toHaveCount(3);
    },
  },
  {
    name: 'steam-running',
    async open({ page, words }) {
      await visit(page, '/steam');
      await page.locator('[name=account]').fill('gabe_2003');
      await page
        .getByRole('radio', { name: /Kassa24|Epoint/ })
        .first()
        .check();
      await button(page, words('top-up', 'top-up')).click();
      await button(page, words('top-up', 'without-account')).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.waitForURL((url) => url.origin === SANDBOX);
      await visit(page, '/steam');
      await expect(button(page, words('top-up', 'continue-payment'))).toBeVisible();
    },
  },
  { name: 'settings', open: openSettings },
  {
    name: 'settings-errors',
    async open(walk) {
      await openSettings(walk);
      await walk.page.locator('[name=birthDay]').selectOption('31');
      await walk.page.locator('[name=birthMonth]').selectOption('2');
      await walk.page.locator('[name=birthYear]').selectOption('1996');
      await button(walk.page, walk.words('profile', 'save')).click();
      await expect(walk.page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'settings-unsaved',
    isOverlay: true,
    async open(walk) {
      await openSettings(walk);
      await walk.page.locator('[name=firstName]').fill('Айгерім');
      await walk.page.locator('a[href="/"]').filter({ visible: true }).first().click();
      await expect(button(walk.page, walk.words('profile', 'stay'))).toBeVisible();
    },
  },
  { name: 'settings-email', isOverlay: true, open: (walk) => openContact(walk, 'email', true) },
  { name: 'settings-phone', isOverlay: true, open: (walk) => openContact(walk, 'phone', false) },
  { name: 'settings-password', isOverlay: true, open: (walk) => openContact(walk, 'password', true) },
  {
    name: 'settings-code',
    isOverlay: true,
    async open(walk) {
      await openSettings(walk);
      await button(walk.page, walk.words('profile', 'confirm-it')).click();
      const dialog = walk.page.getByRole('dialog');
      await button(dialog, walk.words('profile', 'have-code')).click();
      await dialog.locator('[name=code]').fill('000000');
      await button(dialog, walk.words('profile', 'confirm')).click();
      await expect(dialog.getByText(walk.words('profile', 'code-invalid'))).toBeVisible();
    },
  },
  { name: 'favourites', open: openFavourites },
  {
    name: 'favourites-undo',
    async open(walk) {
      const { page, words } = walk;
      await page.clock.install();
      await openFavourites(walk);
      await stopTime(page);
      await button(page, words('favourites', 'clear')).click();
      await expect(page.getByRole('button', { name: new RegExp(`^${words('favourites', 'undo')}`) })).toBeVisible();
    },
  },
];
