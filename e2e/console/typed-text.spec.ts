import { isDeepStrictEqual } from 'node:util';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { type APIRequestContext, expect, type Route, test } from '@playwright/test';
import { callStore, sendToStore } from '../member.ts';
import { onDesktop } from '../test.ts';
import { CLAIMED_GAME_ID, claimKey } from './claimed-key.ts';
import { call, openScreen, signIn } from './operator.ts';

/** What an operator types stays when a colleague or a customer changes the same thing, and a lost answer is not a second note. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const COLLEAGUE = DEMO_OPERATORS[1];
const REVIEW = { rating: 5, nickname: 'Асель', text: 'Ключ пришёл сразу и работает.', language: 'ru' };

interface Setting {
  name: string;
  version: number;
  value: unknown;
}

async function findMargin(by: APIRequestContext): Promise<Setting> {
  const { items } = await call<{ items: Setting[] }>(by, 'GET', 'settings');
  return items.find(({ name }) => name === 'margin-warning') as Setting;
}

async function changeMargin(by: APIRequestContext, version: number, value: unknown): Promise<void> {
  await call(by, 'PUT', 'settings/margin-warning', { version, value, reason: 'Акция' });
}

/** What a test undoes, also when it fails. The last one first. */
const undo: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const loseAnswer = (route: Route) => route.fetch().then(() => route.abort());

test(
  'typed text survives what others do meanwhile, and a repeated request is done once',
  onDesktop,
  async ({ page, playwright }) => {
    const { member, keyId, orderId } = await claimKey();
    const reviewPath = `/api/v1/user/games/${CLAIMED_GAME_ID}/review`;
    const { review } = await callStore<{ review: { id: number } }>('POST', reviewPath, {
      session: member,
      body: REVIEW,
    });
    const name = `Асель ${member.username}`;
    const message = { name, email: member.email, topic: 'order', message: 'Где мой ключ?' };
    expect((await sendToStore('POST', '/api/v1/support/message', { body: message })).status).toBe(204);
    const colleague = await playwright.request.newContext();
    undo.push(() => colleague.dispose());
    const { email, password } = COLLEAGUE;
    await call(colleague, 'POST', 'session', { email, password });
    await signIn(page, '/messages');

    await test.step('an answer to a message', async () => {
      await page.getByRole('link', { name }).click();
      const text = page.getByLabel('Ваш текст');
      await text.fill('Ключ на странице заказа.');
      const form = page.locator('form', { has: text });
      // An own action on the screen is no change by others.
      const take = page.getByRole('button', { name: 'Взять', exact: true });
      await take.click();
      await expect(take).toBeHidden();
      await expect(form.getByText('Коллега только что', { exact: false })).toBeHidden();
      const id = new URL(page.url()).pathname.split('/').at(-1);
      await call(colleague, 'POST', `messages/${id}/answers`, { version: 2, text: 'Ответ коллеги' });
      await expect(form.getByText(COLLEAGUE.name)).toBeVisible();
      await expect(text).toHaveValue('Ключ на странице заказа.');
      const refused = page.waitForResponse('**/answers*');
      await page.getByRole('button', { name: 'Отправить ответ' }).click();
      expect((await refused).status()).toBe(409);
      await expect(text).toHaveValue('Ключ на странице заказа.');
      // The operator has seen it and answers nevertheless.
      await page.getByRole('button', { name: 'Отправить ответ' }).click();
      await expect(text).toHaveValue('');
      await expect(form.getByText(COLLEAGUE.name)).toBeHidden();
      const thread = page.getByRole('list', { name: 'Переписка' });
      await expect(thread.getByText('Ключ на странице заказа.')).toHaveCount(1);

      await page.route('**/notes*', loseAnswer, { times: 1 });
      await text.fill('Звонил дважды');
      await page.getByRole('button', { name: 'Добавить как заметку' }).click();
      await expect(thread.getByText('Звонил дважды')).toHaveCount(1);
      await expect(text).toHaveValue('Звонил дважды');
      await page.getByRole('button', { name: 'Добавить как заметку' }).click();
      await expect(text).toHaveValue('');
      await expect(thread.getByText('Звонил дважды')).toHaveCount(1);
    });

    await test.step('an answer to a review that its author edits', async () => {
      await openScreen(page, `/reviews/${review.id}`);
      const answer = page.getByRole('textbox', { name: 'Ответ магазина' });
      await answer.fill('Спасибо, Асель!');
      await callStore('PUT', reviewPath, { session: member, body: { ...REVIEW, rating: 4 } });
      await expect(page.getByText('Отзыв только что изменился.', { exact: false })).toBeVisible();
      await expect(answer).toHaveValue('Спасибо, Асель!');
      await page.getByRole('button', { name: 'Отменить мои изменения' }).click();
      await expect(answer).toHaveValue('');
      await expect(page.getByText('Отзыв только что изменился.', { exact: false })).toBeHidden();
    });

    await test.step('the refusal of a claim that a colleague decides', async () => {
      await openScreen(page, `/claims/${keyId}`);
      await page.getByRole('button', { name: 'Отказать', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Отказать в обращении' });
      await dialog.getByLabel('Текст для покупателя').fill('Ключ активирован.');
      await call(colleague, 'POST', `claims/${keyId}/refuse`, { status: 'open', text: 'Решение коллеги' });
      await expect(dialog.getByText(COLLEAGUE.name)).toBeVisible();
      await expect(dialog.getByText('Решение коллеги')).toBeVisible();
      await expect(dialog.getByLabel('Текст для покупателя')).toHaveValue('Ключ активирован.');
      await expect(dialog.getByRole('button', { name: 'Отказать' })).toBeDisabled();
      await dialog.getByRole('button', { name: 'Отмена' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('a setting that a colleague changes', async () => {
      await openScreen(page, '/settings');
      const percent = page.getByLabel('Маржа ниже, %');
      const before = await percent.inputValue();
      const { version, value } = await findMargin(colleague);
      undo.push(async () => {
        const now = await findMargin(colleague);
        if (!isDeepStrictEqual(now.value, value)) await changeMargin(colleague, now.version, value);
      });
      await percent.fill('7,50');
      await changeMargin(colleague, version, { basisPoints: 900 });
      const form = page.locator('form', { has: percent });
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await expect(form.getByRole('status').getByText(COLLEAGUE.name)).toBeVisible();
      await expect(form.getByText('Коллега: 9')).toBeVisible();
      await expect(percent).toHaveValue('7,50');
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
      await expect(percent).toHaveValue('7,50');
      await percent.fill(before);
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await expect(form.getByRole('button', { name: 'Сохранить' })).toBeHidden();
      // A reason for a change that was taken back is still typed text.
      await percent.fill('7,50');
      await form.getByLabel('Причина').fill('Акция');
      await percent.fill(before);
      await expect(form.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
      await form.getByRole('button', { name: 'Отменить мои изменения' }).click();
      await expect(form.getByLabel('Причина')).toBeHidden();
    });

    await test.step('a template of which a colleague changes another text', async () => {
      const texts = (value: string) => ({ ru: value, en: value, kz: value });
      const template = { kind: 'message', name: texts(member.username), body: texts('Текст') };
      type Template = typeof template & { id: number; version: number };
      const list = await call<{ items: Template[] }>(page.request, 'POST', 'templates', template);
      const { id, version } = list.items.find((item) => item.name.ru === member.username) as Template;
      await openScreen(page, '/messages/templates');
      const form = page.locator('form', { has: page.locator(`input[value="${member.username}"]`) });
      await form.getByLabel('Текст, Русский').fill('Мой текст');
      const body = { ...texts('Текст'), en: 'Their text' };
      await call(colleague, 'PUT', `templates/${id}`, { version, name: template.name, body });
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await expect(form.getByText(COLLEAGUE.name)).toBeVisible();
      await expect(form.getByLabel('Текст, English')).toHaveValue('Their text');
      const save = form.getByRole('button', { name: 'Сохранить' });
      const held = Promise.withResolvers<void>();
      await page.route(`**/templates/${id}*`, (route) => held.promise.then(() => route.continue()), { times: 1 });
      await save.click();
      await form.getByLabel('Текст, Қазақша').fill('Кейін жазылды');
      held.resolve();
      await expect(page.getByText('Шаблон сохранён')).toBeVisible();
      await expect(save).not.toHaveAttribute('aria-busy', 'true');
      const saved = await call<{ items: Template[] }>(page.request, 'GET', 'templates');
      const { body: merged } = saved.items.find((item) => item.id === id) as Template;
      expect(merged).toEqual({ ru: 'Мой текст', en: 'Their text', kz: 'Текст' });
      // The own save is no change by others for what was typed during it.
      await expect(form.getByLabel('Текст, Қазақша')).toHaveValue('Кейін жазылды');
      const savedAgain = page.waitForResponse(`**/templates/${id}*`);
      await save.click();
      expect((await savedAgain).ok()).toBe(true);
      await expect(save).not.toHaveAttribute('aria-busy', 'true');

      await form.getByLabel('Текст, Русский').fill('Мой новый текст');
      await call(colleague, 'DELETE', `templates/${id}?version=4`);
      await save.click();
      await expect(form.getByText('Коллега удалил этот шаблон.')).toBeVisible();
      await expect(form.getByLabel('Текст, Русский')).toHaveValue('Мой новый текст');
      await page.route('**/templates*', loseAnswer, { times: 1 });
      await save.click();
      await expect(form.getByText('Нет ответа.')).toBeVisible();
      await save.click();
      await expect(form.getByText('Коллега удалил этот шаблон.')).toBeHidden();
      await expect(form).toHaveCount(1);
      await expect(form.getByLabel('Текст, Русский')).toHaveValue('Мой новый текст');
      await form.getByRole('button', { name: 'Удалить' }).click();
      const question = page.getByRole('dialog', { name: `Удалить шаблон «${member.username}»` });
      await question.getByRole('button', { name: 'Удалить' }).click();
      await expect(page.getByText('Шаблон удалён')).toBeVisible();
      await expect(form).toHaveCount(0);
    });

    await test.step('the terms of a promo code of which a colleague changes another one', async () => {
      const terms = { minimumCents: 0, startsAt: new Date().toISOString(), expiresAt: null, totalLimit: null };
      const more = { accountLimit: null, isFirstOrder: false, productIds: [], categoryIds: [], budgetCents: null };
      const code = member.username.toUpperCase();
      const { id } = await call<{ id: number }>(page.request, 'POST', 'promo-codes', {
        code,
        percent: 5,
        amountCents: null,
        ...terms,
        ...more,
      });
      await openScreen(page, `/promo/${id}`);
      await page.getByRole('button', { name: 'Изменить' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Бюджет, $').fill('120');
      await call(colleague, 'PUT', `promo-codes/${id}`, { version: 1, ...terms, ...more, minimumCents: 500 });
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await expect(dialog.getByText(COLLEAGUE.name)).toBeVisible();
      await expect(dialog.getByLabel('Бюджет, $')).toHaveValue('120');
      await expect(dialog.getByLabel('Корзина от, $')).toHaveValue('5,00');
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await expect(dialog).toBeHidden();
      const saved = await call<object>(page.request, 'GET', `promo-codes/${id}`);
      expect(saved).toMatchObject({ budgetCents: 12_000, minimumCents: 500 });
      await call(page.request, 'POST', `promo-codes/${id}/end`);
    });

    await test.step('a mail about an order that is sent again after a lost answer', async () => {
      await openScreen(page, `/orders/${orderId}`);
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/resend')) keys.push(request.headers()['idempotency-key']);
      });
      await page.route('**/resend*', loseAnswer, { times: 1 });
      const resend = page.getByRole('button', { name: 'Отправить письмо ещё раз' });
      await resend.click();
      await expect.poll(() => keys.length).toBe(1);
      await expect(resend).toBeEnabled();
      await resend.click();
      await expect(page.getByText(`Письмо уйдёт на ${member.email}`)).toBeVisible();
      await resend.click();
      await expect.poll(() => keys.length).toBe(3);
      expect([keys[1] === keys[0], keys[2] === keys[1]]).toEqual([true, false]);
    });

    await test.step('a setting that is not saved at the sign-out', async () => {
      await openScreen(page, '/settings');
      const percent = page.getByLabel('Маржа ниже, %');
      await percent.fill('3.25');
      const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
      const askToLeave = async () => {
        await page.getByRole('button', { name: /^Учётная запись/ }).click();
        await page.getByRole('menuitem', { name: 'Выйти' }).click();
        await expect(question).toBeVisible();
      };
      await askToLeave();
      await question.getByRole('button', { name: 'Отмена' }).click();
      await expect(percent).toHaveValue('3.25');
      // The session has not ended.
      await call(page.request, 'GET', 'settings');
      await askToLeave();
      await question.getByRole('button', { name: 'Уйти' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Вход в консоль' })).toBeVisible();
    });
  },
);
