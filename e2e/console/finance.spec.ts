import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { callStore } from '../member.ts';
import { onDesktop } from '../test.ts';
import { buyForTest } from './customer.ts';
import { addFailedJob, CONSOLE, countActions, signIn } from './operator.ts';

/** Today's sales, fees and profit; reconcile with a provider; failed jobs. Each in at most 12 actions. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
interface Product {
  id: number;
  name: string;
}

/** A game with one offer, which no other test buys. */
const GAME = 2025;

interface Sums {
  key: string;
  sold: number;
  sales: string;
  fees: string;
  cost: string;
  margin: string;
}

async function buy(): Promise<Product> {
  const { items } = await callStore<{ items: Product[] }>('GET', `/api/v1/products?gameid=${GAME}`);
  const [product] = items;
  if (!product) throw new Error(`game ${GAME} has no offer`);
  await buyForTest([{ id: product.id, count: 1 }]);
  return product;
}

test('sales, fees, cost and profit of today by product', onDesktop, async ({ page }) => {
  test.setTimeout(180_000);
  const product = await buy();
  await signIn(page);
  // A worker books the fee and the cost a few seconds after the sale.
  const read = async () => {
    const answer = await page.request.get(`${CONSOLE}/api/v1/finance/sales?by=product&product=${product.id}`);
    const { items } = (await answer.json()) as { items: Sums[] };
    return items.find(({ key }) => key === String(product.id));
  };
  await expect.poll(async () => Number((await read())?.cost ?? 0), { timeout: 90_000 }).toBeGreaterThan(0);
  const sums = await read();
  const profit = Number(sums?.sales) - Number(sums?.fees) - Number(sums?.cost);
  expect(Number(sums?.margin)).toBeCloseTo(profit, 2);

  const actions = countActions();
  await actions.click(page.getByRole('link', { name: 'Финансы', exact: true }).first());
  await actions.choose(page.getByLabel('Разрез'), 'Товар');
  await expect(page.getByRole('main').getByText(product.name, { exact: true }).first()).toBeVisible();
  actions.check();

  const [asked, download] = await Promise.all([
    page.waitForRequest('**/api/v1/finance/sales.csv*'),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать CSV' }).click(),
  ]);
  expect(asked.headers()).toHaveProperty('console-operator');
  expect(download.suggestedFilename()).toMatch(/^sales-[\d-]+\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toMatch(/^\u{feff}id;product;currency;/u);
  expect(file).toContain(product.name);
});

test(
  'a registry with a payment that the store does not know is found, explained and closed',
  onDesktop,
  async ({ page }) => {
    await signIn(page, '/finance/reconciliation');
    // A day of the past, another one in each run: the other tests pay today.
    const day = new Date(Date.UTC(2001, 0, 1) + (Math.floor(Date.now() / 1000) % 8_000) * 86_400_000);
    const lines = ['order_id,transaction,amount,currency,status', `PLANTED${Date.now()}00000,T1,12.99,AZN,success`];
    const file = { name: 'registry.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    const actions = countActions();
    await actions.choose(page.getByLabel('Платёжная система'), 'Epoint');
    await actions.fill(page.getByLabel('День', { exact: true }), day.toISOString().slice(0, 10));
    await actions.drop(page.getByLabel('Реестр платёжной системы'), file);
    await expect(page.getByText('Только у них', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Закрыть день' })).toBeDisabled();
    await actions.fill(page.getByLabel('Объяснение'), 'Пробный платёж провайдера');
    await actions.click(page.getByRole('button', { name: 'Объяснить' }));
    await actions.click(page.getByRole('button', { name: 'Закрыть день' }));
    await actions.click(page.getByRole('dialog').getByRole('button', { name: 'Закрыть день' }));
    await expect(page.getByText('День закрыт').first()).toBeVisible();
    actions.check();
  },
);

test('a file with a fault is refused as a whole, and its lines are named', onDesktop, async ({ page }) => {
  // In Almaty the next day has begun, so the day that is over is the one of the clock in UTC.
  const lateInUtc = new Date(new Date().setUTCHours(20, 30));
  await page.clock.setFixedTime(lateInUtc);
  await signIn(page, '/finance/reconciliation');
  await expect(page.getByLabel('День', { exact: true })).toHaveValue(lateInUtc.toISOString().slice(0, 10));
  const file = { name: 'registry.csv', mimeType: 'text/csv', buffer: Buffer.from('order_id,amount\nA,1') };
  await page.getByLabel('Реестр платёжной системы').setInputFiles(file);
  await expect(page.getByText('Файл не прочитан.')).toBeVisible();
  const faults = page.getByRole('list', { name: 'Ошибки в файле' });
  await expect(faults).toContainText('Строка 1: нет столбцов transaction, currency, status');
});

test('failed jobs are seen, one runs again and one is dismissed with a reason', onDesktop, async ({ page }) => {
  const [again, gone] = [`again ${Date.now()}`, `gone ${Date.now()}`];
  await addFailedJob(again);
  await addFailedJob(gone);
  await signIn(page);
  const row = (reason: string) => page.getByRole('listitem').filter({ hasText: reason });
  const actions = countActions();
  await actions.click(page.getByRole('link', { name: /^Состояние/ }).first());
  await expect(row(gone)).toBeVisible();
  await actions.click(row(again).getByRole('button', { name: 'Повторить' }));
  await expect(row(again)).toHaveCount(0);
  await actions.click(row(gone).getByRole('button', { name: 'Снять' }));
  await actions.fill(page.getByRole('dialog').getByLabel('Причина'), 'Заказа нет');
  await actions.click(page.getByRole('dialog').getByRole('button', { name: 'Снять' }));
  await expect(row(gone)).toHaveCount(0);
  actions.check();

  await test.step('a backup is recorded, and the rates are compared with their source', async () => {
    const backup = row('Последняя копия');
    await backup.getByRole('button', { name: 'Записать' }).click();
    const note = `Диск в банке ${Date.now()}`;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(note);
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await expect(dialog).toBeHidden();
    await expect(backup).toContainText(note);
    await page.getByRole('button', { name: 'Сравнить с источником' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expect(dialog.getByRole('button', { name: 'Принять' })).toBeDisabled();
  });
});

test(
  'the page of the day leads to a registry that differs, and to offers that are sold below their cost',
  onDesktop,
  async ({ page }) => {
    await signIn(page);
    const time = Date.UTC(1975, 0, 1) + (Math.floor(Date.now() / 1000) % 8_000) * 86_400_000;
    const day = new Date(time).toISOString().slice(0, 10);
    const lines = ['order_id,transaction,amount,currency,status', `PLANTED${Date.now()}00001,T1,12.99,AZN,success`];
    await page.goto(`${CONSOLE}/finance/reconciliation?provider=epoint&day=${day}`);
    const file = { name: 'registry.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await page.getByLabel('Реестр платёжной системы').setInputFiles(file);
    await expect(page.getByText('Только у них', { exact: true })).toBeVisible();

    const dayText = new Date(time).toLocaleDateString('ru', { dateStyle: 'long', timeZone: 'UTC' });
    const task = page.getByRole('link', { name: `Epoint, ${dayText}` });
    const openToday = async () => {
      await page.goto(CONSOLE);
      await expect(page.getByRole('heading', { level: 1, name: 'Сегодня' })).toBeVisible();
    };
    // The tasks of money are up to five seconds old.
    await expect(async () => {
      await openToday();
      await expect(task).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    const actions = countActions();
    await actions.click(task);
    await expect(page).toHaveURL(`${CONSOLE}/finance/reconciliation?provider=epoint&day=${day}`);
    await actions.fill(page.getByLabel('Объяснение'), 'Пробный платёж провайдера');
    await actions.click(page.getByRole('button', { name: 'Объяснить' }));
    await actions.click(page.getByRole('button', { name: 'Закрыть день' }));
    await actions.click(page.getByRole('dialog').getByRole('button', { name: 'Закрыть день' }));
    await expect(page.getByText('День закрыт').first()).toBeVisible();
    actions.check();

    await openToday();
    await page.getByRole('link', { name: /^Ниже себестоимости/ }).click();
    await expect(page).toHaveURL(/\/prices\?(margin=negative|search=\d+)$/);
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  },
);
