import type { Browser, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** What is pointed at is fetched before it is pressed. */

test.beforeEach(({ page: _ }, info) => {
  test.skip(info.project.name !== 'desktop', 'a mouse points; a finger presses at once');
});

interface Fetched {
  path: string;
  isFromNetwork: boolean;
}

/**
 * A window of its own: where Playwright answers requests itself, the browser's cache is off, and what was fetched ahead is
 * in there.
 */
async function openWatched(browser: Browser, baseURL: string | undefined, path: string) {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const browserSide = await context.newCDPSession(page);
  await browserSide.send('Network.enable');
  await browserSide.send('Network.setBlockedURLs', { urls: ['*/media/*'] });
  const fetched: Fetched[] = [];
  browserSide.on('Network.responseReceived', ({ response }) => {
    const { url, fromDiskCache, fromPrefetchCache, status } = response;
    const isFromNetwork = !fromDiskCache && !fromPrefetchCache && status !== 304;
    fetched.push({ path: new URL(url).pathname, isFromNetwork });
  });
  const ofPage = (pathname: string) => fetched.filter(({ path: own }) => own === pathname);
  await page.goto(path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  return { context, page, fetched, ofPage };
}

const cardOf = (page: Page, place: number) => page.getByRole('main').getByRole('article').nth(place).getByRole('link');

for (const [name, from, find] of [
  ['a card', '/catalog', (page: Page) => cardOf(page, 1)],
  ['a link of the header', '/', (page: Page) => page.getByRole('banner').locator('a[href="/catalog"]').first()],
] as const) {
  test(`pointing at ${name} fetches its page, and pressing it nothing more`, async ({ browser, baseURL }) => {
    const { context, page, fetched, ofPage } = await openWatched(browser, baseURL, from);
    const link = find(page);
    const path = String(await link.getAttribute('href'));
    await link.hover();
    const texts = path === '/catalog' ? 'listing' : 'product';
    await expect.poll(() => ofPage(`${path}.data`).length).toBe(1);
    await expect.poll(() => fetched.some(({ path: own }) => own.endsWith(`/${texts}.json`))).toBe(true);
    // Pointed at again, it is there already.
    await page.mouse.move(0, 0);
    await link.hover();
    const before = fetched.length;
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(ofPage(`${path}.data`).filter(({ isFromNetwork }) => isFromNetwork)).toHaveLength(1);
    const later = fetched.slice(before).filter(({ path: own }) => /\.data$|^\/locales\//.test(own));
    expect(later.filter(({ isFromNetwork }) => isFromNetwork)).toEqual([]);
    await context.close();
  });
}

test('nothing is fetched ahead for whoever saves data', async ({ browser, baseURL }) => {
  const { context, page, ofPage } = await openWatched(browser, baseURL, '/catalog');
  const saving = (saveData: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value }, configurable: true });
    }, saveData);
  const [first, second] = [cardOf(page, 0), cardOf(page, 1)];
  const dataOf = async (link: typeof first) => `${await link.getAttribute('href')}.data`;
  const [firstData, secondData] = [await dataOf(first), await dataOf(second)];
  await saving(true);
  await first.hover();
  await first.focus();
  await saving(false);
  await second.hover();
  await expect.poll(() => ofPage(secondData).length).toBe(1);
  expect(ofPage(firstData)).toEqual([]);
  await context.close();
});

test('what was fetched in one language is not shown in another', async ({ browser, baseURL }) => {
  const { context, page } = await openWatched(browser, baseURL, '/catalog');
  const read = (language: string) =>
    page.evaluate(async (value) => {
      await cookieStore.set('i18next', value);
      return (await fetch('/catalog.data')).text();
    }, language);
  const russian = await read('ru');
  expect(await read('kz')).not.toBe(russian);
  expect(await read('ru')).toBe(russian);
  await context.close();
});
