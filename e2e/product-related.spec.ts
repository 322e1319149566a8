import type { Page, Request } from '@playwright/test';
import { faultsInBothThemes, faultsOf } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import { callStore } from './member.ts';
import { expect, onDesktop, onPhone, test } from './test.ts';

const viewed = (page: Page) => page.getByRole('region', { name: 'Вы смотрели' });
const toTheEnd = (page: Page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded();

function countCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/game/cards')) calls.push(request);
  });
  return calls;
}

test('games that were looked at are shown on the next page, without the game itself', onPhone, async ({ page }) => {
  const calls = countCalls(page);
  await page.goto('/catalog/1001');
  await toTheEnd(page);
  await page.goto('/catalog/1002');
  // Nothing is asked for before the visitor comes near.
  expect(calls).toEqual([]);
  await toTheEnd(page);
  await expect(viewed(page).getByRole('article')).toHaveCount(1);
  await expect(viewed(page).getByRole('article')).toContainText(/The Witcher 3: Wild Hunt.*₸/s);
  await page.goto('/catalog/1001');
  await toTheEnd(page);
  await expect(viewed(page).getByRole('article')).toHaveText([/Cyberpunk 2077/]);
  expect(calls).toHaveLength(2);
  expect(await faultsInBothThemes(page)).toEqual([]);
});

test(
  'twelve games are remembered; games that are gone, and broken storage, do no harm',
  onDesktop,
  async ({ page }) => {
    await page.goto('/catalog/1001');
    await page.evaluate(() => {
      const ids = [999_999, ...Array.from({ length: 20 }, (_, index) => 1002 + index)];
      localStorage.setItem('viewedGames', JSON.stringify(ids));
    });
    await page.goto('/catalog/1001');
    await toTheEnd(page);
    await expect(viewed(page).getByRole('article')).toHaveCount(11);
    const stored = () => page.evaluate(() => localStorage.getItem('viewedGames'));
    await expect.poll(stored).not.toContain('999999');
    await page.evaluate(() => localStorage.setItem('viewedGames', '{"broken"'));
    await page.goto('/catalog/1002');
    await toTheEnd(page);
    await expect.poll(stored).toBe('[1002]');
    await expect(viewed(page)).toHaveCount(0);
  },
);

test('a game and its addition lead to each other', onPhone, async ({ page }) => {
  await page.goto('/catalog/1002');
  const addition = page.getByRole('link', { name: /Дополнение.*Phantom Liberty.*₸/s });
  await addition.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cyberpunk 2077: Phantom Liberty' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Основная игра.*Cyberpunk 2077/s })).toBeVisible();
  await page.goto('/catalog/1008');
  await expect(page.getByRole('link', { name: /Издание.*Skyrim.*₸/s })).toBeVisible();
});

test('a game names its details and why other games are similar', onDesktop, async ({ page }) => {
  await page.goto('/catalog/1001');
  const main = page.getByRole('main');
  for (const name of ['Об игре', 'Языки', 'Системные требования'])
    await expect(main.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(main.getByText('от 18 лет (PEGI 18)')).toBeVisible();
  const game = await callStore<{
    publisher: string;
    requirements: { minimum: { processor: string }; recommended: { graphics: string } };
  }>('GET', '/api/v1/game/1001');
  const rowOf = (name: string) => main.locator('dl > div').filter({ hasText: new RegExp(`^${name}`) });
  await expect(rowOf('Издатель')).toContainText(game.publisher);
  await expect(rowOf('Жанры')).toContainText('Открытый мир');
  await expect(rowOf('Особенности')).toContainText('сохранения в облаке');
  await expect(rowOf('Озвучка')).toContainText('русский');
  await expect(rowOf('Процессор').first()).toContainText(game.requirements.minimum.processor);
  await expect(rowOf('Видеокарта').last()).toContainText(game.requirements.recommended.graphics);
  await expect(main.getByRole('heading', { name: 'Минимальные' })).toBeVisible();
  await expect(main.getByText('Ключ не активируется? Нажмите «Ключ не работает» рядом с ним в заказе')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Условия гарантии' })).toHaveAttribute('href', /\/guarantee/);
  const similar = page.getByRole('region', { name: 'Похожие игры' });
  await expect(similar.getByText('Та же серия: The Witcher')).toBeVisible();
  for (const width of [768, 1920]) {
    await page.setViewportSize({ width, height: 1000 });
    expect(await findFaults(page), `${width}`).toEqual([]);
    expect(await faultsOf(page), `${width}`).toEqual([]);
  }
});

test('a page without details shows no empty headings', onPhone, async ({ page }) => {
  await page.goto('/catalog/5017');
  const main = page.getByRole('main');
  for (const name of ['Языки', 'Системные требования', 'Издания и дополнения'])
    await expect(main.getByRole('heading', { name })).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('details, additions and similar games are in the page', onDesktop, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/catalog/1002');
    await expect(page.getByRole('heading', { name: 'Системные требования' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Phantom Liberty/ }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Похожие игры' }).getByRole('article')).toHaveCount(8);
    await context.close();
  });
});
