import type { Page } from '@playwright/test';
import { findFaults } from './layout-faults.ts';
import { becomeMember, callStore, saveInStorage } from './member.ts';
import { expect, onPhone, test } from './test.ts';

/** Whether a key works in the shopper's country: on the page of a game, and before the payment. */

interface Product {
  id: number;
  gameId: number;
  region: string;
  platform: string;
  available: boolean;
  typeName: string;
}

/** A game with an offer for Türkiye only, which does not work elsewhere, and one that works in Kazakhstan. */
async function findGame(): Promise<{ turkish: Product; working: Product }> {
  for (const pageNumber of [1, 2, 3, 4, 5, 6]) {
    const { items } = await callStore<{ items: Product[] }>(
      'GET',
      `/api/v1/products?pageSize=100&pageNumber=${pageNumber}`,
    );
    const keys = items.filter(
      ({ available, typeName, platform }) => available && typeName === 'Key' && platform === 'Steam',
    );
    for (const turkish of keys.filter(({ region }) => region === 'TR')) {
      const { items: offers } = await callStore<{ items: Product[] }>(
        'GET',
        `/api/v1/products?gameid=${turkish.gameId}`,
      );
      const working = offers.find(({ region, available }) => available && ['Global', 'KZ', 'CIS'].includes(region));
      if (working) return { turkish, working };
    }
  }
  throw new Error('the demo has no such game');
}

const rows = (page: Page) => page.getByRole('group', { name: 'Выберите вариант' }).getByRole('listitem');
const country = (page: Page) => page.getByLabel('Страна аккаунта:');

test('a visitor chooses a country once, and what does not work moves down', async ({ page, isMobile }) => {
  const { turkish, working } = await findGame();
  await page.goto(`/catalog/${turkish.gameId}`);
  await expect(rows(page).filter({ hasText: 'вашей стране' })).toHaveCount(0);

  await country(page).selectOption({ label: 'Казахстан' });
  await expect(rows(page).last()).toContainText('Не активируется в вашей стране: Казахстан');
  await expect(rows(page).first()).toContainText('Активируется в вашей стране: Казахстан');
  await expect(page.locator(`input[name="offer"][value="${turkish.id}"]`)).not.toBeChecked();
  expect(await findFaults(page, { isTouched: isMobile })).toEqual([]);

  await page.reload();
  await expect(country(page)).toHaveValue('KZ');
  await country(page).selectOption({ label: 'Турция' });
  const row = rows(page).filter({ has: page.locator(`input[value="${turkish.id}"]`) });
  await expect(row).toContainText('Активируется в вашей стране: Турция');
  expect(working.gameId).toBe(turkish.gameId);
});

test('paying for a key that does not work needs a tick', onPhone, async ({ page }) => {
  const { turkish } = await findGame();
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
