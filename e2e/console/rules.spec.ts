import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { expect, type Request, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { call, openScreen, signIn } from './operator.ts';

/** The rules that several operators edit, with wrong values and with colleagues who are faster. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [OWNER, COLLEAGUE] = DEMO_OPERATORS;
const STORE = String(process.env['STORE_URL']);
/** Only this game of the demo has such an offer. */
const NEW_RULE = { region: 'TR', platform: 'Epic Games', game: 2037, condition: 'Только с турецким адресом' };

/** What a test undoes, also when it fails. The last one first. */
const undo: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

interface ReplacementPolicy {
  version: number;
  settings: Record<string, number | boolean>;
}
interface ApprovalPolicy {
  version: number;
  refundAbove: number;
  isForRoles: boolean;
  isForKeyExports: boolean;
}
interface Rules {
  items: { id: number; version: number; platform: string; region: string; source: string }[];
}

test(
  'forms of rules keep what was typed when it is wrong, when a colleague was faster, and when another operator signs in',
  onDesktop,
  async ({ page, context, playwright }) => {
    const colleague = await playwright.request.newContext();
    undo.push(() => colleague.dispose());
    const { email, password } = COLLEAGUE;
    await call(colleague, 'POST', 'session', { email, password });
    const owner = await playwright.request.newContext();
    undo.push(() => owner.dispose());
    await call(owner, 'POST', 'session', { email: OWNER.email, password: OWNER.password });
    const writes: Request[] = [];
    page.on('request', (request) => request.method() === 'PUT' && writes.push(request));
    await signIn(page, '/claims/policy');

    await test.step('the rules of automatic replacement', async () => {
      const before = await call<ReplacementPolicy>(colleague, 'GET', 'claims/policy');
      undo.push(async () => {
        const { version } = await call<ReplacementPolicy>(colleague, 'GET', 'claims/policy');
        await call(colleague, 'PUT', 'claims/policy', { version, settings: before.settings, reason: '' });
      });
      const field = page.getByLabel('Дней с выдачи');
      const save = page.getByRole('button', { name: 'Сохранить' });
      for (const wrong of ['', '99999', '1.5']) {
        await field.fill(wrong);
        await save.click();
        await expect(field, wrong).toBeFocused();
        await expect(field).toHaveValue(wrong);
      }
      expect(writes).toEqual([]);
      await field.fill('45');
      await page.getByLabel('Почему').fill('Праздники');
      const theirs = { ...before.settings, maxDaysSinceDelivery: 40, minEarlierPurchases: 5 };
      await call(colleague, 'PUT', 'claims/policy', {
        version: before.version,
        settings: theirs,
        reason: 'Их причина',
      });
      await save.click();
      await expect(page.getByText('Коллега: 40')).toBeVisible();
      await expect(page.getByRole('status').getByText(COLLEAGUE.name)).toBeVisible();
      await expect(page.getByLabel('Прошлых покупок без обращений')).toHaveValue('5');
      await expect(field).toHaveValue('45');
      await save.click();
      await expect(page.getByText('Сохранено. Действует со следующего обращения.')).toBeVisible();
      await expect(save).toBeHidden();
      const { settings } = await call<ReplacementPolicy>(colleague, 'GET', 'claims/policy');
      expect(settings).toEqual({ ...theirs, maxDaysSinceDelivery: 45 });
    });

    await test.step('what needs a second operator', async () => {
      const before = await call<ApprovalPolicy>(colleague, 'GET', 'approval-policy');
      /** Asked for by the colleague and approved by the owner. */
      const set = async (body: ApprovalPolicy) => {
        const { approvalId } = await call<{ approvalId: number }>(colleague, 'PUT', 'approval-policy', body);
        await call(owner, 'POST', `approvals/${approvalId}/approve`, {});
      };
      undo.push(async () => {
        const { version } = await call<ApprovalPolicy>(colleague, 'GET', 'approval-policy');
        await set({ ...before, version });
      });
      await openScreen(page, '/team');
      const section = page.locator('section', { has: page.getByRole('heading', { name: 'Второй сотрудник' }) });
      await section.getByRole('button', { name: 'Изменить' }).click();
      const dialog = page.getByRole('dialog', { name: 'Второй сотрудник' });
      const sum = dialog.getByLabel('Возвраты больше, ₸');
      const save = dialog.getByRole('button', { name: 'Сохранить' });
      await sum.fill('сто тысяч');
      await save.click();
      await expect(dialog.getByText('Введите сумму', { exact: false })).toBeVisible();
      await sum.fill('100 002,50');
      await set({ ...before, refundAbove: 100_001_00 });
      await save.click();
      await expect(dialog.getByText('Коллега только что изменил это.', { exact: false })).toBeVisible();
      // It names the one who has asked for the change, not the one who has approved it.
      await expect(dialog.getByRole('status').getByText(COLLEAGUE.name)).toBeVisible();
      await expect(sum).toHaveValue('100 002,50');
      // The hint names what is loaded. From then on the form sends that version.
      await expect(dialog.getByText('Коллега: 100001', { exact: false })).toBeVisible();
      const sent = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
      await save.click();
      const { approvalId } = await (await sent).json();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Отправлено на согласование', { exact: false })).toBeVisible();
      await call(colleague, 'POST', `approvals/${approvalId}/approve`, {});
      const after = await call<ApprovalPolicy>(colleague, 'GET', 'approval-policy');
      expect(after).toMatchObject({ refundAbove: 100_002_50, version: before.version + 2 });
    });

    await test.step('a rule of activation that exists already, a new one that the store shows, and one that a colleague has changed', async () => {
      const { items } = await call<Rules>(colleague, 'GET', 'activation-rules');
      const [rule] = items;
      if (!rule) throw new Error('the demo has rules');
      await openScreen(page, '/catalogue/activation');
      await page.getByRole('button', { name: 'Добавить правило' }).first().click();
      const created = page.getByRole('dialog', { name: 'Новое правило' });
      await created.getByRole('combobox', { name: 'Регион' }).selectOption(rule.region);
      await created.getByLabel('Платформа').selectOption(rule.platform);
      await created.getByLabel('Источник').fill('Страница издателя');
      await created.getByLabel('Проверено').fill('2026-01-31');
      await created.getByRole('button', { name: 'Сохранить' }).click();
      await expect(created.getByText('Для этого региона и платформы уже есть правило')).toBeVisible();
      await expect(created.getByLabel('Источник')).toHaveValue('Страница издателя');
      await created.getByRole('combobox', { name: 'Регион' }).selectOption({ label: 'Другой…' });
      await created.getByLabel('Код региона').fill('Нет такого');
      await created.getByRole('combobox', { name: 'Регион' }).selectOption(NEW_RULE.region);
      await expect(created.getByLabel('Код региона')).toBeHidden();
      await created.getByLabel('Платформа').selectOption({ label: 'Другая…' });
      await created.getByLabel('Название платформы').fill('Нет такой');
      await created.getByLabel('Платформа').selectOption(NEW_RULE.platform);
      await expect(created.getByLabel('Название платформы')).toBeHidden();
      await created.getByLabel('Остальные страны').selectOption({ label: 'С условием' });
      for (const language of ['Русский', 'English', 'Қазақша']) {
        await created.getByLabel(`Условие, ${language}`).fill(`${NEW_RULE.condition} (${language})`);
      }
      undo.push(async () => {
        const { items: all } = await call<Rules>(colleague, 'GET', 'activation-rules');
        const mine = all.find(({ region, platform }) => region === NEW_RULE.region && platform === NEW_RULE.platform);
        if (mine) await call(colleague, 'DELETE', `activation-rules/${mine.id}?version=${mine.version}`);
      });
      await created.getByRole('button', { name: 'Сохранить' }).click();
      await expect(created).toBeHidden();
      // The page of the game says it to every visitor.
      const readPage = async () => (await page.request.get(`${STORE}/catalog/${NEW_RULE.game}`)).text();
      await expect.poll(readPage).toContain(`${NEW_RULE.condition} (Русский)`);

      await openScreen(page, `/catalogue/activation?rule=${rule.id}`);
      const opened = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Удалить правило' }) });
      const source = opened.getByLabel('Источник');
      await source.fill('Письмо поставщика');
      const { id, version, platform: _p, region: _r, ...terms } = rule;
      const findRule = async () =>
        (await call<Rules>(colleague, 'GET', 'activation-rules')).items.find((one) => one.id === id);
      undo.push(async () => {
        const now = await findRule();
        await call(colleague, 'PUT', `activation-rules/${id}`, { ...dropNull(terms), version: now?.version });
      });
      await call(colleague, 'PUT', `activation-rules/${id}`, { ...dropNull(terms), version, source: 'Их источник' });
      await opened.getByRole('button', { name: 'Сохранить' }).click();
      await expect(opened.getByText('Коллега: Их источник')).toBeVisible();
      await expect(source).toHaveValue('Письмо поставщика');
      await opened.getByRole('button', { name: 'Сохранить' }).click();
      await expect(opened).toBeHidden();
      expect(await findRule()).toMatchObject({ ...terms, source: 'Письмо поставщика' });
    });

    await test.step('another operator signs in in another tab', async () => {
      await openScreen(page, '/claims/policy');
      const field = page.getByLabel('Дней с выдачи');
      const before = await call<ReplacementPolicy>(colleague, 'GET', 'claims/policy');
      await field.fill('44');
      await page.getByLabel('Почему').fill('Другая вкладка');
      const tab = await context.newPage();
      await signIn(tab, '/', COLLEAGUE);
      await expect(tab.getByRole('button', { name: `Учётная запись: ${COLLEAGUE.name}` })).toBeVisible();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      const dialog = page.getByRole('dialog', { name: 'Сеанс закончился' });
      await expect(dialog.getByLabel('Электронная почта')).toHaveValue(OWNER.email);
      expect(await call(colleague, 'GET', 'claims/policy')).toEqual(before);
      await dialog.getByLabel('Пароль', { exact: true }).fill(OWNER.password);
      await dialog.getByRole('button', { name: 'Продолжить' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Сохранено. Действует со следующего обращения.')).toBeVisible();
      const timeline = page.getByRole('list', { name: 'Прошлые изменения' });
      // The entries before it are of the owner, too.
      await expect(timeline.getByRole('listitem').filter({ hasText: 'Другая вкладка' })).toContainText(OWNER.name);
    });
  },
);

/** The server answers null where a request leaves the field out. */
const dropNull = (terms: object) => Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null));
