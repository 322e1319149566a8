import { expect, type Page, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { claimKey } from './claimed-key.ts';
import { CONSOLE, signInAsSupport } from './operator.ts';

/** What happens in the store comes into the open lists without a reload. */

test('a paid order and a new claim appear in the open lists without a reload', onDesktop, async ({ page, context }) => {
  // From this answer on events arrive.
  const isLive = (open: Page) => open.waitForResponse('**/api/v1/live');
  await Promise.all([isLive(page), signInAsSupport(page, '/orders')]);
  const [claims, today] = [await context.newPage(), await context.newPage()];
  const pages = [page, claims, today];
  for (const [open, screen] of [
    [claims, '/claims'],
    [today, '/'],
  ] as const) {
    await Promise.all([isLive(open), open.goto(CONSOLE + screen)]);
    await expect(open.locator('#content h1')).toBeVisible();
  }
  for (const open of pages) await open.evaluate(() => document.body.setAttribute('data-kept', ''));

  const { orderId, keyId } = await claimKey();
  await expectRow(page, `/orders/${orderId}`);
  await expect(page.locator(`main a[href="/orders/${orderId}"]`).first()).toContainText('OY-');
  await expectRow(claims, `/claims/${keyId}`);
  await expectRow(today, `/claims/${keyId}`);
  for (const open of pages) await expect(open.locator('body[data-kept]')).toHaveCount(1);
});

/** New rows wait above the list until the operator wants to see them. */
async function expectRow(page: Page, address: string): Promise<void> {
  const row = page.locator(`main a[href="${address}"]`).first();
  const news = page.getByRole('button', { name: /^\d+ нов/ });
  await expect(row.or(news).first()).toBeVisible();
  await expect(async () => {
    if (await news.isVisible()) await news.click();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
}
