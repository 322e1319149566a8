import { expect, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { CONSOLE, signIn } from './operator.ts';

test(
  'a screen that was never opened says that there is no network, and opens when it is back',
  onDesktop,
  async ({ page, context }) => {
    await signIn(page);
    const menu = page.getByRole('navigation').first();
    const title = page.getByRole('heading', { level: 1 });
    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Склад' }).click();
    await expect(title).toHaveText('Нет связи с магазином');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(title).toHaveText('Нет связи с магазином');

    // The menu is still there, and leads to what is loaded.
    await menu.getByRole('link', { name: 'Сегодня' }).click();
    await expect(title).toHaveText('Сегодня');
    await expect(title).toBeFocused();
    // The router remembers that it could not load this one.
    await context.setOffline(false);
    await menu.getByRole('link', { name: 'Склад' }).click();
    await expect(title).toHaveText('Склад');

    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Цены' }).click();
    await expect(title).toHaveText('Нет связи с магазином');
    await context.setOffline(false);
    await expect(title).toHaveText('Цены');
  },
);

test('a console whose scripts are on their way shows that it loads', onDesktop, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => held.promise.then(() => route.continue()));
  await page.goto(CONSOLE, { waitUntil: 'commit' });
  const loading = page.locator('[aria-busy="true"]');
  await expect(loading.locator('span')).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Вход в консоль' })).toBeVisible();
  await expect(loading).toHaveCount(0);
});
