import type { Browser, Page } from '@playwright/test';
import { expect, onDesktop, test } from './test.ts';

/** Links load their page when the visitor points at them. */

interface Fetched {
  path: string;
  isFromNetwork: boolean;
}

/** A new context without request routing: Playwright's routing turns off the browser's cache, which holds prefetched data. */
async function openWatched(browser: Browser, baseURL: string | undefined, path: string, connection?: object) {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    locale: 'ru-RU',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (connection) {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value, configurable: true });
    }, connection);
  }
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

const cardOf = (page: Page, index: number) =>
  page.getByRole('main').getByRole('article').nth(index).getByRole('link').first();
const isDataOrText = ({ path }: Fetched) => /\.data$|^\/locales\//.test(path);

for (const way of ['hover', 'focus'] as const) {
  test(
    `${way} on a link loads data and texts of its page once, and a click loads nothing more`,
    onDesktop,
    async ({ browser, baseURL }) => {
      const { context, page, fetched, ofPage } = await openWatched(browser, baseURL, '/');
      const link = page.getByRole('banner').locator('a[href="/catalog"]').first();
      await link[way]();
      await expect.poll(() => ofPage('/catalog.data').length).toBe(1);
      await expect.poll(() => fetched.some(({ path }) => path.endsWith('/listing.json'))).toBe(true);
      // The second time the browser has it.
      await page.mouse.move(0, 0);
      await link.hover();
      const before = fetched.length;
      await link.click();
      await expect(page).toHaveURL(/\/catalog$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Каталог');
      expect(ofPage('/catalog.data').filter(({ isFromNetwork }) => isFromNetwork)).toHaveLength(1);
      const later = fetched.slice(before).filter(isDataOrText);
      expect(later.filter(({ isFromNetwork }) => isFromNetwork)).toEqual([]);
      await context.close();
    },
  );
}

// React Router does not prefetch data of a page with a clientLoader, which the product page has for its skeleton.
test(
  'hover on a card loads texts of the product page, and a click loads only its data',
  onDesktop,
  async ({ browser, baseURL }) => {
    const { context, page, fetched, ofPage } = await openWatched(browser, baseURL, '/catalog');
    const card = cardOf(page, 1);
    const path = String(await card.getAttribute('href'));
    await card.hover();
    for (const text of ['/product.json', '/reviews.json']) {
      await expect.poll(() => fetched.some(({ path: own }) => own.endsWith(text))).toBe(true);
    }
    const before = fetched.length;
    await card.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const later = fetched.slice(before).filter(isDataOrText);
    expect(later.filter(({ isFromNetwork }) => isFromNetwork).map(({ path: own }) => own)).toEqual([`${path}.data`]);
    expect(ofPage(`${path}.data`)).toHaveLength(1);
    await context.close();
  },
);

test('links load nothing ahead for a visitor who saves data', onDesktop, async ({ browser, baseURL }) => {
  const { context, page, ofPage } = await openWatched(browser, baseURL, '/', { saveData: true });
  const [first, second] = ['/catalog', '/support'].map((path) =>
    page.getByRole('banner').locator(`a[href="${path}"]`).first(),
  );
  await first?.hover();
  await first?.focus();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: false } });
    window.dispatchEvent(new Event('online'));
  });
  await second?.hover();
  await expect.poll(() => ofPage('/support.data').length).toBe(1);
  expect(ofPage('/catalog.data')).toEqual([]);
  await context.close();
});

test('data of one language is not shown in another', onDesktop, async ({ browser, baseURL }) => {
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
