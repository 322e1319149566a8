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

async function findTurkish(): Promise<Product> {
  const { items } = await callStore<{ items: Product[] }>('GET', `/api/v1/products?gameid=${GAME}`);
  const turkish = items.find(({ region, available }) => available && region === 'TR');
  if (!turkish || !items.some(worksForMembers)) throw new Error(`game ${GAME} has other offers`);
  return turkish;
}

const rows = (page: Page) => page.getByRole('group', { name: 'Выберите вариант' }).getByRole('listitem');
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
