import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { CONSOLE, signIn } from './console/operator.ts';
import { becomeMember, createMember, fillBasket, saveSession } from './member.ts';
import { expect, onPhone, test } from './test.ts';
import { beginSteam } from './top-up.ts';

const KB = 1024;
const TOP_UP_BUDGET = 160;
const CHECKOUT_BUDGET = 150;
const CONSOLE_BUDGET = 200;
/** design-system.md says nothing of them; React and the router take 106. */
const MEMBER_BUDGET = 153;
const JS_BUDGETS: Record<string, number> = {
  '/': 155,
  '/catalog': 140,
  '/catalog/1001': 155,
  '/games': 140,
  '/categories': 140,
  '/steam': TOP_UP_BUDGET,
  '/pubg': TOP_UP_BUDGET,
};

for (const [path, budget] of Object.entries(JS_BUDGETS)) {
  test(`${path} keeps to its budget of bytes`, onPhone, ({ page }) => expectWithin(page, path, budget));
}

test('the pages of a member keep to their budget of bytes', onPhone, async ({ browser }) => {
  const member = await createMember();
  await fillBasket(member, 1001, 1);
  // Each is the first page of a new browser, which has only the session.
  const expectAlone = async (path: string, budget: number) => {
    const context = await browser.newContext();
    const own = await context.newPage();
    await saveSession(own, member);
    await expectWithin(own, path, budget);
    await context.close();
  };
  for (const path of ['/cart', '/payment']) await expectAlone(path, CHECKOUT_BUDGET);
  for (const path of ['/favourites', '/profile', '/history']) await expectAlone(path, MEMBER_BUDGET);
});

test('the history and the status of top-ups keep to their budget of bytes', onPhone, async ({ page, context }) => {
  const member = await becomeMember(page);
  const { orderId } = await beginSteam('gamer_of_the_test', member);
  await expectWithin(page, '/replenishment-history', TOP_UP_BUDGET);
  await expectWithin(await context.newPage(), `/top-up/${orderId}`, TOP_UP_BUDGET, 'load');
});

test('the console keeps to its budget of bytes', onPhone, async ({ browser }) => {
  const context = await browser.newContext();
  const first = await context.newPage();
  await signIn(first);
  // A second browser cache: what the sign-in has loaded is counted again.
  const cookies = await context.storageState();
  const fresh = await browser.newContext({ storageState: cookies });
  await expectWithin(await fresh.newPage(), `${CONSOLE}/`, CONSOLE_BUDGET, 'load', async (page) => {
    await expect(page.locator('main h1')).toBeVisible();
  });
  await Promise.all([context.close(), fresh.close()]);
});

/** A page that polls is never idle: `until` says when it counts as loaded. */
async function expectWithin(
  page: Page,
  path: string,
  budget: number,
  until: 'networkidle' | 'load' = 'networkidle',
  settle = async (_: Page): Promise<void> => {},
): Promise<void> {
  const sizes = { script: 0, stylesheet: 0, font: 0 };
  const reading: Promise<void>[] = [];
  const seen = new Set<string>();
  const count = (response: Response) => {
    const kind = response.request().resourceType();
    // The browser serves a repeated file with another fragment from its cache.
    const [address = ''] = response.url().split('#');
    if (!(kind in sizes) || response.status() !== 200 || seen.has(address)) return;
    seen.add(address);
    reading.push(
      response.body().then((body) => {
        sizes[kind as keyof typeof sizes] += kind === 'font' ? body.length : gzipSync(body).length;
      }),
    );
  };
  page.on('response', count);
  await page.goto(path, { waitUntil: until });
  await settle(page);
  // Later responses could not be read to their end.
  page.off('response', count);
  await Promise.all(reading);
  process.stdout.write(
    `${path}: JS ${(sizes.script / KB).toFixed(1)} KB, CSS ${(sizes.stylesheet / KB).toFixed(1)} KB, fonts ${(sizes.font / KB).toFixed(0)} KB\n`,
  );
  expect(sizes.script).toBeGreaterThan(0);
  expect(sizes.script).toBeLessThanOrEqual(budget * KB);
  expect(sizes.stylesheet).toBeLessThanOrEqual(15 * KB);
  expect(sizes.font).toBeLessThanOrEqual(50 * KB);
}
