import type { Page } from '@playwright/test';
import { bringAxe, faultsInLanguage } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import { becomeMember, callStore, fillBasket } from './member.ts';
import { expect, onPhone, test } from './test.ts';
import { beginSteam, stageOf } from './top-up.ts';

/** Pages for members: in every language on a phone, and in one language on a desktop. */
const LANGUAGES = { ru: {}, en: onPhone, kz: onPhone };
const GOES_ON = /Страницу можно закрыть|You can close this page|Бетті жаба беруге болады/;

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** By axe, and by its geometry: on the narrowest phone, or at 200 % of a desktop. */
async function expectNoFaults(page: Page, place: string): Promise<void> {
  const language = await page.evaluate(() => document.documentElement.lang);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const isPhone = size.width < 768;
  await expect(page.locator('main [aria-busy=true]'), place).toHaveCount(0);
  expect(await faultsInLanguage(page, language), place).toEqual([]);
  await page.setViewportSize(isPhone ? { width: 320, height: 700 } : { width: 640, height: 400 });
  expect(await findFaults(page, { isTouched: isPhone }), place).toEqual([]);
  await page.setViewportSize(size);
}

for (const [language, screens] of Object.entries(LANGUAGES)) {
  test.describe(language, screens, () => {
    test.beforeEach(async ({ page, context, baseURL }) => {
      await bringAxe(page);
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }]);
    });

    test(`axe finds nothing on the pages of a member in ${language}`, async ({ page }) => {
      const member = await becomeMember(page);
      const main = page.getByRole('main');
      await page.goto('/cart');
      await expect(main.getByRole('link').first()).toBeVisible();
      await expectNoFaults(page, 'the empty cart');
      await fillBasket(member, 1003, 2);
      await page.goto('/cart');
      await expect(main.locator('output')).toHaveText('2');
      await expectNoFaults(page, 'the cart');
      await callStore('POST', '/api/v1/favorites', { session: member, body: { gameId: 1003 } });
      await page.goto('/favourites');
      await expect(main.getByRole('article')).toHaveCount(1);
      await expectNoFaults(page, 'favourites');
    });

    test(`axe finds nothing on the top-ups of a member in ${language}`, async ({ page }) => {
      const member = await becomeMember(page);
      const main = page.getByRole('main');
      await page.goto('/replenishment-history');
      await expect(main.getByRole('link').last()).toBeVisible();
      await expectNoFaults(page, 'the empty top-up history');
      const begun = await beginSteam('gamer_of_the_test', member);
      await page.goto('/replenishment-history');
      await expect(main.getByRole('row')).toHaveCount(2);
      await expectNoFaults(page, 'the top-up history');
      await page.goto(`/top-up/${begun.orderId}`);
      await expect(stageOf(page, 'accepted')).toBeVisible();
      await expectNoFaults(page, 'a top-up');
      // The note about automatic updates is shown only while the page polls.
      let stage = 'delivering';
      await page.route(`**/api/v1/replenishment/${begun.orderId}*`, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), stage } });
      });
      await page.goto(`/top-up/${begun.orderId}`);
      await expect(stageOf(page, 'delivering')).toBeVisible();
      await expect(main.getByText(GOES_ON)).toBeVisible();
      stage = 'refunded';
      await expect(stageOf(page, 'refunded')).toBeVisible();
      await expect(main.getByText(GOES_ON)).toHaveCount(0);
    });

    test(`axe finds nothing on the pages about a member in ${language}`, async ({ page }) => {
      const member = await becomeMember(page);
      const main = page.getByRole('main');
      await page.goto('/profile');
      await expect(main.getByRole('heading', { name: member.username })).toBeVisible();
      await expectNoFaults(page, 'the profile');
      await page.goto('/edit-profile');
      await expect(main.locator('[name=firstName]')).toBeVisible();
      await expectNoFaults(page, 'the settings');
      await page.goto('/notifications');
      await expect(main.getByRole('listitem').first()).toBeVisible();
      await expectNoFaults(page, 'notifications');
    });

    test(`axe finds nothing in the sign-in dialog in ${language}`, async ({ page }) => {
      await page.goto('/catalog/1003');
      await page.locator('main button[aria-pressed]').first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('[name=password]')).toBeVisible();
      await expectNoFaults(page, 'sign-in');
      await dialog.getByRole('button').last().click();
      await expect(dialog.locator('[name=countryId] option').nth(1)).toBeAttached();
      await expectNoFaults(page, 'registration');
    });
  });
}
