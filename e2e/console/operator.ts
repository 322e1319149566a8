import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { expect, type Page } from '@playwright/test';

export const CONSOLE = String(process.env['CONSOLE_URL']);

/** Signs in with e-mail address and password. The demo needs no more of an operator without a second factor. */
export async function signIn(page: Page, operator: { email: string; password: string } = DEMO_OPERATORS[0]) {
  await page.goto(CONSOLE);
  await page.locator('[name="email"]').fill(operator.email);
  await page.locator('[name="password"]').fill(operator.password);
  await page.locator('button[type="submit"]').click();
  await expect(page.locator('#content h1')).toBeVisible();
}
