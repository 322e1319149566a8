import type { Page } from '@playwright/test';
import { expect, onDesktop, onPhone, test } from './test.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Главные предложения' });
const box = (page: Page) => region(page).locator('[data-place]');

async function dragBy(page: Page, distance: number) {
  const area = await box(page).boundingBox();
  if (!area) throw new Error('no carousel');
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y, { steps: 4 });
  await page.mouse.move(x + distance, y, { steps: 4 });
  await page.mouse.up();
}

test('rotates every three seconds until it is touched', onDesktop, async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(box(page)).toHaveAttribute('data-hydrated', 'true');
  await page.clock.runFor(3_100);
  await expect(box(page)).toHaveAttribute('data-place', '1');
  await page.clock.runFor(3_100);
  await expect(box(page)).toHaveAttribute('data-place', '2');
  await region(page).getByRole('button', { name: 'Остановить' }).click();
  await page.clock.runFor(10_000);
  await expect(box(page)).toHaveAttribute('data-place', '2');
});

/** Opens the page and stops the rotation, so that slides move only by input. Returns the shown slide. */
async function openStill(page: Page): Promise<number> {
  await page.goto('/');
  await expect(box(page)).toHaveAttribute('data-hydrated', 'true');
  await region(page).getByRole('button', { name: 'Остановить' }).click();
  return Number(await box(page).getAttribute('data-place'));
}

const place = (start: number, step: number) => String((start + step + 5) % 5);

test('moves by a drag of more than 50 px and not by less', async ({ page }) => {
  const start = await openStill(page);
  await dragBy(page, -40);
  await expect(box(page)).toHaveAttribute('data-place', place(start, 0));
  await dragBy(page, -90);
  await expect(box(page)).toHaveAttribute('data-place', place(start, 1));
  await dragBy(page, 90);
  await expect(box(page)).toHaveAttribute('data-place', place(start, 0));
  await expect(page).toHaveURL('/');
});

test('moves by a sideways wheel', onDesktop, async ({ page }) => {
  const start = await openStill(page);
  await box(page).hover();
  await page.mouse.wheel(120, 0);
  await expect(box(page)).toHaveAttribute('data-place', place(start, 1));
});

test('moves by an ordinary mouse wheel, which still scrolls the page', onDesktop, async ({ page }) => {
  const start = await openStill(page);
  await box(page).hover();
  await page.mouse.wheel(0, 240);
  await expect(box(page)).toHaveAttribute('data-place', place(start, 1));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test('does not move while a touch pad scrolls the page', onDesktop, async ({ page }) => {
  const start = await openStill(page);
  await box(page).hover();
  await page.mouse.wheel(0, 20);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(box(page)).toHaveAttribute('data-place', place(start, 0));
});

test('moves by arrow keys, and its button leads to the game', onDesktop, async ({ page }) => {
  const start = await openStill(page);
  await page.keyboard.press('ArrowRight');
  await expect(box(page)).toHaveAttribute('data-place', place(start, 1));
  await box(page).locator('li:not([inert])').getByRole('link').click();
  await expect(page).toHaveURL(/\/catalog\/\d+/);
});

test('does not rotate under reduced motion', onPhone, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  await expect(box(page)).toHaveAttribute('data-hydrated', 'true');
  await page.clock.runFor(10_000);
  await expect(box(page)).toHaveAttribute('data-place', '0');
});
