import type { Page } from '@playwright/test';
import { createMember, expectBasket, fillSignIn } from './member.ts';
import { expect, onPhone, test } from './test.ts';

/** From the first page to a filled cart on a 3G connection: every wait shows a loading state. */

const GAME = 1003;
const SLOW = { offline: false, latency: 400, downloadThroughput: (400 * 1024) / 8, uploadThroughput: (400 * 1024) / 8 };

declare global {
  interface Window {
    /** How often the page has said that something is on its way; see watchWaiting. */
    waits?: number;
  }
}

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' }, actionTimeout: 30_000 });

async function slowDown(page: Page): Promise<void> {
  const browserSide = await page.context().newCDPSession(page);
  await browserSide.send('Network.enable');
  await browserSide.send('Network.emulateNetworkConditions', SLOW);
}

/** Observed inside the page: polling from outside could miss a short state. */
async function watchWaiting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const signs = 'main [aria-busy="true"], dialog [aria-busy="true"], [role="status"][aria-live="polite"] > p';
    let isWaiting = false;
    window.waits = 0;
    new MutationObserver(() => {
      const wasWaiting = isWaiting;
      isWaiting = document.querySelector(signs) !== null;
      if (isWaiting && !wasWaiting) window.waits = (window.waits ?? 0) + 1;
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
  });
}

/** Runs the action and expects that a loading state was shown. */
async function withNotice(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => window.waits ?? 0);
  await act();
  expect(await page.evaluate(() => window.waits ?? 0), `${what} shows no loading state`).toBeGreaterThan(before);
}

test('a visitor gets from the first page to the cart', onPhone, async ({ page }) => {
  const member = await createMember();
  await slowDown(page);
  await watchWaiting(page);
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1 });

  // The content is shown before the scripts are loaded.
  await page.goto('/', { waitUntil: 'commit' });
  await expect(main.getByRole('article').first()).toBeVisible();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

  await withNotice(page, 'the catalogue', async () => {
    await main.locator('a[href="/catalog"]').filter({ visible: true }).first().tap();
    // The address changes before the page does.
    await expect(heading).toHaveText('Каталог');
    await expect(page).toHaveURL(/\/catalog$/);
    await expect(main.getByRole('article').first()).toBeVisible();
  });

  await withNotice(page, 'a product', async () => {
    const card = main.locator(`article a[href="/catalog/${GAME}"]`);
    const name = await card.getByRole('heading').textContent();
    await card.tap();
    await expect(heading).toHaveText(name ?? '');
  });

  await withNotice(page, 'the sign-in', async () => {
    await page.getByRole('button', { name: 'В корзину' }).tap();
    const dialog = page.getByRole('dialog');
    await fillSignIn(dialog, member.username);
    await dialog.getByRole('button', { name: 'Войти', exact: true }).tap();
    await expect(dialog).toBeHidden();
  });
  // The action from before the sign-in was completed after it.
  await expectBasket(member, { [GAME]: 1 });

  await withNotice(page, 'the cart', async () => {
    await page.getByRole('link', { name: 'Перейти в корзину' }).tap();
    await expect(heading).toHaveText('Корзина');
    await expect(page).toHaveURL(/\/cart$/);
    await expect(main.locator('output')).toHaveText('1');
  });
  await expect(page.getByRole('link', { name: 'К оплате' })).toBeVisible();
});
