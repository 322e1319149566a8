import { becomeMember, callStore, PASSWORD, stopTime } from '../member.ts';
import { expect } from '../test.ts';
import { button, type Screen, type ScreenContext, visit } from './screen.ts';
import { LONG } from './store.ts';

async function openSettings(context: ScreenContext): Promise<void> {
  await becomeMember(context.page);
  await visit(context.page, '/edit-profile');
  await expect(context.page.locator('[name=firstName]')).toBeVisible();
}

async function openContact(
  context: ScreenContext,
  kind: 'email' | 'phone' | 'password',
  isSet: boolean,
): Promise<void> {
  await openSettings(context);
  const { page, words } = context;
  await button(page, `${words('profile', isSet ? 'change' : 'add')}: ${words('profile', kind)}`).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openFavourites({ page }: ScreenContext): Promise<void> {
  const session = await becomeMember(page);
  for (const gameId of [1003, 1004, 5001, LONG.id]) {
    await callStore('POST', '/api/v1/favorites', { session, body: { gameId } });
  }
  await visit(page, '/favourites');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
}

/** The settings and the favourites of a member. */
export const ACCOUNT_SCREENS: Screen[] = [
  { name: 'settings', open: openSettings },
  {
    name: 'settings-errors',
    async open(context) {
      await openSettings(context);
      await context.page.locator('[name=birthDay]').selectOption('31');
      await context.page.locator('[name=birthMonth]').selectOption('2');
      await context.page.locator('[name=birthYear]').selectOption('1996');
      await button(context.page, context.words('profile', 'save')).click();
      await expect(context.page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'settings-unsaved',
    isOverlay: true,
    async open(context) {
      await openSettings(context);
      await context.page.locator('[name=firstName]').fill('Айгерім');
      await context.page.locator('a[href="/"]').filter({ visible: true }).first().click();
      await expect(button(context.page, context.words('profile', 'stay'))).toBeVisible();
    },
  },
  { name: 'settings-email', isOverlay: true, open: (context) => openContact(context, 'email', true) },
  { name: 'settings-phone', isOverlay: true, open: (context) => openContact(context, 'phone', false) },
  { name: 'settings-password', isOverlay: true, open: (context) => openContact(context, 'password', true) },
  {
    name: 'settings-code',
    isOverlay: true,
    async open(context) {
      await openSettings(context);
      await button(context.page, context.words('profile', 'confirm-it')).click();
      const dialog = context.page.getByRole('dialog');
      await button(dialog, context.words('profile', 'have-code')).click();
      await dialog.locator('[name=code]').fill('000000');
      await button(dialog, context.words('profile', 'confirm')).click();
      await expect(dialog.getByText(context.words('profile', 'code-invalid'))).toBeVisible();
    },
  },
  {
    name: 'confirm-email-change',
    async open({ page, words }) {
      const member = await becomeMember(page);
      const email = `the-new-address-of-${member.username}@mail.example.com`;
      await callStore('POST', '/api/v1/user/email', { session: member, body: { email, password: PASSWORD, stopTime } });
      await visit(page, '/confirm-email?token=x');
      await expect(page.getByText(words('sign-in', 'confirm-email-change', { email }))).toBeVisible();
    },
  },
  { name: 'favourites', open: openFavourites },
  {
    name: 'favourites-undo',
    async open(context) {
      const { page, words } = context;
      await page.clock.install();
      await openFavourites(context);
      await stopTime(page);
      await button(page, words('favourites', 'clear')).click();
      await expect(page.getByRole('button', { name: new RegExp(`^${words('favourites', 'undo')}`) })).toBeVisible();
    },
  },
];
