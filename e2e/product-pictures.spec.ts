import type { Page } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { expect, onDesktop, test } from './test.ts';

const openButton = (page: Page) => page.getByRole('button', { name: /^Открыть картинку \d из 5 на весь экран$/ });
const lightbox = (page: Page) => page.getByRole('dialog', { name: 'The Witcher 3: Wild Hunt: картинки' });

test('the pictures open on the whole screen and are moved by keys; Escape returns the focus', async ({ page }) => {
  await page.goto('/catalog/1001');
  await openButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(lightbox(page)).toBeVisible();
  const status = lightbox(page).getByRole('status');
  const shown = lightbox(page).getByRole('img');
  await expect(status).toHaveText(/^Картинка \d из 5$/);
  await page.keyboard.press('Home');
  await expect(status).toHaveText('Картинка 1 из 5');
  await page.keyboard.press('ArrowRight');
  await expect(status).toHaveText('Картинка 2 из 5');
  await expect(shown).toHaveAccessibleName(/2 из 5/);
  await expect(shown).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(status).toHaveText('Картинка 5 из 5');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  // The gallery shows what was looked at last.
  await expect(openButton(page)).toHaveAccessibleName('Открыть картинку 5 из 5 на весь экран');
});

test('the focus stays inside while the pictures are open', onDesktop, async ({ page }) => {
  await page.goto('/catalog/1001');
  await openButton(page).click();
  await expect(lightbox(page)).toBeVisible();
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
  }
  await lightbox(page).getByRole('button', { name: 'Закрыть' }).click();
  await expect(openButton(page)).toBeFocused();
});

test('a picture opens at a touch and fills the screen; scrolling snaps to the next one', async ({ page }) => {
  await page.goto('/catalog/1001');
  await page.getByRole('region', { name: 'Галерея' }).getByRole('img').first().click();
  await expect(lightbox(page)).toBeVisible();
  const viewport = page.viewportSize();
  await expect.poll(() => lightbox(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...viewport });
  const stage = lightbox(page).getByRole('list');
  const start = await stage.evaluate((row) => Math.round(row.scrollLeft / row.clientWidth));
  await stage.evaluate((row) => row.scrollBy({ left: row.clientWidth * 0.7 }));
  await expect(lightbox(page).getByRole('status')).toHaveText(`Картинка ${start + 2} из 5`);
  await expect.poll(() => stage.evaluate((row) => row.scrollLeft % row.clientWidth)).toBe(0);
});
