import type { Page } from '@playwright/test';
import { faultsInBothThemes, overflowOf } from './axe.ts';
import {
  becomeMember,
  callStore,
  type Member,
  openSession,
  saveSession,
  waitForMail,
  worksForMembers,
} from './member.ts';
import { expect, onPhone, test } from './test.ts';
import { approve, beginSteam, newLogin, stageOf } from './top-up.ts';

/** The page after paying: the key first, short numbers, and paper. */

const GAME = { id: 1005, name: /Hogwarts/ };
const NUMBER = /^OY-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/;

interface Bought {
  member: Member;
  orderId: string;
  number: string;
}

test.describe.configure({ timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Pays for one key through the API, and opens the page of the order. */
async function buy(page: Page): Promise<Bought> {
  const member = await becomeMember(page);
  const { items } = await callStore<{ items: { id: number; available: boolean; region: string }[] }>(
    'GET',
    `/api/v1/products?gameid=${GAME.id}`,
  );
  const id = items.find(worksForMembers)?.id;
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', {
    session: member,
    body: [{ id, count: 1 }],
  });
  const begun = await callStore<{ orderId: string; link_url: string }>('POST', `/api/v1/payment/epoint/${basket.id}`, {
    session: member,
  });
  await approve(begun);
  const { number } = await callStore<{ number: string }>('GET', `/api/v1/user/orders/${begun.orderId}?wait=10`, {
    session: member,
  });
  await page.goto(`/payment/result?order=${begun.orderId}`);
  await expect(stageOf(page, 'paid')).toBeVisible();
  return { member, orderId: begun.orderId, number };
}

for (const height of [640, 780]) {
  test(
    `shows tick, cover, name and key on the first screen of 360 by ${height}, and the facts below`,
    onPhone,
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height });
      const { number } = await buy(page);
      const main = page.getByRole('main');
      const bar = await page.getByRole('navigation', { name: 'Быстрая навигация' }).boundingBox();
      const fold = bar?.y ?? height;
      const item = main.getByRole('article', { name: GAME.name }).first();
      for (const part of [
        stageOf(page, 'paid').locator('svg'),
        item.locator('img'),
        item.getByRole('heading', { name: GAME.name }),
        main.getByRole('button', { name: 'Показать ключ' }),
      ]) {
        const box = await part.boundingBox();
        expect(box && box.y + box.height, String(part)).toBeLessThanOrEqual(fold);
      }
      const facts = main.locator('dl');
      await expect(facts).toContainText(number);
      const button = await main.getByRole('button', { name: 'Показать ключ' }).boundingBox();
      expect((await facts.boundingBox())?.y).toBeGreaterThan(button?.y ?? 0);
    },
  );
}

test('shows the short number wherever the buyer sees one', onPhone, async ({ page }) => {
  const { member, orderId, number } = await buy(page);
  expect(number).toMatch(NUMBER);
  for (const path of ['/history', '/profile', `/payment/result?order=${orderId}`]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(number)).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(orderId);
  }
  const mail = await waitForMail(member.email, new RegExp(number));
  expect(mail.subject).not.toContain(orderId);
});

test('prints the order and the key that is shown, without the store around it', async ({ page }) => {
  const { number } = await buy(page);
  await page.getByRole('button', { name: 'Показать ключ' }).click();
  const key = page.getByTestId('key').locator('code');
  await expect(key).toHaveText(/^[A-Z0-9-]{8,}$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(number)).toBeVisible();
  await expect(key).toBeVisible();
  for (const around of ['banner', 'contentinfo', 'navigation', 'button'] as const) {
    await expect(page.getByRole(around).filter({ visible: true })).toHaveCount(0);
  }
  const colours = await page.evaluate(() => [
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.querySelector('main h1') as Element).color,
  ]);
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
});

test('has a timeline, the page of the platform with the key, and a receipt that prints', async ({ page }) => {
  const { number, orderId } = await buy(page);
  const stages = page.getByRole('list', { name: 'Ход заказа' }).getByRole('listitem');
  await expect(stages).toHaveText([/Заказ оформлен/, /Оплата/, /Ключ выдан/]);
  await page.getByRole('button', { name: 'Показать ключ' }).click();
  await expect(page.getByTestId('key').locator('code')).toHaveText(/^[A-Z0-9-]{8,}$/);
  const key = await page.getByTestId('key').locator('code').textContent();
  const redeem = page.getByRole('link', { name: 'Активировать на сайте платформы' });
  await expect(redeem).toHaveAttribute('href', new RegExp(`[=/]${encodeURIComponent(key ?? '')}$`));
  await expect(redeem).toHaveAttribute('rel', 'noopener noreferrer');
  const steps = page.getByTestId('key').getByRole('group').filter({ hasText: 'Как активировать' });
  await expect(steps.getByRole('listitem').first()).toHaveText('Установите приложение Steam и войдите в свой аккаунт.');
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Чек', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/payment/receipt\\?order=${orderId}$`));
  // The address changes before the page: the order has articles, too.
  const title = page.getByRole('heading', { name: 'Чек', exact: true });
  const receipt = page.getByRole('main').getByRole('article').filter({ has: title });
  await expect(receipt).toContainText(number);
  await expect(receipt).toContainText('1 USD =');
  await expect(receipt).toContainText('Продавец');
  // The tests have no VAT rate.
  await expect(receipt).not.toContainText('НДС');
  await page.route('**/api/v1/user/orders/*/receipt*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), vat: { percent: '12', amount: 43_210 } },
    });
  });
  await page.reload();
  await expect(receipt).toContainText(/В том числе НДС 12\s%432,10/);
  await expect(page.getByRole('banner')).toBeHidden();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  for (const width of [794, 302]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('prints the receipt of a top-up', onPhone, async ({ page }) => {
  const account = newLogin();
  const begun = await beginSteam(account);
  await page.goto(`/top-up/${begun.orderId}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(account, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(NUMBER)).toBeVisible();
  await expect(page.getByRole('link').filter({ visible: true })).toHaveCount(0);
});

test(
  'a refresh while the payment is waiting and a second tab both end with the key',
  onPhone,
  async ({ page, context }) => {
    const member = await becomeMember(page);
    const { items } = await callStore<{ items: { id: number; available: boolean; region: string }[] }>(
      'GET',
      `/api/v1/products?gameid=${GAME.id}`,
    );
    const id = items.find(worksForMembers)?.id;
    const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', {
      session: member,
      body: [{ id, count: 1 }],
    });
    const begun = await callStore<{ orderId: string; link_url: string }>(
      'POST',
      `/api/v1/payment/epoint/${basket.id}`,
      {
        session: member,
      },
    );
    const path = `/payment/result?order=${begun.orderId}`;
    await page.goto(path);
    await expect(stageOf(page, 'waiting')).toBeVisible();
    await page.reload();
    await expect(stageOf(page, 'waiting')).toBeVisible();
    const tab = await context.newPage();
    await tab.goto(path);
    await approve(begun);
    for (const one of [page, tab]) {
      await expect(stageOf(one, 'paid')).toBeVisible();
      await expect(one.getByRole('button', { name: 'Показать ключ' })).toBeVisible();
    }
    // The back button returns to the order, not to a second payment.
    await page.goto('/history');
    await page.goBack();
    await expect(stageOf(page, 'paid')).toBeVisible();
  },
);

test('the history of a refunded order says refunded and no longer paid', onPhone, async ({ page }) => {
  const demo = await openSession('demo', 'Demo!pass1');
  const baskets = await callStore<{ payment: { number: string; amount: number; refundedAmount: number } | null }[]>(
    'GET',
    '/api/v1/user/baskets',
    { session: demo },
  );
  const refunded = baskets.find(({ payment }) => payment && payment.refundedAmount >= payment.amount)?.payment;
  const paid = baskets.find(({ payment }) => payment && payment.refundedAmount === 0)?.payment;
  await saveSession(page, demo);
  await page.goto('/history');
  const cardOf = (number: string | undefined) =>
    page
      .getByRole('article')
      .filter({ hasText: String(number) })
      .first();
  await expect(cardOf(paid?.number)).toContainText('Оплачен');
  await expect(cardOf(refunded?.number)).toContainText('Возвращено');
  await expect(cardOf(refunded?.number)).not.toContainText('Оплачен');
});
