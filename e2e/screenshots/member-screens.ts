import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import type { Page } from '@playwright/test';
import { becomeMember, fillBasket, findBasket, type Member, stopTime } from '../member.ts';
import { expect, waitForHydration } from '../test.ts';
import { approve, beginSteam, waitForStage } from '../top-up.ts';
import { blockRequests, button, fail, type Screen, type ScreenContext, visit } from './screen.ts';

/** A key, another, a card, and a game with several editions. Members are from Kazakhstan: all of it works for them. */
const WANTED = [1003, 1004, 5017, 1002];
const SANDBOX = String(process.env['SANDBOX_URL']);

async function enterWithBasket({ page }: ScreenContext, games: readonly number[] = WANTED): Promise<Member> {
  const member = await becomeMember(page);
  for (const [place, game] of games.entries()) await fillBasket(member, game, place === 0 ? 2 : 1);
  return member;
}

async function openCart(context: ScreenContext, games: readonly number[] = WANTED): Promise<Member> {
  const member = await enterWithBasket(context, games);
  await visit(context.page, '/cart');
  await expect(context.page.getByRole('main').locator('output')).toHaveCount(games.length);
  return member;
}

async function openPromo(context: ScreenContext, code: string): Promise<void> {
  await openCart(context);
  await button(context.page, context.words('cart', 'promo-question')).click();
  await context.page.locator('[name=code]').fill(code);
  await button(context.page, context.words('cart', 'promo-apply')).click();
}

const payButton = (page: Page, words: ScreenContext['words']) =>
  page.getByRole('button', {
    name: new RegExp(`^${words('payment', 'pay', { sum: '' }).trim()}|${words('payment', 'pay', { sum: '' }).trim()}$`),
  });

async function openPayment(
  context: ScreenContext,
  provider?: string,
  games: readonly number[] = WANTED,
): Promise<Member> {
  const member = await enterWithBasket(context, games);
  await visit(context.page, '/payment');
  if (provider) await context.page.getByRole('radio', { name: new RegExp(provider) }).check();
  return member;
}

async function beginPayment(context: ScreenContext, provider: string, games?: readonly number[]): Promise<Member> {
  const member = await openPayment(context, provider, games);
  await payButton(context.page, context.words).click();
  await context.page.waitForURL((url) => url.origin === SANDBOX || url.pathname === '/payment-talk');
  return member;
}

/** Each screen buys its own: a demo has 25 keys of a kind, and six visitors buy two of the first. */
async function buy(context: ScreenContext, games: readonly number[]): Promise<void> {
  await beginPayment(context, 'Kassa24', games);
  await context.page.getByTestId('approve').click();
  await expect(context.page.getByTestId('key').first()).toBeVisible();
  await waitForHydration(context.page);
}

async function reveal({ page, words }: ScreenContext): Promise<void> {
  await button(page.getByTestId('key').first(), words('orders', 'show-key')).click();
  await expect(page.getByTestId('key').first().locator('code')).toBeVisible();
}

async function openResult(context: ScreenContext): Promise<void> {
  const member = await beginPayment(context, 'Kassa24', [1009]);
  const basket = await findBasket(member);
  await context.page.goto(`/payment/result?order=${basket?.payment?.orderId}`);
  await waitForHydration(context.page);
}

/** As the server would return it later. */
async function openTopUp({ page }: ScreenContext, stage: string): Promise<void> {
  const member = await becomeMember(page);
  const { orderId } = await beginSteam('gabe_2003', member);
  await page.route(`**/api/v1/replenishment/${orderId}*`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), stage } });
  });
  await page.goto(`/top-up/${orderId}`);
  await waitForHydration(page);
  await expect(page.locator(`[role=status][data-state="${stage}"]`)).toBeVisible();
}

/** A page for a new member. */
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

/** Pages that load data in the browser: while loading, and after a failure. */
const ASKING: Record<string, { path: string; address: RegExp }> = {
  cart: { path: '/cart', address: /\/api\/v1\/user\/basket\/actual/ },
  payment: { path: '/payment', address: /\/api\/v1\/user\/basket\/actual/ },
  favourites: { path: '/favourites', address: /\/api\/v1\/favorites/ },
  history: { path: '/history', address: /\/api\/v1\/user\/basket/ },
  'top-ups': { path: '/replenishment-history', address: /\/api\/v1\/.*replenishment/ },
  profile: { path: '/profile', address: /\/api\/v1\/user\// },
  notifications: { path: '/notifications', address: /\/api\/v1\/.*notifications/ },
};

export const MEMBER_SCREENS: Screen[] = [
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
        await blockRequests(page, address);
        await page.goto(path);
        await waitForHydration(page);
      },
    },
    {
      name: `${name}-failed`,
      async open({ page, words }) {
        await becomeMember(page);
        await fail(page, address, 500, 'internal');
        await page.goto(path);
        await waitForHydration(page);
        await expect(button(page, words('common', 'retry')).first()).toBeVisible();
      },
    },
  ]),
  { name: 'cart', open: async (context) => void (await openCart(context)) },
  {
    name: 'cart-undo',
    async open(context) {
      const { page, words } = context;
      await page.clock.install();
      await openCart(context);
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
    async open(context) {
      await openPromo(context, 'OYNA10');
      await expect(button(context.page, context.words('cart', 'promo-remove', { code: 'OYNA10' }))).toBeVisible();
    },
  },
  {
    name: 'cart-promo-error',
    async open(context) {
      await openPromo(context, 'NO-SUCH-CODE');
      await expect(context.page.getByText(context.words('cart', 'promocode-error'))).toBeVisible();
    },
  },
  {
    name: 'cart-frozen',
    async open(context) {
      await beginPayment(context, 'Kassa24');
      await visit(context.page, '/cart');
      await expect(context.page.getByRole('main').getByRole('article').first()).toBeVisible();
    },
  },
  { name: 'payment', open: async (context) => void (await openPayment(context, 'Kassa24')) },
  {
    name: 'payment-nothing-chosen',
    async open(context) {
      await openPayment(context);
      await payButton(context.page, context.words).click();
      await expect(context.page.getByText(context.words('payment', 'payment-method-invalid'))).toBeVisible();
    },
  },
  {
    name: 'payment-failed-dialog',
    isOverlay: true,
    async open(context) {
      await openPayment(context, 'Kassa24');
      await fail(context.page, '**/api/v1/payment/kassa24/**', 500, 'internal');
      await payButton(context.page, context.words).click();
      await expect(context.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'payment-running',
    async open(context) {
      await beginPayment(context, 'Kassa24', [1005, 6001]);
      await visit(context.page, '/payment');
      await expect(button(context.page, context.words('payment', 'running-continue'))).toBeVisible();
    },
  },
  {
    name: 'card-form',
    async open(context) {
      await beginPayment(context, 'TalkBank', [1006]);
      await waitForHydration(context.page);
      await context.page.locator('[name=number]').pressSequentially('5555555555554444');
      await context.page.locator('[name=expiry]').pressSequentially('1239');
    },
  },
  {
    name: 'card-form-errors',
    async open(context) {
      await beginPayment(context, 'TalkBank', [1007]);
      await waitForHydration(context.page);
      await payButton(context.page, context.words).click();
      await expect(context.page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'result-waiting',
    async open(context) {
      await openResult(context);
      await expect(button(context.page, context.words('orders', 'cancel-payment'))).toBeVisible();
    },
  },
  {
    name: 'result-declined',
    async open(context) {
      await beginPayment(context, 'Kassa24', [1010]);
      await context.page.getByTestId('decline').click();
      await expect(context.page.locator('[data-state=failed]')).toBeVisible();
    },
  },
  { name: 'result-paid', open: (context) => buy(context, [1010, 5010]) },
  {
    name: 'result-revealed',
    async open(context) {
      await buy(context, [1011, 5101]);
      await reveal(context);
    },
  },
  {
    name: 'key-claim',
    isOverlay: true,
    async open(context) {
      await buy(context, [1012, 5007]);
      await reveal(context);
      await button(context.page, context.words('orders', 'does-not-work')).first().click();
      await button(context.page.getByRole('dialog'), context.words('orders', 'claim-send')).click();
      await expect(context.page.getByText(context.words('orders', 'reason-missing'))).toBeVisible();
    },
  },
  {
    name: 'key-replaced',
    async open(context) {
      await buy(context, [1013, 5010]);
      await reveal(context);
      await button(context.page, context.words('orders', 'does-not-work')).first().click();
      const dialog = context.page.getByRole('dialog');
      await dialog.getByRole('radio').first().check({ force: true });
      await button(dialog, context.words('orders', 'claim-send')).click();
      // A new customer's claim waits for a person, who answers within the promised hours.
      await expect(context.page.getByRole('status').filter({ hasText: String(CLAIM_ANSWER_HOURS) })).toBeVisible();
    },
  },
  {
    name: 'result-unknown',
    async open({ page }) {
      await becomeMember(page);
      await page.goto('/payment/result?order=AAAAAAAAAAAAAAAAAAAAAAAAAA');
      await waitForHydration(page);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    },
  },
  {
    name: 'history',
    async open(context) {
      await buy(context, [1014, 5007]);
      await visit(context.page, '/history');
      await expect(context.page.getByTestId('key').first()).toBeVisible();
    },
  },
  {
    name: 'profile-orders',
    async open(context) {
      await buy(context, [1015, 5101]);
      await visit(context.page, '/profile');
      await expect(context.page.getByTestId('key').first()).toBeVisible();
    },
  },
  {
    name: 'notifications-full',
    async open(context) {
      await buy(context, [1016, 6003]);
      await visit(context.page, '/notifications');
      await expect(context.page.getByRole('main').getByRole('listitem')).toHaveCount(2);
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
    (stage): Screen => ({ name: `top-up-${stage}`, open: (context) => openTopUp(context, stage) }),
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
];
