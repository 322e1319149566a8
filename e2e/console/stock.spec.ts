import { expect, type Page, test } from '@playwright/test';
import { onDesktop } from '../test.ts';
import { CONSOLE, countActions, signIn } from './operator.ts';

/** The tasks of stock: load 500 keys, a file with duplicates and rubbish, see low stock. Each in at most 12 actions. */

const PRODUCT = 10_012;
const MOST_SECONDS = 120;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
/** Steam keys that no other run has made. */
function newKeys(count: number): string[] {
  const run = Date.now().toString(36).toUpperCase().slice(-8).padStart(8, '0');
  return Array.from({ length: count }, (_, index) => {
    const number = index.toString(36).toUpperCase().padStart(4, '0');
    return `E2E${run.slice(0, 2)}-${run.slice(2, 7)}-${run.slice(7)}${number}`;
  });
}

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });
const importButton = (page: Page) => page.getByRole('link', { name: 'Загрузить ключи' });

/** The tests run side by side, so each looks at the batches of one supplier. */
const supplierOf = (name: string) => `${name} ${Date.now()}`;

async function readAvailable(page: Page, supplier: string): Promise<number> {
  const answer = await page.request.get(`${CONSOLE}/api/v1/stock/${PRODUCT}`);
  const { batches } = (await answer.json()) as { batches: { supplier: string; available: number }[] };
  return batches.filter((batch) => batch.supplier === supplier).reduce((sum, { available }) => sum + available, 0);
}

/** The requests that have the text in their address or body, from now on. */
function listCarriers(page: Page, text: string): string[] {
  const carriers: string[] = [];
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData()}`.includes(text))
      carriers.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return carriers;
}

test('500 keys are loaded from the page of a product', onDesktop, async ({ page }) => {
  await signIn(page, '/stock');
  const keys = newKeys(500);
  const supplier = supplierOf('Nord');
  const actions = countActions();
  await actions.fill(page.getByRole('searchbox'), `#${PRODUCT}`);
  await actions.click(page.locator(`main a[href="/stock/${PRODUCT}"]`));
  await expect(page.getByRole('heading', { name: 'Партии' })).toBeVisible();
  await actions.click(importButton(page));
  const carriers = listCarriers(page, keys[0] ?? '');
  await actions.drop(page.getByLabel('Файл с ключами'), fileOf('keys.txt', Buffer.from(keys.join('\n'))));
  await expect(page.getByText('можно загрузить: 500')).toBeVisible();
  await actions.fill(page.getByLabel('Поставщик'), supplier);
  await actions.fill(page.getByLabel('Цена закупки'), '3,50');
  const load = page.getByRole('button', { name: 'Загрузить: 500' });
  await expect(load).toBeEnabled();
  // The preview is made in the page. The comparison with the vault stores nothing of what it is sent.
  expect(carriers).toEqual(['POST /api/v1/key-imports/check']);
  expect(await readAvailable(page, supplier)).toBe(0);
  await actions.click(load);
  await expect(page.getByRole('heading', { name: 'Загружено ключей: 500' })).toBeVisible();
  actions.check();
  expect(await readAvailable(page, supplier)).toBe(500);

  await test.step('the import is undone while nothing of it is sold', async () => {
    await page.getByRole('link', { name: 'К товару' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: supplier })
      .getByRole('button', { name: 'Отменить загрузку' })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('500')).toBeVisible();
    await dialog.getByLabel('Причина').fill('Не тот регион');
    await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
    await expect(page.getByText('Готово. Ключей: 500')).toBeVisible();
    expect(await readAvailable(page, supplier)).toBe(0);
  });
});

/** 1,000 rows as suppliers send them. 880 of them are keys that can be sold. */
function rubbishFile(known: string): { content: Buffer; good: number } {
  const keys = newKeys(880);
  const rows = keys.map((key, index) => {
    if (index % 5 === 1) return `${index};  ${key}  ;5,00`;
    if (index % 5 === 2) return `${index};"${key}";"5,00"`;
    if (index % 5 === 3) return `${index};${key.toLowerCase()};5,00`;
    if (index % 5 === 4) return `${index};${key.replaceAll('-', '')};5,00`;
    return `${index};${key};5,00`;
  });
  const bad = [
    ...keys.slice(0, 40).map((key) => `x;${key.toLowerCase()};5,00`),
    ...Array.from({ length: 10 }, () => `x;${known};5,00`),
    ...Array.from({ length: 10 }, (_, index) => `x;А${String(index).padStart(4, '0')}-BBBBB-CCCCC;5,00`), // Cyrillic
    ...Array.from({ length: 10 }, () => 'x'),
    ...Array.from({ length: 10 }, (_, index) => `x;AAAA\u0000-BBBBB-CCC${index};5,00`),
    ...Array.from({ length: 10 }, () => `x;${'A'.repeat(2_000)};5,00`),
    ...Array.from({ length: 10 }, () => 'x;<script>alert(1)</script>;5,00'),
    ...Array.from({ length: 10 }, () => ';;'),
    ...Array.from({ length: 10 }, () => ''),
  ];
  const all = [...rows, ...bad].toSorted(
    (a, b) => ((a.length * 7 + a.charCodeAt(0)) % 13) - ((b.length * 7 + b.charCodeAt(0)) % 13),
  );
  const text = ['Номер;Ключ;Цена', ...all].join('\r\n');
  return { content: Buffer.from(`\uFEFF${text}`, 'utf16le'), good: keys.length };
}

test('a file of 1,000 rows with duplicates and rubbish is on sale correctly', onDesktop, async ({ page }) => {
  await signIn(page);
  const [known = ''] = newKeys(1).map((key) => key.replace('E2E', 'OLD'));
  const first = await page.request.put(`${CONSOLE}/api/v1/key-imports/${crypto.randomUUID()}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      productId: PRODUCT,
      fileName: 'old.txt',
      supplier: 'Old',
      costCents: 1,
      format: 'platform',
      stopsAtBad: false,
      lineCount: 1,
      chunkCount: 1,
      leftOut: 0,
    },
  });
  const { id } = await first.json();
  const sent = await page.request.put(`${CONSOLE}/api/v1/key-imports/${id}/chunks/0`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { lines: [{ line: 1, value: known }] },
  });
  expect(sent.status()).toBe(200);
  const supplier = supplierOf('Rubbish');
  const { content, good } = rubbishFile(known);
  const started = Date.now();
  await page.goto(`${CONSOLE}/stock/${PRODUCT}`);
  const actions = countActions();
  await actions.click(importButton(page));
  await actions.drop(page.getByLabel('Файл с ключами'), fileOf('supplier.csv', content));
  await expect(page.getByText(`можно загрузить: ${good}`)).toBeVisible();
  await expect(page.getByText('нельзя загрузить: 100').first()).toBeVisible();
  await actions.click(page.locator('summary'));
  for (const fault of ['уже есть в хранилище', 'кириллица вместо латиницы', 'есть невидимый знак', 'слишком длинный']) {
    await expect(page.getByText(fault).first()).toBeVisible();
  }
  await actions.fill(page.getByLabel('Поставщик'), supplier);
  const skip = page.getByRole('checkbox', { name: /^Пропустить/ });
  await skip.uncheck();
  await page.getByRole('button', { name: `Загрузить: ${good}` }).click();
  await expect(page.getByText('Плохих строк: 100. Исправьте файл или пропустите их.')).toBeVisible();
  expect(await readAvailable(page, supplier)).toBe(0);
  await skip.check();
  await actions.click(page.getByRole('button', { name: `Загрузить: ${good}` }));
  await expect(page.getByRole('heading', { name: `Загружено ключей: ${good}` })).toBeVisible();
  actions.check();
  expect((Date.now() - started) / 1_000).toBeLessThan(MOST_SECONDS);
  expect(await readAvailable(page, supplier)).toBe(good);
});

test('low stock is seen on the page of the day and in the board', onDesktop, async ({ page }) => {
  await signIn(page);
  const answer = await page.request.get(`${CONSOLE}/api/v1/stock?search=Steam&limit=200`);
  const { items } = await answer.json();
  const product = items.find(
    ({ isOffered, lowSince }: { isOffered: boolean; lowSince: string | null }) => isOffered && !lowSince,
  );
  await page.goto(`${CONSOLE}/stock/${product.productId}`);
  const actions = countActions();
  await actions.fill(page.getByLabel('Предупреждать, когда осталось'), '1000000');
  await actions.click(page.getByRole('button', { name: 'Сохранить' }));
  await expect(page.getByText('заканчивается').first()).toBeVisible();
  await actions.click(page.getByRole('navigation').first().getByRole('link', { name: 'Сегодня' }));
  await actions.click(page.locator(`main a[href="/stock/${product.productId}"]`));
  await expect(page).toHaveURL(`${CONSOLE}/stock/${product.productId}`);
  await actions.click(page.getByRole('navigation').first().getByRole('link', { name: 'Склад' }));
  await actions.choose(page.getByLabel('Показать'), { value: 'true' });
  await expect(page.locator(`main a[href="/stock/${product.productId}"]`)).toBeVisible();
  actions.check();
  await page.goto(`${CONSOLE}/stock/${product.productId}`);
  await page.getByLabel('Предупреждать, когда осталось').fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено')).toBeVisible();
});

test(
  'a threshold that is no number of keys is refused, and an empty field takes that of the settings',
  onDesktop,
  async ({ page }) => {
    await signIn(page);
    const { items } = await (await page.request.get(`${CONSOLE}/api/v1/stock?search=Xbox&limit=5`)).json();
    const [{ productId }] = items;
    const read = async () => {
      const answer = await page.request.get(`${CONSOLE}/api/v1/stock/${productId}`);
      const { threshold, isOwnThreshold } = await answer.json();
      return { threshold, isOwnThreshold };
    };
    await page.goto(`${CONSOLE}/stock/${productId}`);
    const field = page.getByLabel('Предупреждать, когда осталось');
    const save = page.getByRole('button', { name: 'Сохранить' });
    const general = await read();
    for (const wrong of ['-1', '2.5', '1000001']) {
      await field.fill(wrong);
      await save.click();
      await expect(field).toBeFocused();
      expect(await read()).toEqual(general);
    }
    const actions = countActions('set the threshold of a product');
    await actions.fill(field, '3');
    await actions.click(save);
    await expect.poll(read).toEqual({ threshold: 3, isOwnThreshold: true });
    actions.check();
    // The saved number replaces the form, and what is in it.
    await expect(field).toHaveAttribute('placeholder', '3');
    await field.fill('');
    await save.click();
    await expect.poll(read).toEqual(general);
  },
);

test('an import that broke off is continued with its file, or ended', onDesktop, async ({ page }) => {
  await signIn(page);
  const supplier = supplierOf('Süd');
  // Not unrouted: a script that is on its way then may never arrive.
  let isConnected = true;
  await page.route(/\/key-imports\/[^/]+\/chunks\//, (route) => (isConnected ? route.continue() : route.abort()));
  /** Leaves the page while nothing of the file arrives. */
  const breakOff = async (name: string, content: Buffer) => {
    isConnected = false;
    await page.goto(`${CONSOLE}/stock/import?product=${PRODUCT}`);
    await page.getByLabel('Файл с ключами').setInputFiles(fileOf(name, content));
    await page.getByLabel('Поставщик').fill(supplier);
    await page.getByLabel('Цена закупки').fill('3,50');
    const sent = page.waitForRequest(/\/chunks\//);
    await page.getByRole('button', { name: 'Загрузить: 7' }).click();
    await sent;
    await page.goto(`${CONSOLE}/stock/${PRODUCT}`);
    isConnected = true;
    return page.getByRole('listitem').filter({ hasText: name });
  };
  const keys = newKeys(14);

  await test.step('it is ended, and no more of its keys come', async () => {
    const row = await breakOff(`ended-${Date.now()}.txt`, Buffer.from(keys.slice(0, 7).join('\n')));
    const actions = countActions('end an import');
    await actions.click(row.getByRole('button', { name: 'Прекратить' }));
    const dialog = page.getByRole('dialog', { name: 'Прекратить' });
    await expect(dialog).toContainText('Останется в продаже ключей: 0');
    await actions.click(dialog.getByRole('button', { name: 'Прекратить' }));
    await expect(row.getByRole('button', { name: 'Прекратить' })).toHaveCount(0);
    actions.check();
    expect(await readAvailable(page, supplier)).toBe(0);
  });

  await test.step('it is continued with the same file', async () => {
    const name = `continued-${Date.now()}.txt`;
    const content = Buffer.from(keys.slice(7).join('\n'));
    const row = await breakOff(name, content);
    await expect(row).toContainText('0 из 7');
    await row.getByRole('link', { name: 'Продолжить' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Продолжить загрузку' })).toBeVisible();
    await page.getByLabel('Файл с ключами').setInputFiles(fileOf(name, content));
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect(page.getByRole('heading', { name: 'Загружено ключей: 7' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveJSProperty('position', 1);
    expect(await readAvailable(page, supplier)).toBe(7);
  });
});
