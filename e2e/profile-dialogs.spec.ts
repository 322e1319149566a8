import type { Page } from '@playwright/test';
import { becomeMember, openTab, PASSWORD } from './member.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

/** The dialogs of one's own page, and what another tab of it shows. */

test.describe.configure({ timeout: 240_000 });
const SANDBOX = String(process.env['SANDBOX_URL']);
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The six digits of the newest message to that address or number. */
async function codeFor(to: string): Promise<string> {
  let code: string | undefined;
  const look = async () => {
    const mails = (await (await fetch(`${SANDBOX}/mail.json`)).json()) as { to: string; text: string }[];
    const found = mails.filter((mail) => mail.to === to).map(({ text }) => text.match(/\b\d{6}\b/)?.[0]);
    code = found.find((one) => one !== undefined);
    return code;
  };
  await expect.poll(look, { message: `a code for ${to}` }).toBeDefined();
  return code ?? '';
}

async function sendCode(page: Page, field: string, target: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(field).fill(target);
  await dialog.getByLabel('Текущий пароль').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Отправить код' }).click();
  await expect(dialog).toContainText(`отправленный на ${target}`);
}

async function confirmCode(page: Page, code: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Код').fill(code);
  await page.getByRole('dialog').getByRole('button', { name: 'Подтвердить', exact: true }).click();
}

test('a new e-mail needs the code that was sent to it, and no other code', { ...expectsErrors, ...onPhone }, async ({
  page,
}) => {
  const member = await becomeMember(page);
  const email = `new-${member.email}`;
  await page.goto('/edit-profile');
  await page.getByRole('button', { name: 'Изменить: Эл. почта' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить код' }).click();
  await expect(page.getByRole('dialog')).toContainText('Введите почту вида name@example.com');
  await sendCode(page, 'Новый адрес эл. почты', email);
  const code = await codeFor(email);
  await confirmCode(page, code === '111111' ? '222222' : '111111');
  await expect(page.getByRole('dialog')).toContainText('Код неверный или устарел');
  await confirmCode(page, code);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Изменить: Эл. почта' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Контакты и вход' })).toContainText(email);
  await expect(page.getByRole('region', { name: 'Контакты и вход' })).toContainText('Подтверждена');
});

test('a phone number is added with the code of a text message', onPhone, async ({ page }) => {
  await becomeMember(page);
  const phone = `+7701${String(Math.floor(Math.random() * 9_000_000) + 1_000_000).replace(/0000$/, '1111')}`;
  await page.goto('/edit-profile');
  await page.getByRole('button', { name: 'Добавить: Телефон' }).click();
  await expect(page.getByRole('dialog', { name: 'Добавить телефон' })).toBeVisible();
  await sendCode(page, 'Номер телефона', phone);
  await confirmCode(page, await codeFor(phone));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Изменить: Телефон' })).toBeVisible();
});

test('an avatar is chosen, shown and removed; a file that is no picture is refused', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  await becomeMember(page);
  await page.goto('/profile');
  const choose = page.getByLabel('Загрузить фото профиля');
  const picture = page.locator('label', { has: choose }).locator('img');
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Это не картинка, которую мы можем открыть')).toBeVisible();
  await expect(picture).toHaveCount(0);
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(picture).toHaveAttribute('src', /\/media\/avatars\//);
  await page.getByRole('button', { name: 'Удалить фото' }).click();
  await expect(picture).toHaveCount(0);
});

test('an avatar is chosen on the page that edits the profile', onPhone, async ({ page }) => {
  await becomeMember(page);
  await page.goto('/edit-profile');
  const choose = page.getByLabel('Загрузить фото профиля');
  await expect(choose).toHaveAttribute('accept', '.jpg,.jpeg,.png,.gif,.webp,.svg');
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.locator('label', { has: choose }).locator('img')).toHaveAttribute('src', /\/media\/avatars\//);
});

test('a change saved in one tab is shown in the other', onPhone, async ({ page, context }) => {
  const member = await becomeMember(page);
  await page.goto('/edit-profile');
  const other = await openTab(context, '/profile');
  await expect(other.getByRole('heading', { name: member.username })).toBeVisible();
  await page.getByLabel('Имя', { exact: true }).fill('Дана');
  await page.getByLabel('Фамилия').fill('Ким');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Дана Ким' })).toBeVisible();
});
