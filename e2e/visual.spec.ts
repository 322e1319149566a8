import type { Page } from '@playwright/test';
import { compareLayout, holdStill, keepLayout, readLayout } from './layout.ts';
import { findFaults } from './layout-faults.ts';
import { becomeMember, fillBasket } from './member.ts';
import { expect, expectsErrors, test } from './test.ts';

/**
 * The main screens keep their shape. `layouts/` has the expected boxes. Update them after an intended change with
 * `npx playwright test --config=e2e/playwright.config.ts visual --update-snapshots` and review the difference.
 */

interface Screen {
  path: string;
  /** Also compare the light theme: a theme must change colours only. */
  inLightToo?: boolean;
  /** Words a third longer. */
  inKazakhToo?: boolean;
  isMembers?: boolean;
}

const SCREENS: Record<string, Screen> = {
  home: { path: '/', inLightToo: true, inKazakhToo: true },
  catalogue: { path: '/catalog' },
  product: { path: '/catalog/1003', inLightToo: true },
  cart: { path: '/cart', isMembers: true, inLightToo: true, inKazakhToo: true },
  payment: { path: '/payment', isMembers: true },
  steam: { path: '/steam' },
  pubg: { path: '/pubg' },
  profile: { path: '/profile', isMembers: true },
  support: { path: '/support' },
  'not-found': { path: '/no-such-page' },
};

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await holdStill(page);
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name} keeps its shape`, expectsErrors, async ({ page, context, baseURL, isMobile }, info) => {
    const isWritten = ['all', 'changed'].includes(info.config.updateSnapshots);
    const expectShape = async (file: string) => {
      expect(await findFaults(page, { isTouched: isMobile }), file).toEqual([]);
      if (isWritten) keepLayout(file, await readLayout(page));
      // Something may still be on its way in, such as a picture's frame or a count.
      await expect.poll(async () => compareLayout(file, await readLayout(page))).toEqual([]);
    };

    if (screen.isMembers) await fillBasket(await becomeMember(page), 1003, 2);
    const file = `${name}-${info.project.name}`;
    await open(page, screen.path);
    await expectShape(file);
    if (screen.inLightToo) {
      await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
      const compare = async () => compareLayout(file, await readLayout(page));
      await expect.poll(compare, { message: `${file} in the light` }).toEqual([]);
    }
    if (!screen.inKazakhToo) return;
    await context.addCookies([{ name: 'i18next', value: 'kz', url: baseURL ?? '' }]);
    await open(page, screen.path);
    await expectShape(`${name}-kz-${info.project.name}`);
  });
}
