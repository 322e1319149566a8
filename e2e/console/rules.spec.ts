import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { expect, type Request, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { call, signIn } from './operator.ts';

/** The rules that several operators edit, with wrong values and with a colleague who is faster. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const COLLEAGUE = DEMO_OPERATORS[1];

/** What a test undoes, also when it fails. The last one first. */
const undo: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

interface ReplacementPolicy {
  version: number;
  settings: Record<string, number | boolean>;
}

test(
  'the form of the replacement rules keeps what was typed when it is wrong and when a colleague was faster',
  onDesktop,
  async ({ page, playwright }) => {
    const colleague = await playwright.request.newContext();
    undo.push(() => colleague.dispose());
    const { email, password } = COLLEAGUE;
    await call(colleague, 'POST', 'session', { email, password });
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
  },
);
