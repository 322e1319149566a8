import { openScreen, signIn } from '../console/operator.ts';
import { addressOf, DIALOGS, PAGES, SCREENS } from '../console/screen-list.ts';
import { expect } from '../test.ts';
import { blockRequests, button, fail, type Screen, type ScreenContext } from './screen.ts';

/** States that a store with data does not have. */
const STATES: Record<string, (context: ScreenContext) => Promise<unknown>> = {
  'sign-in': async ({ page }) => {
    await page.context().clearCookies();
    await page.reload();
    await expect(page.locator('[name=password]')).toBeVisible();
  },
  'session-ended': async ({ page, words }) => {
    await openScreen(page, '/profile');
    await page.context().clearCookies();
    await button(page.getByRole('main'), words('profile', 'save')).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  loading: async ({ page }) => {
    await blockRequests(page, /api\/v1\/(customers|search)/);
    await page.evaluate(() => history.pushState(null, '', '/customers'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
  },
  unreachable: async ({ page }) => {
    await page.context().setOffline(true);
    await openScreen(page, '/stock');
  },
  failed: async ({ page }) => {
    await fail(page, /api\/v1\/messages/, 404, 'not-found');
    await openScreen(page, '/messages');
  },
};

export const CONSOLE_SCREENS: Screen[] = [
  ...[...Object.keys(SCREENS), ...Object.keys(PAGES)].map((name) => ({
    name: `console-${name}`,
    open: async ({ page }: ScreenContext) => {
      await signIn(page, '/profile');
      await openScreen(page, await addressOf(page, name));
    },
  })),
  ...Object.entries(DIALOGS).map(([name, { on, act, isPage = false, ...widths }]) => ({
    ...widths,
    name: `console-dialog-${name}`,
    isOverlay: !isPage,
    open: async (context: ScreenContext) => {
      await signIn(context.page, '/profile');
      await openScreen(context.page, await addressOf(context.page, on));
      await act(context);
      if (!isPage) await expect(context.page.locator('dialog[open]')).toBeVisible();
    },
  })),
  ...Object.entries(STATES).map(([name, act]) => ({
    name: `console-${name}`,
    isOverlay: name === 'session-ended',
    open: async (context: ScreenContext) => {
      await signIn(context.page, '/profile');
      await act(context);
    },
  })),
];
