import type { Page } from '@playwright/test';
import { faultsInLanguage, overflowOf } from './axe.ts';
import { changeDatabase } from './console/operator.ts';
import {
  becomeMember,
  callStore,
  createMember,
  fillSignIn,
  type Member,
  openSession,
  PASSWORD,
  saveSession,
  waitForMail,
  worksForMembers,
} from './member.ts';
import { countTaps } from './taps.ts';
import { createTurns, expect, expectsErrors, onPhone, test } from './test.ts';

/** Alerts: from the bell on the page of a game to the purchase, and how they stop. */

const SANDBOX = String(process.env['SANDBOX_URL']);
const takeTurn = createTurns();

interface Offer {
  id: number;
  gameId: number;
  gameName: string;
  available: boolean;
  region: string;
  priceWithDiscount: number;
}

/** Games that no other test buys: these tests change their prices. */
const GAMES = { first: 3001, count: 46 };

/** Of another game for each test. */
async function findOffer(): Promise<Offer> {
  const gameId = GAMES.first + (takeTurn() % GAMES.count);
  const { items } = await callStore<{ items: Offer[] }>('GET', `/api/v1/products?gameid=${gameId}`);
  const offer = items.find(worksForMembers);
  if (!offer) throw new Error(`game ${gameId} is not on sale`);
  return offer;
}

const confirmMail = ({ username }: Pick<Member, 'username'>) =>
  changeDatabase('UPDATE account SET email_confirmed_at = now() WHERE login = $1', [username]);

const setPrice = ({ id }: Offer, cents: number) =>
  changeDatabase('UPDATE product SET price_with_discount_cents = $2 WHERE id = $1', [id, cents]);

const bell = (page: Page) => page.getByRole('button', { name: /^Сообщить, когда станет дешевле/ });
const tellMe = (page: Page) => page.getByRole('button', { name: 'Сообщить мне', exact: true });

test(
  'an alert is on after two taps, and its mail leads to the key with six more',
  onPhone,
  async ({ page, context }) => {
    const member = await becomeMember(page);
    await confirmMail(member);
    const offer = await findOffer();
    const taps = await countTaps(context);
    await page.goto(`/catalog/${offer.gameId}#offer-${offer.id}`);
    await bell(page).tap();
    await expect(page.getByRole('textbox', { name: /₸ или ниже/ })).not.toHaveValue('');
    expect(await faultsInLanguage(page, 'ru')).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await tellMe(page).tap();
    await expect(page.getByText('Оповещение включено').first()).toBeVisible();
    expect(taps.list).toHaveLength(2);

    await setPrice(offer, Math.floor(offer.priceWithDiscount / 2));
    const mail = await waitForMail(member.email, /: теперь /);
    const link = /https?:\S+\/catalog\/\S+/.exec(mail.text)?.[0] ?? '';
    // One tap on the button of the mail, then the page with the offer chosen.
    taps.list.push('the mail');
    await page.goto(link);
    await expect(page.locator(`input[name=offer][value="${offer.id}"]`)).toBeChecked();
    await page.getByRole('button', { name: 'Купить сейчас', exact: true }).tap();
    await page.getByRole('radio', { name: /Epoint/ }).tap();
    await page.getByRole('button', { name: /^Оплатить/ }).tap();
    await page.waitForURL((url) => url.origin === SANDBOX);
    await page.getByTestId('approve').tap();
    await page.getByRole('button', { name: 'Показать ключ' }).tap();
    await expect(page.getByTestId('key').locator('code')).toHaveText(/^DEMO/);
    expect(taps.list, taps.list.join('\n')).toHaveLength(8);
    await setPrice(offer, offer.priceWithDiscount);
  },
);

test('the link of a mail stops the alert with one tap, without a sign-in', { ...onPhone, ...expectsErrors }, async ({
  page,
  browser,
}) => {
  const member = await createMember();
  await confirmMail(member);
  const offer = await findOffer();
  const body = { kind: 'price-below', productId: offer.id, threshold: 100, currency: 'USD', channels: ['mail'] };
  await callStore('POST', '/api/v1/user/alerts', { session: member, body });
  await setPrice(offer, 90);
  const mail = await waitForMail(member.email, /: теперь /);
  await setPrice(offer, offer.priceWithDiscount);
  const address = /https?:\S+\/alerts\/stop\?token=\S+/.exec(mail.text)?.[0] ?? '';
  const listed = async () =>
    (await callStore<{ alerts: object[] }>('GET', '/api/v1/user/alerts', { session: member })).alerts.length;
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Выключить оповещение');
  expect(await faultsInLanguage(stranger, 'ru')).toEqual([]);
  expect(await listed()).toBe(1);
  await stranger.getByRole('button', { name: 'Больше не сообщать' }).click();
  await expect(stranger.getByText('Больше не будем сообщать.')).toBeVisible();
  expect(await listed()).toBe(0);
  await context.close();
  await page.goto('/alerts/stop?token=1.forged');
  await page.getByRole('button', { name: 'Больше не сообщать' }).click();
  await expect(page.getByText('Ссылка не подошла.')).toBeVisible();
  expect(await faultsInLanguage(page, 'ru')).toEqual([]);
});

test('a visitor signs in after the tap, and the dialog opens', onPhone, async ({ page }) => {
  const member = await createMember();
  await confirmMail(member);
  // Its first offer for a visitor is not the first one for a customer in Kazakhstan.
  await page.goto('/catalog/1036');
  const asked = await bell(page).getAttribute('aria-label');
  await bell(page).tap();
  const dialog = page.getByRole('dialog');
  await fillSignIn(dialog, member.username, PASSWORD);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(tellMe(page)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).tap();
  await expect(bell(page)).toHaveAttribute('aria-label', String(asked));
});

/** Has an offer that is sold out. */
const SOLD_OUT = 4042;

for (const [language, words] of [
  ['ru', { title: 'Оповещения', below: 'Когда будет', back: 'Сообщить о поступлении', turnOn: 'Сообщить мне' }],
  ['en', { title: 'Alerts', below: 'or less', back: 'Tell me when it’s back', turnOn: 'Tell me' }],
  ['kz', { title: 'Хабарландырулар', below: 'арзан болғанда', back: 'Түскенде хабарлау', turnOn: 'Маған хабарлау' }],
] as const) {
  test(
    `alerts in ${language}: about a return and ends of discounts by a press, and the list stops one and takes it back`,
    onPhone,
    async ({ page, context, baseURL }) => {
      const member = await becomeMember(page);
      await confirmMail(member);
      const kinds = async () =>
        (await callStore<{ alerts: { kind: string }[] }>('GET', '/api/v1/user/alerts', { session: member })).alerts
          .map(({ kind }) => kind)
          .toSorted();
      const expectNoFaults = async () => {
        expect(await faultsInLanguage(page, language)).toEqual([]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      };
      const turnOn = page.getByRole('dialog').getByRole('button', { name: words.turnOn, exact: true });
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }]);

      await page.goto(`/catalog/${SOLD_OUT}`);
      await page.getByRole('button', { name: new RegExp(`^${words.back}: `) }).tap();
      await expect(turnOn).toBeVisible();
      await expectNoFaults();
      await turnOn.tap();
      await expect.poll(kinds).toEqual(['back-in-stock']);

      await callStore('POST', '/api/v1/favorites', { session: member, body: { gameId: SOLD_OUT } });
      await page.goto('/favourites');
      // Those of the dialog follow it.
      const endSwitch = page.getByRole('main').getByRole('checkbox').first();
      await endSwitch.tap();
      await expect(turnOn).toBeVisible();
      await expectNoFaults();
      await turnOn.tap();
      await expect(endSwitch).toBeChecked();
      expect(await kinds()).toEqual(['back-in-stock', 'discount-end']);

      const offer = await findOffer();
      const body = { kind: 'price-below', productId: offer.id, threshold: 10_000, currency: 'KZT', channels: ['mail'] };
      await callStore('POST', '/api/v1/user/alerts', { session: member, body });
      await page.goto('/alerts');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
      const row = page.getByRole('listitem').filter({ hasText: words.below });
      await expect(row).toBeVisible();
      await expectNoFaults();
      await row.getByRole('button').tap();
      await expect.poll(kinds).toEqual(['back-in-stock', 'discount-end']);
      await page.getByRole('button', { name: /Вернуть|Undo|Қайтару/ }).tap();
      await expect.poll(kinds).toEqual(['back-in-stock', 'discount-end', 'price-below']);
      await expect(row).toBeVisible();
    },
  );
}

test.describe('push', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test('a push message shows what changed, and its action stops the alert', onPhone, async ({ page, context }) => {
    const member = await becomeMember(page);
    const made = await fetch(`${SANDBOX}/push/subscriptions`, { method: 'POST' });
    const subscription = (await made.json()) as { endpoint: string; keys: { p256dh: string; auth: string } };
    // The browser of the tests has no push service and shows no messages: the subscription comes from the stand-in.
    await page.addInitScript((given) => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () => ({ toJSON: () => given }) as unknown as PushSubscription;
    }, subscription);
    const offer = await findOffer();
    await page.goto(`/catalog/${offer.gameId}#offer-${offer.id}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await bell(page).tap();
    // The address is not confirmed, so push is the only way.
    await expect(page.getByText('Письма приходят только на подтверждённый адрес.')).toBeVisible();
    await tellMe(page).tap();
    await expect(page.getByText('Оповещение включено').first()).toBeVisible();

    // A sign-out ends the messages, and the next sign-in renews them on any page.
    await callStore('POST', '/account/logout', { session: member });
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto('/news');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pushEnded'))).toBe('true');
    const session = await openSession(member.username);
    const countBrowsers = async () =>
      (await callStore<{ browsers: object[] }>('GET', '/api/v1/user/alerts', { session })).browsers.length;
    expect(await countBrowsers()).toBe(0);
    await saveSession(page, session);
    await page.goto('/news');
    await expect.poll(countBrowsers).toBe(1);

    // The browser gets another subscription: the next page sends it.
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('no service worker');
    const { browsers } = await callStore<{ browsers: { id: number }[] }>('GET', '/api/v1/user/alerts', { session });
    await callStore('DELETE', `/api/v1/user/push-subscriptions/${browsers[0]?.id}`, { session });
    await worker.evaluate(async () => {
      const waits: Promise<unknown>[] = [];
      const waitUntil = (work: Promise<unknown>) => waits.push(work);
      self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil }));
      await Promise.all(waits);
    });
    await page.reload();
    await expect.poll(countBrowsers).toBe(1);

    await setPrice(offer, Math.floor(offer.priceWithDiscount / 2));
    type Push = { subscription: string; payload: { title: string; stopToken: string } };
    const id = subscription.endpoint.split('/').at(-1);
    let payload: Push['payload'] | undefined;
    await expect
      .poll(async () => {
        const received = (await (await fetch(`${SANDBOX}/push.json`)).json()) as Push[];
        payload = received.find((push) => push.subscription === id)?.payload;
        return payload?.title;
      })
      .toContain('теперь');
    await setPrice(offer, offer.priceWithDiscount);

    if (!payload) throw new Error('no message');
    const stopped = await worker.evaluate(async (data) => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent(event: Event): boolean;
      };
      const shown: { title: string; data: unknown; close(): void }[] = [];
      scope.registration.showNotification = async (title, options) => {
        shown.push({ title, data: options?.data, close: () => shown.splice(0) });
      };
      const waits: Promise<unknown>[] = [];
      const send = async (type: string, fields: object) => {
        const waitUntil = (work: Promise<unknown>) => waits.push(work);
        scope.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }));
        await Promise.all(waits);
      };
      await send('push', { data: { json: () => data } });
      const [notification] = shown;
      await send('notificationclick', { action: 'stop', notification });
      return { title: notification?.title, left: shown.length };
    }, payload);
    expect(stopped).toEqual({ title: payload.title, left: 0 });
    const { alerts } = await callStore<{ alerts: object[] }>('GET', '/api/v1/user/alerts', { session });
    expect(alerts).toEqual([]);
  });
});
