import { expect, type Locator, type Page, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { signIn } from './operator.ts';

/** The grid of twenty thousand rows on /patterns with the keyboard, and both grids while they are scrolled. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function openGrid(page: Page) {
  const refused: string[] = [];
  page.on('console', (message) => /content security policy/i.test(message.text()) && refused.push(message.text()));
  await signIn(page, '/patterns?grid');
  const grid = page.getByRole('grid', { name: 'Offers' });
  await expect(grid).toHaveAttribute('aria-rowcount', '20001');
  return { grid, refused };
}

test('rows are reached, chosen and edited with the keyboard alone', onDesktop, async ({ page }) => {
  const { grid, refused } = await openGrid(page);
  const chosen = grid.locator('[role="row"][aria-selected="true"]');
  await page.keyboard.press('j');
  await expect(grid.locator('[data-place="0:0"]')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(chosen).toHaveCount(1);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(chosen).toHaveCount(4);
  await expect(grid.getByRole('row', { name: 'Game 1 — edition 2' })).toHaveAttribute('aria-selected', 'true');

  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  await page.keyboard.type('2.50');
  await page.keyboard.press('Enter');
  await expect(grid.locator('[data-place="4:3"]')).toHaveText('42.50');
  await expect(grid.locator('[data-place="5:3"]')).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByLabel('Price of Game 2 — edition 2')).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Escape');
  await expect(grid.locator('[data-place="5:3"]')).toHaveText('42.99');

  await page.keyboard.press('ControlOrMeta+End');
  await expect(grid.locator('[data-place="19999:3"]')).toBeFocused();
  await expect(grid.locator('[data-place="19999:3"]')).toBeInViewport();
  // The row with the focus stays in the document when the grid is scrolled away from it.
  await grid.evaluate((element) => element.scrollTo(0, 0));
  await expect(grid.locator('[data-place="0:1"]')).toBeInViewport();
  await expect(grid.locator('[data-place="19999:3"]')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByRole('checkbox', { name: 'Выбрать все' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(chosen).toHaveCount(0);
  expect(refused).toEqual([]);
});

/** Scrolls as a wheel does, with a jump as of the scroll bar every tenth time. Counts the places without a row. */
const countBlanks = (grid: Locator, jump: number) =>
  grid.evaluate(async (element, far) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let missing = 0;
    const { left, top, bottom } = element.getBoundingClientRect();
    for (let turn = 0; turn < 120; turn++) {
      element.scrollBy(0, turn % 10 === 9 ? far : 240);
      await nextFrame();
      await nextFrame();
      for (let y = top + 50; y < bottom - 10; y += 30) {
        if (!document.elementFromPoint(left + 100, y)?.closest('[role="row"]')) missing += 1;
      }
    }
    return missing;
  }, jump);

test('no part of the grid is blank while it is scrolled', onDesktop, async ({ page }) => {
  const { grid } = await openGrid(page);
  expect(await countBlanks(grid, 60_000)).toBe(0);
  // What was a skeleton has its text once it is loaded.
  await expect(grid.getByRole('row').last()).toContainText('edition');
});

test(
  'no part of the prices is blank while they are scrolled fast, and every row gets its price',
  onDesktop,
  async ({ page }) => {
    await signIn(page, '/prices');
    const grid = page.getByRole('grid', { name: 'Цены' });
    await expect(grid.getByRole('row').nth(1)).toContainText('$');
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(500);
    expect(await countBlanks(grid, 4_000)).toBe(0);
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(grid.getByRole('row').last()).toContainText('$');
    await expect(grid.getByRole('row').nth(-5)).toContainText('$');
  },
);
