import type { Page } from '@playwright/test';
import { findFaults } from './layout-faults.ts';
import { becomeMember, callStore, saveInStorage, worksForMembers } from './member.ts';
import { expect, onPhone, test } from './test.ts';

/** Whether a key works in the shopper's country: on the page of a game, and before the payment. */

interface Product {
  id: number;
  region: string;
  available: boolean;
}

/** Has an offer for Türkiye only, which does not work elsewhere, and one that works in Kazakhstan. No other test buys it. */
const GAME = 2016;

/** Its offer for Xbox works where the account is set to Türkiye. */
const WITH_CONDITION = 1005;

async function findTurkish(): Promise<Product> {
  const { items } = await callStore<{ items: Product[] }>('GET', `/api/v1/products?gameid=${GAME}`);
  const turkish = items.find(({ region, available }) => available && region === 'TR');
  if (!turkish || !items.some(worksForMembers)) throw new Error(`game ${GAME} has other offers`);
  return turkish;
}

const rows = (page: Page) => page.getByRole('group', { name: 'Выберите вариант' }).getByRole('listitem');
/** The offers as they are seen, from the top of the page down. The style may put them in another order than the document. */
async function placesOf(page: Page): Promise<{ offer: string; top: number }[]> {
  await page.evaluate(() => document.fonts.ready);
  return rows(page).evaluateAll((list) =>
    list
      .map((row) => ({
        offer: row.querySelector<HTMLInputElement>('input[name="offer"]')?.value ?? '',
        top: Math.round(row.getBoundingClientRect().top + scrollY),
      }))
      .toSorted((a, b) => a.top - b.top),
  );
}
const country = (page: Page) => page.getByLabel('Страна аккаунта:');

test('a visitor chooses a country once, and what does not work moves down', async ({ page, isMobile }) => {
  const turkish = await findTurkish();
  await page.goto(`/catalog/${GAME}`);
  await expect(rows(page).filter({ hasText: 'ктивируется:' })).toHaveCount(0);

  await country(page).selectOption({ label: 'Казахстан' });
  await expect(rows(page).last()).toContainText('Не активируется: Казахстан');
  await expect(rows(page).first()).toContainText('Активируется: Казахстан');
  await expect(page.locator(`input[name="offer"][value="${turkish.id}"]`)).not.toBeChecked();
  expect(await findFaults(page, { isTouched: isMobile })).toEqual([]);

  await page.reload();
  await expect(country(page)).toHaveValue('KZ');
  await country(page).selectOption({ label: 'Турция' });
  const row = rows(page).filter({ has: page.locator(`input[value="${turkish.id}"]`) });
  await expect(row).toContainText('Активируется: Турция');

  // A condition is said to every visitor, in the place of the region.
  await page.goto(`/catalog/${WITH_CONDITION}`);
  await country(page).selectOption({ label: 'Казахстан' });
  const condition = page.getByText('Только если в аккаунте Xbox указана Турция');
  await expect(condition).toHaveAttribute('data-answer', 'condition');
});

test('the offers do not move when the country of the account is known', onPhone, async ({ page, context }) => {
  const turkish = await findTurkish();
  const fails = rows(page).filter({ hasText: 'Не активируется: Казахстан' });
  await becomeMember(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/user\/info/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/catalog/${GAME}`);
  const before = await placesOf(page);
  await expect(fails).toHaveCount(0);
  release();
  await expect(fails).toHaveCount(1);
  expect(await placesOf(page)).toEqual(before);
  // Otherwise the next page would have nothing to sort.
  expect(before.at(-1)?.offer).not.toBe(String(turkish.id));

  // From the second page on they are in the order of the country before any file of script is there.
  const second = await context.newPage();
  await second.route('**/assets/*.js', (route) => route.abort());
  await second.goto(`/catalog/${GAME}`);
  const early = await placesOf(second);
  expect(early.at(-1)?.offer).toBe(String(turkish.id));
  await page.reload();
  await expect(rows(page).last()).toContainText('Не активируется: Казахстан');
  expect(await placesOf(page)).toEqual(early);
});

test('paying for a key that does not work needs a tick', onPhone, async ({ page }) => {
  const turkish = await findTurkish();
  const member = await becomeMember(page);
  await callStore('POST', '/api/v1/basket/create', { session: member, body: [{ id: turkish.id, count: 1 }] });
  await page.goto('/payment');
  await page.getByRole('radio', { name: /Epoint/ }).check();
  const pay = page.getByRole('button', { name: /^Оплатить/ });
  const tick = page.getByRole('checkbox', { name: /Знаю, что эти товары там не сработают/ });
  await expect(tick).not.toBeChecked();
  await pay.click();
  await expect(page.getByRole('alert').filter({ hasText: 'не активируется' })).toBeVisible();
  await expect(tick).toBeFocused();
  await tick.check();
  // What was ticked for one country does not count for another.
  await saveInStorage(await page.context().newPage(), { country: 'UZ' });
  await expect(page.getByText('Не активируется в стране: Узбекистан')).toBeVisible();
  await expect(tick).not.toBeChecked();
  await pay.click();
  await expect(tick).toBeFocused();
  await tick.check();
  await pay.click();
  await page.waitForURL((url) => url.origin === String(process.env['SANDBOX_URL']));
});
