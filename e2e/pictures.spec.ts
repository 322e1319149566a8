import { showEmptyPictures, withPictures } from './browser.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

// One after the other: each worker would start a browser with pictures.
test.describe.configure({ mode: 'default' });
test.use({ launchOptions: withPictures });

test('the pictures of a page are drawn by the store', onPhone, async ({ page }) => {
  await showEmptyPictures(page);
  await page.goto('/catalog/1001');
  const address = await page
    .getByRole('main')
    .locator('img')
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  // Not answered by the test, unlike the requests of the page.
  const picture = await page.request.get(address);
  expect(picture.status()).toBe(200);
  expect(picture.headers()['content-type']).toMatch(/^image\/(avif|webp)/);
  expect((await picture.body()).length).toBeGreaterThan(1000);
});

test('a picture that fails to load is replaced by the default one', { ...expectsErrors, ...onPhone }, async ({
  page,
}) => {
  await page.route('**/media/**', (route) => route.abort());
  await page.goto('/subscribes');
  const first = page.getByRole('main').getByRole('article').first().locator('img');
  await expect(first).toHaveAttribute('src', '/images/no-picture.svg');
});
