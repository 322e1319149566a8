import { storeDay } from '@oyna/domain/store-time';
import type { Page } from '@playwright/test';
import { compareLayout, holdStill, keepLayout, readLayout } from './layout.ts';
import { findFaults } from './layout-faults.ts';
import { becomeMember, callStore, createMember, fillBasket } from './member.ts';
import { buyDirect } from './purchase.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

/**
 * The main screens keep their shape. `layouts/` has the expected boxes. Update them after an intended change with
 * `npx playwright test --config=e2e/playwright.config.ts visual --update-snapshots` and review the difference.
 */

interface Screen {
  /** Or a function that prepares the screen and returns its path. */
  path: string | ((page: Page) => Promise<string>);
  isOnPhone?: boolean;
  /** Also compare the light theme: a theme must change colours only. */
  inLightToo?: boolean;
  /** Kazakh words are a third longer. */
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
  order: { path: buyOrder, isOnPhone: true, inLightToo: true },
  gift: { path: giveKey, isOnPhone: true, inLightToo: true },
};

/** A game that no other test buys. */
const BOUGHT = 2023;

async function buyOrder(page: Page): Promise<string> {
  const { orderId } = await buyDirect(await becomeMember(page), BOUGHT);
  return `/payment/result?order=${orderId}`;
}

async function giveKey(): Promise<string> {
  const session = await createMember();
  const { keyId } = await buyDirect(session, BOUGHT);
  const body = {
    channel: 'link',
    country: 'KZ',
    language: 'ru',
    day: storeDay(new Date()),
    recipientName: 'Мария',
    giverName: 'Айгерим',
    message: 'С днём рождения!',
    email: '',
    accepted: false,
  };
  return (await callStore<{ link: string }>('POST', `/api/v1/user/keys/${keyId}/gift`, { session, body })).link;
}

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await holdStill(page);
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(
    `${name} keeps its shape`,
    { ...expectsErrors, ...(screen.isOnPhone && onPhone) },
    async ({ page, context, baseURL, isMobile }, info) => {
      const isWritten = ['all', 'changed'].includes(info.config.updateSnapshots);
      const expectShape = async (file: string) => {
        expect(await findFaults(page, { isTouched: isMobile }), file).toEqual([]);
        if (isWritten) keepLayout(file, await readLayout(page));
        // Parts may still be loading, such as a picture's frame or a count.
        await expect.poll(async () => compareLayout(file, await readLayout(page))).toEqual([]);
      };

      if (screen.isMembers) await fillBasket(await becomeMember(page), 1003, 2);
      const file = `${name}-${info.project.name}`;
      const path = typeof screen.path === 'string' ? screen.path : await screen.path(page);
      await open(page, path);
      await expectShape(file);
      if (screen.inLightToo) {
        await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
        const compare = async () => compareLayout(file, await readLayout(page));
        await expect.poll(compare, { message: `${file} in the light` }).toEqual([]);
      }
      if (!screen.inKazakhToo) return;
      await context.addCookies([{ name: 'i18next', value: 'kz', url: baseURL ?? '' }]);
      await open(page, path);
      await expectShape(`${name}-kz-${info.project.name}`);
    },
  );
}
