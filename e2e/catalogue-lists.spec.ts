import { stopTime } from './member.ts';
import { expect, onDesktop, test } from './test.ts';

/** Lists of the catalogue: discounts, services, rails and sitemaps. */

const STORE = String(process.env['STORE_URL']);
const ask = async <Answer>(path: string) => (await (await fetch(STORE + path)).json()) as Answer;

test('discounts are the group of that name, in its order', onDesktop, async ({ page }) => {
  const groups = await ask<{ name: string; games: { gameName: string }[] }[]>('/api/v1/Recomendation');
  const wanted = groups.find(({ name }) => name === 'discounts')?.games.map(({ gameName }) => gameName) ?? [];
  expect(wanted.length).toBeGreaterThan(3);
  await page.goto('/discounts');
  await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText(wanted);
});

test('services are those of the allow-list, and can be narrowed by name', onDesktop, async ({ page }) => {
  await page.goto('/services');
  const names = page.getByRole('main').getByRole('article').getByRole('heading');
  await expect(names).toHaveCount(17);
  await expect(names.filter({ hasText: 'Steam Wallet' })).toHaveCount(1);
  await page.goto('/services?name=netflix');
  await expect(names).toHaveText(['Netflix']);
});

test('a row of games is dragged by the mouse, and the drag opens nothing', onDesktop, async ({ page }) => {
  await page.goto('/');
  const list = page.getByRole('region', { name: 'Популярное' }).getByRole('list');
  await list.scrollIntoViewIfNeeded();
  const area = await list.boundingBox();
  if (!area) throw new Error('no row');
  const [x, y] = [area.x + area.width * 0.7, area.y + area.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 150, y, { steps: 5 });
  await page.mouse.move(x - 300, y, { steps: 5 });
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
  await page.mouse.up();
  await expect(page).toHaveURL('/');
});

test('the gallery rotates every five seconds until it is touched', onDesktop, async ({ page }) => {
  await page.addInitScript(() => {
    const scroll = Element.prototype.scrollTo as (this: Element, place?: ScrollToOptions) => void;
    Element.prototype.scrollTo = function (this: Element, place?: unknown) {
      const { dataset } = document.documentElement;
      if (this.matches('ul')) dataset['moves'] = `${dataset['moves'] ?? ''}.`;
      scroll.call(this, place as ScrollToOptions);
    };
  });
  const moves = () => page.evaluate(() => document.documentElement.dataset['moves']?.length ?? 0);
  await page.clock.install();
  await page.goto('/catalog/1001');
  // From here on the test controls the clock.
  await stopTime(page);
  const start = await moves();
  await page.clock.runFor(5_000);
  expect(await moves()).toBe(start + 1);
  await page.clock.runFor(10_000);
  expect(await moves()).toBe(start + 3);
  await page
    .getByRole('region', { name: 'Галерея' })
    .getByRole('button', { name: 'Остановить смену картинок' })
    .click();
  await page.clock.runFor(20_000);
  expect(await moves()).toBe(start + 3);
});

test('new games are shown below a product', onDesktop, async ({ page }) => {
  await page.goto('/catalog/1001');
  await expect(page.getByRole('region', { name: 'Новинки' }).getByRole('article').first()).toBeVisible();
});

test('the sitemap has the last change of every game', onDesktop, async () => {
  // A test of the console adds a game meanwhile.
  await expect(async () => {
    const { totalSize } = await ask<{ totalSize: number }>('/api/v1/game?pageSize=1');
    const xml = await (await fetch(`${STORE}/sitemap-games.xml`)).text();
    const entries = xml.match(/<loc>[^<]+\/catalog\/\d+<\/loc><lastmod>20\d\d-\d\d-\d\d<\/lastmod>/g);
    expect(entries).toHaveLength(totalSize);
  }).toPass();
  expect((await fetch(`${STORE}/sitemap-games.xml?page=2`)).status).toBe(404);
});

test('the sitemap index has the last change of each part', onDesktop, async () => {
  const index = await (await fetch(`${STORE}/sitemap.xml`)).text();
  const parts = [...index.matchAll(/<sitemap><loc>([^<]+)<\/loc><lastmod>([\d-]+)<\/lastmod><\/sitemap>/g)];
  expect(parts.map(([, url = '']) => new URL(url).pathname)).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-categories.xml',
    '/sitemap-games.xml',
  ]);
  const games = await (await fetch(`${STORE}/sitemap-games.xml?page=1`)).text();
  const days = [...games.matchAll(/<lastmod>([\d-]+)<\/lastmod>/g)].map(([, day]) => day);
  expect(parts.at(-1)?.[2]).toBe(days.toSorted().at(-1));
});
