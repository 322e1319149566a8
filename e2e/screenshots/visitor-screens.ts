import type { Page } from '@playwright/test';
import { createMember, stopTime, waitForMail } from '../member.ts';
import { expect, waitForHydration } from '../test.ts';
import { QUOTE } from '../top-up.ts';
import { blockRequests, button, fail, type Screen, type ScreenContext, visit } from './screen.ts';
import { LONG, SERIES, SOLD_OUT } from './store.ts';

const GAME = '/catalog/1003';

/** Screens that need only their address. */
const PAGES: Record<string, string> = {
  home: '/',
  catalogue: '/catalog',
  'catalogue-last-page': '/catalog?page=52',
  'catalogue-category': '/catalog?categoryname=RPG&sort=price',
  'catalogue-filtered': '/catalog?platform=Steam&type=Key&genre=rpg&max=20000&sale=true&sort=discount',
  'catalogue-empty-category': '/catalog?categoryname=NoSuchCategory',
  product: GAME,
  'product-description': `${GAME}#description`,
  'product-instruction': `${GAME}#instruction`,
  'product-card': '/catalog/5017',
  'product-editions': '/catalog/1002',
  'product-edition': '/catalog/1047',
  'product-currency': '/catalog/5101',
  'product-top-up': '/catalog/31',
  'product-long-name': `/catalog/${LONG.id}`,
  'product-sold-out': `/catalog/${SOLD_OUT.id}`,
  'games-found': '/games?name=witcher',
  'games-none': '/games?name=zzzqqqxxx',
  'games-thousand': `/games?name=${SERIES}`,
  'games-long-words': `/games?name=${'долгийзапросбезпробелов'.repeat(6)}`,
  categories: '/categories',
  services: '/services',
  subscribes: '/subscribes',
  discounts: '/discounts',
  about: '/about',
  news: '/news',
  'news-info': '/news-info?id=3',
  support: '/support',
  guarantee: '/guarantee',
  'user-agreement': '/user-agreement',
  policy: '/policy',
  'public-offer': '/public-offer',
  'platron-documentation': '/platron-documentation',
  menu: '/menu',
  steam: '/steam',
  pubg: '/pubg',
  'top-up-unknown': '/top-up/AAAAAAAAAAAAAAAAAAAAAAAAAA',
  'reset-password-without-link': '/reset-password',
  'confirm-email': '/confirm-email?token=x',
  'confirm-email-without-link': '/confirm-email',
  'not-found': '/no-such-page',
};

const header = (page: Page) => page.getByRole('banner');

async function openSignIn({ page }: ScreenContext): Promise<void> {
  await visit(page, GAME);
  await page.locator('main button[aria-pressed]').first().click();
  await expect(page.getByRole('dialog').locator('[name=password]')).toBeVisible();
}

async function openRegistration(context: ScreenContext): Promise<void> {
  await openSignIn(context);
  const dialog = context.page.getByRole('dialog');
  await button(dialog, context.words('sign-in', 'create-account')).click();
  await expect(dialog.locator('[name=countryId] option').nth(1)).toBeAttached();
}

async function openForgot(context: ScreenContext): Promise<void> {
  await openSignIn(context);
  await button(context.page.getByRole('dialog'), context.words('sign-in', 'forgot-password')).click();
}

async function search({ page }: ScreenContext, query: string): Promise<void> {
  await visit(page, '/news');
  await header(page).locator('[name=name]').click();
  await header(page).locator('[name=name]').pressSequentially(query);
  await expect(page.locator('[role=combobox][aria-expanded=true]')).toBeVisible();
  await expect(page.getByRole('option').first()).toBeVisible();
}

async function fillTopUp({ page }: ScreenContext, path: '/steam' | '/pubg', account: string): Promise<void> {
  await visit(page, path);
  await page.locator('[name=account]').fill(account);
  if (path === '/pubg') await page.getByRole('radio', { name: /^60 UC/ }).check();
  await page
    .getByRole('radio', { name: /Kassa24|Epoint/ })
    .first()
    .check();
}

async function openConfirmation(context: ScreenContext, path: '/steam' | '/pubg', account: string): Promise<void> {
  const { page, words } = context;
  await fillTopUp(context, path, account);
  await button(page, words('top-up', 'top-up')).click();
  await button(page, words('top-up', 'without-account')).click();
  await expect(page.getByTestId('confirm-account')).toBeVisible();
}

/** Opens a page by a link on another page. */
async function follow({ page }: ScreenContext, from: string, path: string): Promise<void> {
  await visit(page, from);
  await page.locator(`main a[href^="${path}"]`).first().click();
}

export const VISITOR_SCREENS: Screen[] = [
  ...Object.entries(PAGES).map(([name, path]): Screen => ({ name, open: ({ page }) => visit(page, path) })),
  {
    name: 'product-pictures-missing',
    async open({ page }) {
      await page.route(/-\d+\.(avif|webp|png)$/, (route) => route.abort());
      await visit(page, GAME);
    },
  },
  {
    name: 'product-loading',
    async open(context) {
      await blockRequests(context.page, /\/catalog\/\d+\.data/);
      await follow(context, '/catalog', '/catalog/');
      await expect(context.page.locator('main [aria-busy=true]').first()).toBeVisible();
    },
  },
  {
    name: 'catalogue-loading',
    async open({ page }) {
      await visit(page, '/catalog');
      await blockRequests(page, /\/catalog\.data/);
      await page.locator('main select[name=sort]').selectOption('price');
      await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    },
  },
  {
    name: 'page-failed',
    async open(context) {
      await context.page.route(/\/catalog\.data/, (route) => route.abort());
      await follow(context, '/categories', '/catalog?');
      await expect(button(context.page, context.words('common', 'retry'))).toBeVisible();
    },
  },
  {
    name: 'dev-ui',
    async open({ page }) {
      // The page shows loading states on purpose.
      await page.goto('/dev/ui');
      await waitForHydration(page);
    },
  },
  {
    name: 'offline',
    async open({ page }) {
      await page.goto('/offline');
    },
  },
  {
    name: 'filters-sheet',
    isOverlay: true,
    to: 767,
    async open({ page, words }) {
      await visit(page, '/catalog?platform=Steam&type=Key');
      await page.getByRole('link', { name: new RegExp(`^${words('listing', 'filters')}`) }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'product-country',
    async open({ page }) {
      await visit(page, '/catalog/1001');
      await page.locator('main label select').first().selectOption('KZ');
      await expect(page.locator('[data-answer]').first()).toBeVisible();
    },
  },
  {
    name: 'lightbox',
    isOverlay: true,
    async open({ page }) {
      await visit(page, '/catalog/1001');
      await page.getByRole('main').getByRole('img').first().click();
      await expect(page.getByRole('dialog').getByRole('status')).toBeVisible();
    },
  },
  { name: 'search-suggestions', isOverlay: true, open: (context) => search(context, 'wi') },
  { name: 'search-nothing', isOverlay: true, open: (context) => search(context, 'zzzqqq') },
  {
    name: 'language-menu',
    isOverlay: true,
    from: 768,
    async open({ page, words }) {
      await visit(page, '/');
      await header(page)
        .getByRole('button', { name: new RegExp(`^${words('common', 'choose-language')}`) })
        .click();
    },
  },
  {
    name: 'currency-menu',
    isOverlay: true,
    from: 360,
    async open({ page, words }) {
      await visit(page, '/');
      const name = new RegExp(`^${words('common', 'currency-is', { currency: '' }).trim()}`);
      await header(page).getByRole('button', { name }).filter({ visible: true }).click();
    },
  },
  {
    name: 'popup',
    isOverlay: true,
    to: 767,
    async open({ page, words }) {
      await page.clock.install();
      await visit(page, '/news');
      await stopTime(page);
      const bar = page.getByRole('navigation', { name: words('common', 'bottom-navigation') });
      await bar.getByRole('link', { name: words('common', 'nav-cart') }).tap();
      await expect(page.getByText(words('common', 'not-authorized'))).toBeVisible();
    },
  },
  { name: 'sign-in', isOverlay: true, open: openSignIn },
  {
    name: 'sign-in-error',
    isOverlay: true,
    async open(context) {
      await openSignIn(context);
      const dialog = context.page.getByRole('dialog');
      await dialog.locator('[name=login]').fill('nobody-of-this-name');
      await dialog.locator('[name=password]').fill('Wrong!pass1');
      await button(dialog, context.words('sign-in', 'sign-in')).click();
      await expect(dialog.getByText(context.words('sign-in', 'auth-error'))).toBeVisible();
    },
  },
  { name: 'registration', isOverlay: true, open: openRegistration },
  {
    name: 'registration-errors',
    isOverlay: true,
    async open(context) {
      await openRegistration(context);
      const dialog = context.page.getByRole('dialog');
      await dialog.locator('[name=email]').fill('not-an-address');
      await button(dialog, context.words('sign-in', 'create-account')).last().click();
      await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'forgot-password', isOverlay: true, open: openForgot },
  {
    name: 'forgot-password-sent',
    isOverlay: true,
    async open(context) {
      await openForgot(context);
      const dialog = context.page.getByRole('dialog');
      await dialog.locator('[name=login]').fill('somebody@example.com');
      await button(dialog, context.words('sign-in', 'send-link')).click();
      await expect(button(dialog, context.words('sign-in', 'send-again'))).toBeVisible();
    },
  },
  {
    name: 'reset-password-errors',
    async open(context) {
      const { page, words } = context;
      const { email } = await createMember();
      await openForgot(context);
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=login]').fill(email);
      await button(dialog, words('sign-in', 'send-link')).click();
      // In the language of the account, which is not that of the context.
      const { text } = await waitForMail(email, /новый пароль|new password|жаңа құпиясөз/i);
      await visit(page, /\/reset-password\?token=\S+/.exec(text)?.[0] ?? '');
      await page.locator('[name=password]').fill('short');
      await page.locator('[name=repeated]').fill('another');
      await button(page, words('sign-in', 'save-password')).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'support-question',
    async open({ page }) {
      await visit(page, '/support');
      for (const place of [0, 3, 6]) await page.locator('main details summary').nth(place).click();
    },
  },
  {
    name: 'support-errors',
    async open({ page, words }) {
      await visit(page, '/support');
      await button(page, words('support', 'send')).click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(4);
    },
  },
  {
    name: 'support-sent',
    async open({ page, words }) {
      await visit(page, '/support');
      const form = page.getByRole('main').locator('form');
      await form.locator('[name=name]').fill('Айгүл Қасымова');
      await form.locator('[name=email]').fill('aigul@example.com');
      await form.locator('[name=topic]').selectOption('payment');
      await form.locator('[name=message]').fill('Қайтару қашан болады?');
      await button(form, words('support', 'send')).click();
      await expect(page.getByText(words('support', 'sent'), { exact: true })).toBeVisible();
    },
  },
  {
    name: 'steam-errors',
    async open({ page, words }) {
      await visit(page, '/steam');
      await page.locator('[name=account]').fill('не латиница');
      await page.locator('[name=amount]').fill('1');
      await button(page, words('top-up', 'top-up')).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'steam-filled',
    async open(context) {
      await fillTopUp(context, '/steam', 'gabe_2003');
      await context.page.locator('main details summary').first().click();
      await expect(context.page.locator('main [role=status] strong').first()).toBeVisible();
    },
  },
  {
    name: 'steam-price-failed',
    async open(context) {
      await fail(context.page, QUOTE, 503, 'provider-unavailable');
      await fillTopUp(context, '/steam', 'gabe_2003');
      await expect(button(context.page, context.words('top-up', 'quote-retry'))).toBeVisible();
    },
  },
  {
    name: 'steam-sign-in',
    isOverlay: true,
    async open(context) {
      await fillTopUp(context, '/steam', 'gabe_2003');
      await button(context.page, context.words('top-up', 'top-up')).click();
      await expect(button(context.page, context.words('top-up', 'without-account'))).toBeVisible();
    },
  },
  { name: 'steam-confirm', isOverlay: true, open: (context) => openConfirmation(context, '/steam', 'gabe_2003') },
  {
    name: 'steam-failed',
    isOverlay: true,
    async open(context) {
      await openConfirmation(context, '/steam', 'gabe_2003');
      await fail(context.page, /\/api\/v1\/replenishment\/front\//, 502, 'steam-error');
      await context.page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(context.page.getByRole('dialog', { name: context.words('payment', 'not-payed') })).toBeVisible();
    },
  },
  {
    name: 'pubg-errors',
    async open({ page, words }) {
      await visit(page, '/pubg');
      await page.locator('[name=account]').fill('letters');
      await button(page, words('top-up', 'top-up')).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'pubg-filled', open: (context) => fillTopUp(context, '/pubg', '5123456789') },
  { name: 'pubg-confirm', isOverlay: true, open: (context) => openConfirmation(context, '/pubg', '5123456789') },
  {
    name: 'sign-in-refused',
    isOverlay: true,
    async open({ page, words }) {
      // Without a state the page would redirect home.
      await page.goto('/vk?error=access_denied&state=screenshots');
      await expect(page.getByText(words('sign-in', 'sign-in-denied'))).toBeVisible();
    },
  },
];
