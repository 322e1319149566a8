import type { Page } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { middleOf, putFingersOn } from './fingers.ts';
import { expect, onDesktop, onPhone, test } from './test.ts';

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

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion } });

    test(`a finger swipes to the next picture and back, motion: ${reducedMotion}`, onPhone, async ({ page }) => {
      await page.goto('/catalog/1001');
      await openButton(page).tap();
      const status = lightbox(page).getByRole('status');
      await expect(status).toHaveText('Картинка 1 из 5');
      const stage = lightbox(page).getByRole('list');
      const finger = await putFingersOn(page);
      const middle = middleOf(await stage.boundingBox());
      const right = { x: middle.x + 120, y: middle.y };
      const left = { x: middle.x - 120, y: middle.y };
      const isAt = (place: number) =>
        expect.poll(() => stage.evaluate((row) => row.scrollLeft / row.clientWidth)).toBe(place);
      await finger.move([[right, left]]);
      await expect(status).toHaveText('Картинка 2 из 5');
      await isAt(1);
      await finger.move([[right, left]]);
      await isAt(2);
      await finger.move([[left, right]]);
      await isAt(1);
      await expect(status).toHaveText('Картинка 2 из 5');
      // Up and down nothing moves, neither here nor on the page behind.
      const scrolled = await page.evaluate(() => scrollY);
      await finger.move([[middle, { x: middle.x, y: middle.y - 200 }]]);
      await finger.move([[middle, { x: middle.x, y: middle.y + 200 }]]);
      await isAt(1);
      expect(await page.evaluate(() => scrollY)).toBe(scrolled);
      await expect(lightbox(page)).toBeVisible();
      // The arrows are still there, and follow the finger.
      await lightbox(page).getByRole('button', { name: 'Следующая картинка' }).click();
      await isAt(2);
      await expect(status).toHaveText('Картинка 3 из 5');
    });
  });
}

test('two fingers zoom into a picture, and do not turn it', onPhone, async ({ page }) => {
  await page.goto('/catalog/1001');
  await openButton(page).tap();
  const stage = lightbox(page).getByRole('list');
  await expect(lightbox(page).getByRole('status')).toHaveText('Картинка 1 из 5');
  const { x, y } = middleOf(await stage.boundingBox());
  const fingers = await putFingersOn(page);
  await fingers.move([
    [
      { x: x - 20, y },
      { x: x - 120, y },
    ],
    [
      { x: x + 20, y },
      { x: x + 120, y },
    ],
  ]);
  await expect.poll(() => page.evaluate(() => visualViewport?.scale ?? 1)).toBeGreaterThan(1.5);
  // The fingers can push it by a few pixels.
  expect(await stage.evaluate((row) => Math.round(row.scrollLeft / row.clientWidth))).toBe(0);
  await expect(lightbox(page).getByRole('status')).toHaveText('Картинка 1 из 5');
});
