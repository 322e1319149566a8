import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { expect, type Locator, type Page } from '@playwright/test';

export const CONSOLE = String(process.env['CONSOLE_URL']);

/** Signs in with e-mail address and password. The demo needs no more of an operator without a second factor. */
export async function signIn(page: Page, operator: { email: string; password: string } = DEMO_OPERATORS[0]) {
  await page.goto(CONSOLE);
  await page.locator('[name="email"]').fill(operator.email);
  await page.locator('[name="password"]').fill(operator.password);
  await page.locator('button[type="submit"]').click();
  await expect(page.locator('#content h1')).toBeVisible();
}

/** Signs in as support and opens a screen. */
export async function signInAsSupport(page: Page, screen: string): Promise<void> {
  const support = DEMO_OPERATORS.find(({ roleId }) => roleId === 'support');
  await signIn(page, support);
  await page.goto(CONSOLE + screen);
  await expect(page.locator('#content h1')).toBeVisible();
}

const MOST_ACTIONS = 12;

/** Counts what a person does: clicks, choices, texts, keys. `check` fails when a task takes too many. */
export function countActions() {
  let count = 0;
  const step = async (work: Promise<unknown>) => {
    count += 1;
    await work;
  };
  return {
    click: (target: Locator) => step(target.click()),
    fill: (target: Locator, text: string) => step(target.fill(text)),
    choose: (target: Locator, choice: string | { value: string }) =>
      step(target.selectOption(typeof choice === 'string' ? { label: choice } : choice)),
    drop: (target: Locator, file: Parameters<Locator['setInputFiles']>[0]) => step(target.setInputFiles(file)),
    press: (page: Page, key: string) => step(page.keyboard.press(key)),
    check: () => expect(count).toBeLessThanOrEqual(MOST_ACTIONS),
  };
}
