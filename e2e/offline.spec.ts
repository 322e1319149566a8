import type { Page } from '@playwright/test';
import { faultsOf, overflowOf } from './axe.ts';
import { becomeMember, fillBasket, saveInStorage } from './member.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

/** The service worker: what is shown without a network, and what is kept for it. */

test.describe.configure({ timeout: 240_000 });
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

/** Waits until the service worker is active, which is after it has filled its cache. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (!active || active.state === 'activated') return;
    await new Promise((resolve) => active.addEventListener('statechange', resolve));
  });
}

function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    }
    return addresses;
  });
}

test('without a network an offline page is shown in the language and theme of the visitor', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page, context, baseURL }) => {
  await page.goto('/');
  await waitForWorker(page);
  await context.setOffline(true);
  await page.goto('/catalog');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Нет соединения');
  await expect(page).toHaveTitle('Нет соединения');
  await expect(page).toHaveURL(/\/catalog$/);
  expect(await faultsOf(page)).toEqual([]);
  const font = await heading.evaluate((element) => getComputedStyle(element).fontFamily);
  expect(font).toContain('Tektur');

  await context.addCookies([
    { name: 'i18next', value: 'kz', url: baseURL ?? '' },
    { name: 'theme', value: 'light', url: baseURL ?? '' },
  ]);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await reloaded;
  await expect(heading).toHaveText('Интернет байланысы жоқ');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await faultsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);

  // When the network is back, the requested page opens automatically.
  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL(/\/catalog$/);
});

test('an opened key is stored nowhere, and neither is any page or API response', onPhone, async ({ page }) => {
  const member = await becomeMember(page);
  await page.goto('/');
  await waitForWorker(page);
  // A game that no other test buys.
  await fillBasket(member, 2019, 1);

  await page.goto('/payment');
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('/service-worker.js');
  await page.getByRole('radio', { name: /Kassa24/ }).check();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  await page.getByTestId('approve').click();
  const key = page.getByTestId('key').first();
  await key.getByRole('button', { name: 'Показать ключ' }).click();
  await expect(key.locator('code')).toHaveText(/^DEMO/);
  await page.goto('/history');
  await expect(page.getByTestId('key')).toHaveCount(1);

  const kept = await keptAddresses(page);
  expect(kept).toContain('/offline');
  // More than the offline page needs: the worker has seen the pages' own files.
  expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(10);
  expect(kept.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([]);
});

test('a new service worker keeps the files of the previous build for open tabs, and deletes older ones', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  await saveInStorage(page, {});
  await page.evaluate(async () => {
    for (const build of ['oyna-of-last-month', 'oyna-of-last-week']) {
      const cache = await caches.open(build);
      await cache.put('/assets/old.js', new Response(build));
      await cache.put('/offline', new Response('an old page'));
    }
  });
  await page.goto('/');
  await waitForWorker(page);
  const own = expect.stringMatching(/^oyna-[\da-f]{8}$/);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['oyna-of-last-week', own]);
  await page.reload();
  const oldFile = page.evaluate(async () => (await fetch('/assets/old.js')).text());
  expect(await oldFile).toBe('oyna-of-last-week');
  await page.context().setOffline(true);
  await page.goto('/catalog');
  await expect(page).toHaveTitle('Нет соединения');
});
