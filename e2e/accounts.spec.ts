import type { Page } from '@playwright/test';
import {
  becomeMember,
  callStore,
  createMember,
  expectBasket,
  fillBasket,
  fillSignIn,
  findBasket,
  findSession,
  newName,
  openSession,
  openTab,
  passProvider,
  pressWith,
  readToken,
  saveInStorage,
  saveSession,
  sendToStore,
  stopTime,
  waitForMail,
} from './member.ts';
import { expect, expectsErrors, onDesktop, onPhone, test } from './test.ts';

/** Away from what the tests of payments buy. */
const GAME = { id: 1002, name: 'Cyberpunk 2077' };

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Where a visitor signs in: the menu's own form on phones, the dialog behind the header's button elsewhere. */
async function openForm(page: Page, isMobile: boolean) {
  if (isMobile) {
    if (!page.url().endsWith('/menu')) await page.goto('/menu');
    return page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.locator('[name=login]') });
  }
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  return page.getByRole('dialog');
}

test('a customer registers, confirms the address by mail, signs out and signs in with Google', async ({
  page,
  context,
  isMobile,
  baseURL,
}) => {
  const press = pressWith(isMobile);
  const login = newName();
  const email = `${login}@example.com`;
  await context.addCookies([{ name: 'i18next', value: 'en', url: baseURL ?? '' }]);
  await page.goto(isMobile ? '/menu' : '/news');

  const form = await openForm(page, isMobile);
  await press(form.getByRole('button', { name: 'Create an account' }));
  await fillSignIn(form, login);
  await form.getByLabel('Email').fill(email);
  await expect(form.getByLabel('Country').locator('option:checked')).toHaveText('Kazakhstan');
  await press(form.getByRole('button', { name: 'Create account', exact: true }));
  const account = isMobile
    ? page.getByRole('main').getByRole('link', { name: login })
    : page.getByRole('banner').getByRole('button', { name: `Account: ${login}` });
  await expect(account).toBeVisible();

  const { text } = await waitForMail(email, /^Welcome to /);
  expect(text).toContain(`Hello, ${email}!`);
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
  await page.goto('/edit-profile');
  await press(page.getByRole('button', { name: 'Confirm', exact: true }));
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'I already have a code' }));
  await dialog.getByLabel('Code').fill(code);
  await press(dialog.getByRole('button', { name: 'Confirm' }));
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();

  if (isMobile) {
    await page.goto('/menu');
    await press(page.getByRole('button', { name: 'Sign out' }));
  } else {
    await account.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/$/);
  }
  await expect(account).toBeHidden();
  expect(await readToken(page)).toBeNull();

  await page.goto(isMobile ? '/menu' : '/news?from=here');
  await press((await openForm(page, isMobile)).getByRole('button', { name: 'Sign in with Google' }));
  await passProvider(page, email);
  await expect(page).toHaveURL(isMobile ? /\/menu$/ : /\/news\?from=here$/);
  const user = await callStore<object>('GET', '/api/v1/user/info', { session: await findSession(page) });
  expect(user).toMatchObject({ userName: login, email, providers: ['google'] });
});

test(
  'after a sign-in with VK the customer is on the same page, with the clicked heart filled',
  onDesktop,
  async ({ page, isMobile }) => {
    const press = pressWith(isMobile);
    await page.goto('/catalog?categoryname=RPG');
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: /избранное/ })
      .first();
    await press(heart);
    await press(page.getByRole('dialog').getByRole('button', { name: 'Войти через VK' }));
    await passProvider(page, `${newName()}@example.com`);
    await expect(page).toHaveURL(/\/catalog\?categoryname=RPG$/);
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('dialog')).toBeHidden();
    const session = await findSession(page);
    await expect.poll(() => callStore('GET', '/api/v1/favorites', { session })).toHaveLength(1);
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  },
);

test('a visitor who adds to the cart is asked to sign in, and then the item is in the cart', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page, isMobile }) => {
  const press = pressWith(isMobile);
  const member = await createMember();
  await page.goto(`/catalog/${GAME.id}`);
  await press(page.getByRole('button', { name: 'В корзину' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Купите без аккаунта или войдите в него.');
  await fillSignIn(dialog, member.username, 'Wrong!pass1');
  await press(dialog.getByRole('button', { name: 'Войти', exact: true }));
  await expect(dialog.getByText('Неверный логин или пароль')).toBeVisible();
  await fillSignIn(dialog, member.email);
  await press(dialog.getByRole('button', { name: 'Войти', exact: true }));
  await expect(page.getByRole('link', { name: 'Перейти в корзину' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectBasket(member, { [GAME.id]: 1 });
});

test('an item that was being added is in the cart after a sign-in with Google', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page, isMobile }) => {
  const press = pressWith(isMobile);
  await page.goto(`/catalog/${GAME.id}?from=here`);
  await press(page.getByRole('button', { name: 'В корзину' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Войти через Google' }));
  await passProvider(page, `${newName()}@example.com`);
  await expect(page).toHaveURL(new RegExp(`/catalog/${GAME.id}\\?from=here$`));
  await press(page.getByRole('link', { name: 'Перейти в корзину' }));
  await expect(page.getByRole('article', { name: GAME.name })).toBeVisible();
  // Before the next sign-in the item is chosen again. Meanwhile the basket waits for its payment.
  const session = await findSession(page);
  const basket = await findBasket(session);
  await callStore('POST', `/api/v1/payment/kassa24/${basket?.id}`, { session });
  await page.evaluate((productId) => {
    const pending = { kind: 'add-to-cart', productId, count: 1, keptAt: Date.now() };
    sessionStorage.setItem('afterSignIn', JSON.stringify(pending));
  }, basket?.basketItems[0]?.productId);
  await page.goto('/news');
  await expect(page.getByText('Добавить товар не удалось')).toBeVisible();
});

test(
  'pages of members redirect a visitor home, ask to sign in, and open afterwards',
  onPhone,
  async ({ page, isMobile }) => {
    const press = pressWith(isMobile);
    const dialog = page.getByRole('dialog');
    for (const path of ['/cart', '/favourites', '/profile', '/history']) {
      await page.goto(path);
      await expect(dialog, path).toBeVisible();
      await expect(page, path).toHaveURL(/\/$/);
    }
    const member = await createMember();
    await fillSignIn(dialog, member.username);
    await press(dialog.getByRole('button', { name: 'Войти', exact: true }));
    await expect(page).toHaveURL(/\/history$/);
    await expect(dialog).toBeHidden();
  },
);

test('a tap of a visitor on favourites or cart shows the popup', onPhone, async ({ page }) => {
  await page.clock.install();
  await page.goto('/news');
  await stopTime(page);
  for (const name of ['Избранное', 'Корзина']) {
    await page.getByRole('navigation', { name: 'Быстрая навигация' }).getByRole('link', { name }).tap();
    const popup = page.getByRole('status').filter({ hasText: 'Войдите в аккаунт, чтобы продолжить' });
    await expect(popup).toBeVisible();
    await popup.getByRole('button', { name: 'Закрыть' }).tap();
    await expect(popup).toBeHidden();
    await expect(page).toHaveURL(/\/news$/);
  }
});

test('a refused heart is reset, and an accepted one is stored and shown in every tab', {
  ...expectsErrors,
  ...onDesktop,
}, async ({ page, context, isMobile }) => {
  const press = pressWith(isMobile);
  const member = await becomeMember(page);
  await page.clock.install();
  await page.goto('/catalog');
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /избранное/ })
    .first();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/favorites/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await answer.promise;
    return route.abort();
  });
  await stopTime(page);
  await press(heart);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  answer.resolve();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Не получилось сохранить')).toBeVisible();
  await page.clock.resume();
  await page.unrouteAll({ behavior: 'wait' });

  // By keyboard: a second tap here would count as a double tap.
  await heart.press('Enter');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => callStore('GET', '/api/v1/favorites', { session: member })).toHaveLength(1);
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  const tab = await openTab(context, '/favourites');
  const kept = tab.getByRole('main').getByRole('article');
  await expect(kept).toHaveCount(1);
  await press(heart);
  await expect(kept).toHaveCount(0);
  await expect(tab.getByText('Здесь появятся игры')).toBeVisible();
});

test('a forgotten password is replaced through the link of a mail', { ...expectsErrors, ...onPhone }, async ({
  page,
  isMobile,
}) => {
  const press = pressWith(isMobile);
  const member = await createMember();
  await page.goto('/menu');
  const form = await openForm(page, isMobile);
  await press(form.getByRole('button', { name: 'Забыли пароль?' }));
  await form.getByLabel('Логин или эл. почта').fill(member.email);
  await press(form.getByRole('button', { name: 'Отправить ссылку' }));
  await expect(form.getByText('письмо уже в пути')).toBeVisible();

  const { text } = await waitForMail(member.email, /Новый пароль/);
  await page.goto(/\/reset-password\?token=\S+/.exec(text)?.[0] ?? '');
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('Новый пароль', { exact: true }).fill('Another!pass2');
  await page.getByLabel('Новый пароль ещё раз').fill('Another!pass2');
  await press(page.getByRole('button', { name: 'Сохранить пароль' }));
  await expect(page.getByText('Пароль изменён')).toBeVisible();
  expect((await sendToStore('GET', '/api/v1/user/info', { session: member })).status).toBe(401);

  await press(page.getByRole('main').getByRole('button', { name: 'Войти' }));
  const dialog = page.getByRole('dialog');
  await fillSignIn(dialog, member.username, 'Another!pass2');
  await press(dialog.getByRole('button', { name: 'Войти', exact: true }));
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => readToken(page)).not.toBeNull();
});

test('a profile is saved, and a session elsewhere, which is about to pay, is ended from it', {
  ...expectsErrors,
  ...onDesktop,
}, async ({ page, browser, baseURL }) => {
  const member = await becomeMember(page);
  await fillBasket(member, GAME.id, 1);
  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'ru-RU' });
  const other = await elsewhere.newPage();
  await saveSession(other, await openSession(member.username));
  await other.goto('/payment');
  await other.getByRole('radio', { name: /Epoint/ }).check();

  await page.goto('/edit-profile');
  await page.getByLabel('Имя', { exact: true }).fill('Айгерім');
  await page.getByLabel('Фамилия').fill('Ким');
  await page.getByLabel('День').selectOption('29');
  await page.getByLabel('Месяц').selectOption('2');
  await page.getByLabel('Год').selectOption('1996');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  const account = page.getByRole('banner').getByRole('button', { name: 'Аккаунт: Айгерім Ким' });
  await expect(account).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Имя', { exact: true })).toHaveValue('Айгерім');
  await expect(page.getByLabel('Год')).toHaveValue('1996');
  await expect(account).toBeVisible();

  await page.getByRole('button', { name: /^Завершить/ }).click();
  await expect(page.getByRole('button', { name: /^Завершить/ })).toHaveCount(0);
  await other.getByRole('button', { name: /^Оплатить/ }).click();
  const dialog = other.getByRole('dialog', { name: 'Оформление покупки' });
  await expect(dialog).toContainText('Сеанс завершён. Войдите снова');
  await expect(other).toHaveURL(/\/$/);
  expect(await readToken(other)).toBeNull();
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Ваш заказ' })).toBeVisible();
  await expect(other).toHaveURL(/\/payment$/);
  await expect(other.getByRole('main')).toContainText(GAME.name);
  await expectBasket(member, { [GAME.id]: 1 });
  expect(await readToken(page)).not.toBeNull();
  await elsewhere.close();
});

test('an expired token is deleted on the next visit, together with the basket id', onDesktop, async ({ page }) => {
  const expiry = new Date(Date.now() - 1000).toISOString();
  await saveInStorage(page, { token: JSON.stringify({ value: 'an-old-one', expiry }), basketId: 'a-basket' });
  await page.goto('/news');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Войти' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('token');
  expect(await page.evaluate(() => localStorage.getItem('basketId'))).toBeNull();
});
