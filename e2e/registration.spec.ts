import { faultsInBothThemes } from './axe.ts';
import {
  becomeMember,
  createMember,
  expectBasket,
  fillBasket,
  fillSignIn,
  newName,
  PASSWORD,
  passProvider,
  readToken,
  sendToStore,
  stopTime,
  waitForMail,
} from './member.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

/** Away from what the tests of payments buy. */
const GAME_ID = 1002;

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test('a registration that is sent before the countries are there waits for them', onPhone, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/info/countries*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/catalog/${GAME_ID}`);
  await page.getByRole('button', { name: 'В корзину' }).tap();
  await page.getByRole('button', { name: 'Создать аккаунт' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Регистрация' });
  const login = newName();
  await dialog.getByLabel('Эл. почта').fill(`${login}@example.com`);
  await fillSignIn(dialog, login);
  const register = dialog.getByRole('button', { name: 'Зарегистрироваться', exact: true });
  await register.tap();
  await expect(dialog.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true');
  await expect(dialog.getByText('Выберите страну')).toBeHidden();
  held.resolve();
  await expect(dialog).toBeHidden();
  await expect.poll(() => readToken(page)).not.toBeNull();
});

test('registration says what it is, knows the country and finishes the purchase', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  await page.goto(`/catalog/${GAME_ID}`);
  await page.getByRole('button', { name: 'В корзину' }).tap();
  const signIn = page.getByRole('dialog', { name: 'Оформление покупки' });
  await signIn.getByRole('button', { name: 'Создать аккаунт' }).tap();

  const dialog = page.getByRole('dialog', { name: 'Регистрация' });
  await expect(dialog).not.toContainText('Войдите');
  await expect(dialog.getByLabel('Страна').locator('option:checked')).toHaveText('Казахстан');
  await expect(dialog.getByRole('button', { name: 'Зарегистрироваться через Google' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Зарегистрироваться через VK' })).toBeVisible();
  for (const [name, path] of [
    ['пользовательское соглашение', '/user-agreement'],
    ['политику конфиденциальности', '/policy'],
  ] as const) {
    const link = dialog.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', path);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  expect(await faultsInBothThemes(page)).toEqual([]);

  const login = newName();
  await dialog.getByLabel('Эл. почта').fill(`${login}@example.com`);
  const register = dialog.getByRole('button', { name: 'Зарегистрироваться', exact: true });
  for (const [password, text] of [
    ['Password1!', 'Такой пароль легко подобрать'],
    [`${login.toUpperCase()}!`, 'Пароль не должен повторять логин или почту'],
  ] as const) {
    await fillSignIn(dialog, login, password);
    await register.tap();
    await expect(dialog.locator('[name=password]')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText(text)).toBeVisible();
    await expect(dialog.locator('[name=password]')).toBeFocused();
  }
  await fillSignIn(dialog, login);
  await register.tap();
  await expect(page.getByRole('link', { name: 'Перейти в корзину' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a visitor who registers with Google keeps the item that was being added', onPhone, async ({ page }) => {
  await page.goto(`/catalog/${GAME_ID}`);
  await page.getByRole('button', { name: 'В корзину' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Создать аккаунт' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Зарегистрироваться через Google' }).tap();
  await passProvider(page, `${newName()}@example.com`);
  await expect(page.getByRole('link', { name: 'Перейти в корзину' })).toBeVisible();
});

test('the button of the popup opens the sign-in and then the requested page', onPhone, async ({ page }) => {
  const member = await createMember();
  await fillBasket(member, GAME_ID, 1);
  await page.clock.install();
  await page.goto('/news');
  await stopTime(page);
  await page.getByRole('navigation', { name: 'Быстрая навигация' }).getByRole('link', { name: 'Корзина' }).tap();
  const popup = page.getByRole('status').filter({ hasText: 'Войдите в аккаунт, чтобы продолжить' });
  await popup.getByRole('button', { name: 'Войти' }).tap();
  await expect(popup).toBeHidden();
  await page.clock.resume();
  const dialog = page.getByRole('dialog');
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('article', { name: 'Cyberpunk 2077' })).toBeVisible();
  await expectBasket(member, { [GAME_ID]: 1 });
});

test('the link of the confirmation mail confirms after a click and a sign-in', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  const member = await createMember();
  const { text } = await waitForMail(member.email, /^Добро пожаловать/);
  const link = /\/confirm-email\?token=\S+/.exec(text)?.[0] ?? '';
  await page.goto(link);
  await expect(page).toHaveURL(/\/confirm-email$/);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Подтвердить адрес' }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Войдите в аккаунт, к которому относится письмо.');
  await fillSignIn(dialog, member.username);
  await dialog.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(main.getByText(`Адрес ${member.email} подтверждён.`)).toBeVisible();

  await page.goto(link);
  await main.getByRole('button', { name: 'Подтвердить адрес' }).tap();
  await expect(main.getByText('Ссылка не сработала')).toBeVisible();
  await main.getByRole('link', { name: 'Открыть настройки профиля' }).tap();
  await expect(page.getByText('Подтверждена', { exact: true })).toBeVisible();

  // A link that changes the address names it first.
  const next = `new-${member.email}`;
  const body = { email: next, password: PASSWORD };
  expect((await sendToStore('POST', '/api/v1/user/email', { session: member, body })).status).toBe(202);
  const change = await waitForMail(next, /^Код подтверждения/);
  await page.goto(/\/confirm-email\?token=\S+/.exec(change.text)?.[0] ?? '');
  await expect(main.getByText(`Адресом вашего аккаунта станет ${next}.`)).toBeVisible();
  await main.getByRole('button', { name: 'Подтвердить адрес' }).tap();
  await expect(main.getByText(`Адрес ${next} подтверждён.`)).toBeVisible();
});

test('an account from Google changes its e-mail after a code to the present one', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  const before = `${newName()}@example.com`;
  await page.goto('/menu');
  await page.getByRole('main').getByRole('button', { name: 'Войти через Google' }).tap();
  await passProvider(page, before);
  await expect(page.getByRole('main').getByRole('button', { name: 'Выйти' })).toBeVisible();
  await page.goto('/edit-profile');
  await page.getByRole('button', { name: 'Изменить: Эл. почта' }).tap();
  const dialog = page.getByRole('dialog');
  const after = `new-${before}`;
  await dialog.getByLabel('Новый адрес эл. почты').fill(after);
  await dialog.getByRole('button', { name: 'Отправить код' }).tap();
  await expect(dialog).toContainText(`отправленный на ${before}`);
  await expect(dialog.getByRole('link', { name: 'Напишите в поддержку' })).toHaveAttribute('href', '/support');

  const enter = async (to: string, subject: RegExp) => {
    const { text } = await waitForMail(to, subject);
    await dialog.getByLabel('Код').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
    await dialog.getByRole('button', { name: 'Подтвердить', exact: true }).tap();
  };
  await enter(before, /^Код для изменения аккаунта/);
  await expect(dialog).toContainText(`отправленный на ${after}`);
  await enter(after, /^Код подтверждения/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Контакты и вход' })).toContainText(after);
});

test('the payment page links to the offer next to its button', onPhone, async ({ page }) => {
  const member = await becomeMember(page);
  await fillBasket(member, GAME_ID, 1);
  await page.goto('/payment');
  const link = page.getByRole('main').getByRole('link', { name: 'публичной оферты' });
  await expect(link).toHaveAttribute('href', '/public-offer');
  await expect(page.getByRole('main')).toContainText('Оплачивая заказ, вы принимаете условия публичной оферты.');
});
