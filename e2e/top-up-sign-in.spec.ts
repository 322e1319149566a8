import { callStore, findSession, newName, passProvider } from './member.ts';
import { expect, onPhone, test } from './test.ts';

/** A visitor signs in at Google or VK during a top-up and returns to its confirmation. */

test.describe.configure({ timeout: 240_000 });
const SANDBOX = String(process.env['SANDBOX_URL']);

test(
  'after the return from Google the confirmation is open, and nothing is paid automatically',
  onPhone,
  async ({ page }) => {
    const account = `google_${Math.random().toString(36).slice(2, 10)}`;
    await page.goto('/steam');
    await page.getByLabel('Логин Steam').fill(account);
    await page.getByRole('radio', { name: /Карты Казахстана/ }).check();
    await page.getByRole('button', { name: 'Пополнить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Войти через Google' }).click();
    await passProvider(page, `${newName()}@example.com`);
    await expect(page).toHaveURL(/\/steam$/);
    const dialog = page.getByRole('dialog', { name: 'Всё верно?' });
    await expect(dialog.getByTestId('confirm-account')).toHaveText(account);
    const session = await findSession(page);
    expect(await callStore('GET', '/api/v1/user/replenishments', { session })).toEqual([]);

    await dialog.getByRole('button', { name: /^Оплатить/ }).click();
    await page.waitForURL((url) => url.origin === SANDBOX);
    expect(await callStore('GET', '/api/v1/user/replenishments', { session })).toHaveLength(1);
  },
);

test(
  'after the return from VK the confirmation opens once, and not again after a reload',
  onPhone,
  async ({ page }) => {
    const player = `51${Math.floor(Math.random() * 9_000_000) + 1_000_000}7`;
    await page.goto('/pubg');
    await page.getByLabel('ID игрока').fill(player);
    await page.getByRole('radio', { name: /^60 UC/ }).check();
    await page.getByRole('radio', { name: /Карты России/ }).check();
    await page.getByRole('button', { name: 'Пополнить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Войти через VK' }).click();
    await passProvider(page, `${newName()}@example.com`);
    await expect(page.getByTestId('confirm-account')).toHaveText(player);
    const checked = page.waitForResponse(/\/replenishment\/account/);
    await page.reload();
    await checked;
    await expect(page.getByLabel('ID игрока')).toHaveValue(player);
    await expect(page.getByRole('dialog', { name: 'Всё верно?' })).toBeHidden();
  },
);
