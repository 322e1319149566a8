import { createHmac } from 'node:crypto';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { expect, type Page, test } from '@playwright/test';
import { faultsInBothThemes } from '../axe.ts';
import { onDesktop } from '../test.ts';
import { buyForTest } from './customer.ts';
import { CONSOLE, call, enterPassword, inviteOperator, makeSecondFactorStale, signIn, signOut } from './operator.ts';

const REFUSED = 'Не подошло. Проверьте код и повторите.';
const todayOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Сегодня' });

/** The code that an authenticator app shows, now or some steps of 30 seconds later. The server takes each step once. */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Whether the API lets this page in. */
const askForProfile = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/profile');
    return answer.ok ? 'open' : (await answer.json()).code;
  });

test('an invited operator adds a passkey and signs in with it', onDesktop, async ({ page, browser }) => {
  await signIn(page);
  const operator = await inviteOperator(page, browser, 'Поддержка');
  const { page: own, context } = operator;
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
  await own.goto(`${CONSOLE}/profile`);
  await own.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  const codes = own.getByRole('dialog', { name: 'Резервные коды' });
  await expect(codes.locator('code')).toHaveCount(10);
  await codes.getByRole('button', { name: 'Я сохранил коды' }).click();
  const remove = own.getByRole('button', { name: /^Удалить: Ключ/ });
  const question = own.getByRole('dialog', { name: /^Удалить: Ключ/ });
  await remove.click();
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(remove).toBeFocused();

  await signOut(own);
  await enterPassword(own, operator);
  await expect(own.getByRole('button', { name: 'Ввести резервный код' })).toBeVisible();
  expect(await askForProfile(own)).toBe('second-factor-needed');
  await own.getByRole('button', { name: 'Войти с ключом доступа' }).click();
  await expect(todayOf(own)).toBeVisible();
  expect(await askForProfile(own)).toBe('open');

  await own.goto(`${CONSOLE}/profile`);
  await remove.click();
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(remove).toHaveCount(0);
  await context.close();
});

test(
  'an operator sets up an app, signs in with its code, and with a recovery code when it is lost',
  onDesktop,
  async ({ page, browser }) => {
    await signIn(page);
    const operator = await inviteOperator(page, browser, 'Поддержка');
    const { page: own, context } = operator;
    await own.goto(`${CONSOLE}/profile`);
    await own.getByRole('button', { name: 'Настроить' }).click();
    const setUp = own.getByRole('dialog', { name: 'Приложение с кодами' });
    await expect(setUp.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
    const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await setUp.getByLabel('Код из приложения').fill('000000');
    await setUp.getByRole('button', { name: 'Подтвердить приложение' }).click();
    await expect(setUp.getByText(REFUSED)).toBeVisible();
    await setUp.getByLabel('Код из приложения').fill(codeOf(secret));
    await setUp.getByRole('button', { name: 'Подтвердить приложение' }).click();
    const codes = own.getByRole('dialog', { name: 'Резервные коды' });
    await expect(codes.locator('code')).toHaveCount(10);
    expect(await faultsInBothThemes(own, 'dialog[open]')).toEqual([]);
    const [recoveryCode = ''] = await codes.locator('code').allTextContents();
    await codes.getByRole('button', { name: 'Я сохранил коды' }).click();
    await expect(own.getByText('осталось: 10')).toBeVisible();

    await signOut(own);
    await enterPassword(own, operator);
    await expect(own.getByLabel('Код подтверждения')).toBeVisible();
    expect(await faultsInBothThemes(own)).toEqual([]);
    expect(await askForProfile(own)).toBe('second-factor-needed');
    await own.getByLabel('Код подтверждения').fill(codeOf(secret, 1));
    await own.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(todayOf(own)).toBeVisible();

    await signOut(own);
    await enterPassword(own, operator);
    await expect(own.getByLabel('Код подтверждения')).toBeVisible();
    // Another operator signs in in another tab. The code of this one is refused, and the page shows who is signed in.
    const { email, password } = DEMO_OPERATORS[0];
    await call(context.request, 'POST', 'session', { email, password });
    await own.getByLabel('Код подтверждения').fill(codeOf(secret, 2));
    await own.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(own.getByRole('button', { name: `Учётная запись: ${DEMO_OPERATORS[0].name}` })).toBeVisible();
    await signOut(own);
    await enterPassword(own, operator);
    await own.getByRole('button', { name: 'Ввести резервный код' }).click();
    await own.getByLabel('Резервный код').fill(recoveryCode);
    await own.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(todayOf(own)).toBeVisible();
    await own.goto(`${CONSOLE}/profile`);
    await expect(own.getByText('осталось: 9')).toBeVisible();
    await context.close();
  },
);

test(
  'a stale second factor is asked for again over the dialog, and what was typed is sent',
  onDesktop,
  async ({ page, browser }) => {
    await signIn(page);
    const operator = await inviteOperator(page, browser, 'Поддержка');
    const { page: own, context } = operator;
    const { orderId } = await buyForTest();
    await own.goto(`${CONSOLE}/orders/${orderId}`);
    await own.getByRole('button', { name: 'Возвращено вручную' }).click();
    const refund = own.getByRole('dialog', { name: 'Возвращено вручную' });
    const note = refund.getByLabel('Где и как возвращено');
    await note.fill('Перевод на карту, квитанция 118');
    await makeSecondFactorStale(operator);
    await refund.getByRole('button', { name: /^Записать возврат/ }).click();
    const confirm = own.getByRole('dialog', { name: 'Подтвердите, что это вы' });
    await confirm.getByLabel('Пароль', { exact: true }).fill('Wrong!pass1');
    await confirm.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(confirm.getByText(REFUSED)).toBeVisible();
    await expect(note).toHaveValue('Перевод на карту, квитанция 118');
    await confirm.getByLabel('Пароль', { exact: true }).fill(operator.password);
    await confirm.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(confirm).toBeHidden();
    await expect(refund).toBeHidden();
    await expect(own.getByText('возвращён', { exact: true })).toBeVisible();
    await expect(own.getByText('Перевод на карту, квитанция 118').first()).toBeVisible();
    await context.close();
  },
);
