import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { CONSOLE, signIn } from './operator.ts';

test('an invited operator adds a passkey and signs in with it', async ({ page, browser }, info) => {
  test.skip(info.project.name !== 'desktop', 'the steps are the same on every screen');
  const email = `${randomUUID()}@example.com`;
  const password = 'Passkey!test1';
  await signIn(page);
  await page.goto(`${CONSOLE}/team`);
  await page.getByRole('button', { name: 'Пригласить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Электронная почта').fill(email);
  await dialog.getByRole('button', { name: 'Создать ссылку' }).click();
  const link = await dialog.getByLabel('Ссылка').inputValue();

  const context = await browser.newContext({ locale: 'ru-RU' });
  const own = await context.newPage();
  const devices = await context.newCDPSession(own);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await own.goto(link.replace(/^https?:\/\/[^/]+/, CONSOLE));
  await expect(own.getByLabel('Электронная почта')).toHaveValue(email);
  await own.getByLabel('Имя и фамилия').fill('Новый оператор');
  await own.getByLabel('Новый пароль').fill(password);
  await own.getByRole('button', { name: 'Продолжить' }).click();
  await expect(own.getByRole('heading', { level: 1, name: 'Сегодня' })).toBeVisible();

  await own.goto(`${CONSOLE}/profile`);
  await own.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  const codes = own.getByRole('dialog', { name: 'Резервные коды' });
  await expect(codes.locator('code')).toHaveCount(10);
  await codes.getByRole('button', { name: 'Я сохранил коды' }).click();

  await own.getByRole('button', { name: /^Учётная запись/ }).click();
  await own.getByRole('menuitem', { name: 'Выйти' }).click();
  await expect(own.getByRole('heading', { level: 1, name: 'Вход в консоль' })).toBeVisible();
  await own.locator('[name="email"]').fill(email);
  await own.locator('[name="password"]').fill(password);
  await own.getByRole('button', { name: 'Продолжить' }).click();
  await own.getByRole('button', { name: 'Войти с ключом доступа' }).click();
  await expect(own.getByRole('heading', { level: 1, name: 'Сегодня' })).toBeVisible();
  await context.close();
});
