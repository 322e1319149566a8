import { storeDay } from '@oyna/domain/store-time';
import { changeDatabase } from '../console/operator.ts';
import {
  becomeMember,
  callStore,
  createMember,
  type Member,
  newName,
  type Session,
  saveInStorage,
  waitForMail,
} from '../member.ts';
import { buyDirect } from '../purchase.ts';
import { expect, waitForHydration } from '../test.ts';
import { button, type Screen, type ScreenContext, visit } from './screen.ts';

/** Buying without an account, gifts, receipts, alerts and reviews. Each screen buys its own game: a demo has few keys of each. */

const GIFT = {
  channel: 'link',
  country: 'KZ',
  language: 'ru',
  email: '',
  recipientName: 'Мария',
  giverName: 'Айгерім',
  message: 'С днём рождения!\nУвидимся в игре в субботу.',
  accepted: false,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const dayAfter = (days: number) => storeDay(new Date(Date.now() + days * DAY_MS));

async function becomeGuest({ page }: ScreenContext): Promise<Session & { email: string }> {
  const email = `${newName()}@example.com`;
  const session = await callStore<Session>('POST', '/api/v1/guest', { body: { email } });
  const { token, expired } = session;
  await saveInStorage(page, { token: JSON.stringify({ value: token, expiry: expired, guest: true }) });
  return { ...session, email };
}

async function openOrder({ page }: ScreenContext, orderId: string): Promise<void> {
  await visit(page, `/payment/result?order=${orderId}`);
  await expect(page.getByTestId('key')).toBeVisible();
}

/** The link of a guest's order, on a device that did not buy it. */
async function openGuestLink(context: ScreenContext, game: number): Promise<string> {
  const email = `${newName()}@example.com`;
  const session = await callStore<Session>('POST', '/api/v1/guest', { body: { email } });
  const { orderId } = await buyDirect(session, game);
  const { link } = await callStore<{ link: string }>('POST', `/api/v1/user/orders/${orderId}/link`, { session });
  await context.page.goto(link);
  await waitForHydration(context.page);
  await expect(button(context.page, context.words('orders', 'link-send-code'))).toBeVisible();
  return email;
}

async function give(member: Member, game: number, day = dayAfter(0)): Promise<string> {
  const { keyId } = await buyDirect(member, game);
  const body = { ...GIFT, day };
  const answer = await callStore<{ link: string }>('POST', `/api/v1/user/keys/${keyId}/gift`, {
    session: member,
    body,
  });
  return answer.link;
}

async function openGift({ page }: ScreenContext, link: string): Promise<void> {
  await page.goto(link);
  await waitForHydration(page);
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
}

async function openGiftForm(context: ScreenContext, game: number): Promise<void> {
  const { page, words } = context;
  const member = await becomeMember(page);
  await openOrder(context, (await buyDirect(member, game)).orderId);
  await button(page, words('gifts', 'give')).click();
  await expect(page.getByRole('dialog').locator('[name=country]')).not.toHaveValue('');
}

async function openReceipt({ page }: ScreenContext, game: number): Promise<void> {
  const member = await becomeMember(page);
  const { orderId } = await buyDirect(member, game);
  await visit(page, `/payment/receipt?order=${orderId}`);
  await expect(page.getByRole('article')).toBeVisible();
}

interface Offer {
  id: number;
  gameId: number;
  region: string;
  platform: string;
  typeName: string;
  available: boolean;
}

async function offersOf(game: number): Promise<Offer[]> {
  return (await callStore<{ items: Offer[] }>('GET', `/api/v1/products?gameid=${game}`)).items;
}

async function setAlerts(member: Member): Promise<void> {
  await changeDatabase('UPDATE account SET email_confirmed_at = now() WHERE login = $1', [member.username]);
  for (const game of [1001, 1002]) {
    const [offer] = await offersOf(game);
    const body = { kind: 'price-below', productId: offer?.id, threshold: 100, currency: 'USD', channels: ['mail'] };
    await callStore('POST', '/api/v1/user/alerts', { session: member, body });
  }
  const body = { kind: 'discount-end', currency: 'KZT', channels: ['mail'] };
  await callStore('POST', '/api/v1/user/alerts', { session: member, body });
}

/** It has a review with an answer of the shop. */
const REVIEWED = 1002;

async function openReviewForm(context: ScreenContext): Promise<void> {
  const { page, words } = context;
  const member = await becomeMember(page);
  const { keyId } = await buyDirect(member, REVIEWED);
  await callStore('POST', `/api/v1/user/keys/${keyId}/reveal`, { session: member });
  await visit(page, `/catalog/${REVIEWED}`);
  await button(page, words('reviews', 'write')).click();
  await expect(page.getByRole('dialog').locator('[name=nickname]')).toBeVisible();
}

export const PURCHASE_SCREENS: Screen[] = [
  {
    name: 'guest-sign-in',
    isOverlay: true,
    async open({ page, words }) {
      await visit(page, '/catalog/1017');
      await button(page, words('common', 'buy-now')).click();
      await expect(button(page.getByRole('dialog'), words('sign-in', 'guest-continue'))).toBeVisible();
    },
  },
  {
    name: 'guest-order',
    async open(context) {
      const guest = await becomeGuest(context);
      await openOrder(context, (await buyDirect(guest, 1018)).orderId);
      await expect(context.page.locator('[aria-labelledby=guest-link] code')).toBeVisible();
    },
  },
  { name: 'order-link', open: async (context) => void (await openGuestLink(context, 1019)) },
  {
    name: 'order-link-code',
    async open(context) {
      const { page, words } = context;
      const email = await openGuestLink(context, 1020);
      await button(page, words('orders', 'link-send-code')).click();
      await waitForMail(email, /Код|code|код/i);
      await page.locator('[name=code]').fill('000000');
      await button(page, words('orders', 'link-open')).click();
      await expect(page.getByText(words('orders', 'link-code-invalid'))).toBeVisible();
    },
  },
  {
    name: 'order-link-unknown',
    async open({ page, words }) {
      await page.goto('/order-link#x');
      await expect(page.getByText(words('orders', 'link-unknown'))).toBeVisible();
    },
  },
  { name: 'gift-form', isOverlay: true, open: (context) => openGiftForm(context, 1021) },
  {
    name: 'gift-form-errors',
    isOverlay: true,
    async open(context) {
      await openGiftForm(context, 1022);
      const { page, words } = context;
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: words('gifts', 'channel-email') }).check({ force: true });
      await dialog.locator('[name=message]').fill('spam.com');
      await button(dialog, words('gifts', 'submit-email')).click();
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'gift-given',
    async open(context) {
      await openGiftForm(context, 1023);
      const { page, words } = context;
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=recipientName]').fill(GIFT.recipientName);
      await button(dialog, words('gifts', 'submit-link')).click();
      await expect(page.getByTestId('key').locator('code')).toBeVisible();
    },
  },
  { name: 'gift', open: async (context) => openGift(context, await give(await createMember(), 1024)) },
  {
    name: 'gift-waiting',
    open: async (context) => openGift(context, await give(await createMember(), 1025, dayAfter(9))),
  },
  {
    name: 'gift-opened',
    async open(context) {
      const { page, words } = context;
      await openGift(context, await give(await createMember(), 1026));
      await button(page, words('gifts', 'open')).click();
      await expect(page.getByRole('article').locator('code')).toBeVisible();
    },
  },
  {
    name: 'gift-elsewhere',
    async open(context) {
      const link = await give(await createMember(), 1027);
      await callStore('POST', '/api/v1/gift/open', { body: { token: link.split('#')[1] } });
      await openGift(context, link);
    },
  },
  {
    name: 'gift-unknown',
    async open({ page, words }) {
      await page.goto('/gift#x');
      await expect(page.getByText(words('gifts', 'unknown'))).toBeVisible();
    },
  },
  { name: 'receipt', open: (context) => openReceipt(context, 1028) },
  {
    name: 'receipt-printed',
    async open(context) {
      await openReceipt(context, 1029);
      await context.page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'order-printed',
    async open(context) {
      const member = await becomeMember(context.page);
      await openOrder(context, (await buyDirect(member, 1030)).orderId);
      await context.page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'alert-dialog',
    isOverlay: true,
    async open({ page, words }) {
      await becomeMember(page);
      await visit(page, '/catalog/1001');
      const name = new RegExp(`^${words('product', 'price-below')}`);
      await page.getByRole('button', { name }).first().click();
      await expect(button(page.getByRole('dialog'), words('alerts', 'turn-on'))).toBeVisible();
    },
  },
  {
    name: 'alerts',
    async open({ page }) {
      const member = await becomeMember(page);
      await setAlerts(member);
      await visit(page, '/alerts');
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: 'alerts-empty',
    async open({ page }) {
      await becomeMember(page);
      await visit(page, '/alerts');
    },
  },
  { name: 'alerts-stop', open: ({ page }) => visit(page, '/alerts/stop?token=1.x') },
  {
    name: 'alerts-stop-unknown',
    async open({ page, words }) {
      await visit(page, '/alerts/stop?token=1.x');
      await button(page, words('alerts', 'stop')).click();
      await expect(page.getByText(words('alerts', 'stop-missing'))).toBeVisible();
    },
  },
  {
    name: 'product-reviews',
    async open({ page }) {
      await visit(page, `/catalog/${REVIEWED}?reviews=newest`);
      await page.locator('#reviews').scrollIntoViewIfNeeded();
    },
  },
  { name: 'review-form', isOverlay: true, open: openReviewForm },
  {
    name: 'review-own',
    async open(context) {
      await openReviewForm(context);
      const { page, words } = context;
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio').nth(3).check({ force: true });
      await dialog.locator('[name=nickname]').fill('Айгерім');
      await dialog.locator('textarea').fill('Ключ пришёл сразу, активировался без вопросов. Играю третий вечер.');
      await button(dialog, words('reviews', 'send')).click();
      await expect(dialog).toBeHidden();
    },
  },
  {
    name: 'payment-tick',
    async open({ page }) {
      const member = await becomeMember(page);
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((number) =>
          callStore<{ items: Offer[] }>('GET', `/api/v1/products?pageSize=100&pageNumber=${number}`),
        ),
      );
      const items = pages.flatMap((found) => found.items);
      const turkish = items.find(
        ({ available, region, typeName, platform }) =>
          available && region === 'TR' && typeName === 'Key' && platform === 'Steam',
      );
      await callStore('POST', '/api/v1/basket/create', { session: member, body: [{ id: turkish?.id, count: 1 }] });
      await visit(page, '/payment');
      await expect(page.getByRole('checkbox')).toBeVisible();
    },
  },
];
