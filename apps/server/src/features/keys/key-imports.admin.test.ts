import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const STEAM = 10012;
const TOP_UP = 311;

let store: TestStore;
let keeper: TestOperator;
beforeAll(async () => {
  store = await createTestStore();
  keeper = await signInOperator(store, 'stock');
});
afterAll(() => store.close());

let made = 0;
/** New Steam keys with their lines. */
const newLines = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => {
    made += 1;
    return { line: first + index, value: `IMPRT-AAAAA-${String(made).padStart(5, '0')}` };
  });
const orderOf = (more: object = {}) => ({
  productId: STEAM,
  fileName: 'keys.csv',
  supplier: 'Nord',
  costCents: 120,
  format: 'platform',
  stopsAtBad: false,
  lineCount: 6,
  chunkCount: 2,
  leftOut: 0,
  ...more,
});
const begin = async (more: object = {}, id = randomUUID()) => ({
  id,
  answer: await keeper.call('PUT', `/api/v1/key-imports/${id}`, orderOf(more)),
});
const send = (id: string, chunk: number, lines: object[], who = keeper) =>
  who.call('PUT', `/api/v1/key-imports/${id}/chunks/${chunk}`, { lines });
/** A repeated request changes nothing, so it records nothing. */
const sendAgain = (id: string, chunk: number, lines: object[]) =>
  keeper.call('PUT', `/api/v1/key-imports/${id}/chunks/${chunk}`, { lines }, { isParallel: true });
const show = async (id: string) => (await keeper.get(`/api/v1/key-imports/${id}`)).json();
const exportBatch = async (batchId: number) => {
  const keys: string[] = [];
  for await (const { key } of store.payments.keys.exportKeys(OPERATOR, { batchId })) keys.push(key);
  return keys;
};

describe('an import in chunks', () => {
  it('puts each chunk on sale at once and is finished with the last one', async () => {
    const { id, answer } = await begin();
    expect(answer.json()).toMatchObject({ status: 'open', chunksDone: 0, batchId: null, imported: 0 });
    const [first, second] = [newLines(3), newLines(3, 4)];
    const one = (await send(id, 1, second)).json();
    expect(one).toMatchObject({ status: 'open', chunksDone: 1, imported: 3, chunkImported: 3, chunkSkipped: [] });
    expect(await store.payments.keys.countKeys({ batchId: one.batchId }, 'available')).toBe(3);
    expect((await send(id, 0, first)).json()).toMatchObject({ status: 'finished', imported: 6 });
    expect(await show(id)).toMatchObject({ chunks: [0, 1], skippedLines: [], batchId: one.batchId });
    expect((await exportBatch(one.batchId)).toSorted()).toEqual([...first, ...second].map(({ value }) => value));
    const stock = (await keeper.get(`/api/v1/stock/${STEAM}`)).json();
    expect(stock.batches[0]).toMatchObject({ id: one.batchId, keyCount: 6, supplier: 'Nord', costCents: 120 });
  });

  it('imports a repeated chunk once, and refuses the same number with other lines', async () => {
    const { id } = await begin();
    const lines = newLines(3);
    const first = (await send(id, 0, lines)).json();
    const again = await sendAgain(id, 0, lines);
    expect(again.json()).toMatchObject({ imported: 3, chunkImported: 3, chunksDone: 1 });
    expect((await send(id, 0, newLines(3))).json()).toMatchObject({ code: 'idempotency-conflict' });
    const both = await Promise.all([newLines(2, 4), newLines(2, 4)].map((sent) => sendAgain(id, 1, sent)));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await exportBatch(first.batchId)).toHaveLength(5);
  });

  it('is announced once, and not again with other facts', async () => {
    const { id } = await begin();
    const same = await keeper.call('PUT', `/api/v1/key-imports/${id}`, orderOf(), { isParallel: true });
    expect(same.statusCode).toBe(200);
    expect((await begin({ costCents: 5 }, id)).answer.json()).toMatchObject({ code: 'idempotency-conflict' });
  });

  it('skips what the vault has, what is repeated and what is malformed, and names the lines without their keys', async () => {
    const { id } = await begin({ chunkCount: 1 });
    const [known] = newLines(1);
    await store.payments.keys.importKeys([
      { fileName: 'x', productId: STEAM, supplier: 'x', costCents: 0, keys: [known ?? { line: 1, value: '' }] },
    ]);
    const [good] = newLines(1, 4);
    const lines = [
      { line: 1, value: known?.value },
      { line: 2, value: 'rubbish' },
      { line: 3, value: 'АAAAA-BBBBB-CCCCC' }, // the first letter is Cyrillic
      good,
      { line: 5, value: good?.value.toLowerCase().replaceAll('-', '') },
    ] as object[];
    const answer = await send(id, 0, lines);
    expect(answer.json()).toMatchObject({ status: 'finished', imported: 1, skipped: 4 });
    const { skippedLines } = await show(id);
    expect(skippedLines).toEqual([
      { line: 1, fault: 'known' },
      { line: 2, fault: 'format' },
      { line: 3, fault: 'look-alike' },
      { line: 5, fault: 'repeated' },
    ]);
    const { rows } = await sql<{ text: string }>`
      SELECT audit_entry::text || coalesce((SELECT string_agg(key_import_chunk::text, '') FROM key_import_chunk), '') AS text
      FROM audit_entry`.execute(store.database);
    expect(rows.some(({ text }) => text.includes('IMPRT-AAAAA'))).toBe(false);
  });

  it('knows a key in another spelling, whatever the format of its import', async () => {
    const { id } = await begin({ chunkCount: 1, format: 'any' });
    const typed = 'spell-aaaaa-00001';
    expect((await send(id, 0, [{ line: 1, value: typed }])).json()).toMatchObject({ imported: 1 });
    const { batchId } = await show(id);
    expect(await exportBatch(batchId), 'a customer gets it as it was typed').toEqual([typed]);
    for (const [format, value] of [
      ['platform', 'SPELL-AAAAA-00001'],
      ['platform', 'SPELLAAAAA00001'],
      ['any', 'SpellAaaaa 00001'],
      ['any', typed],
    ]) {
      const lines = [{ line: 7, value }];
      const checked = await keeper.call('POST', '/api/v1/key-imports/check', { productId: STEAM, format, lines });
      expect(checked.json().rejected, value).toMatchObject([{ line: 7, fault: 'known' }]);
      const again = await begin({ chunkCount: 1, format });
      expect((await send(again.id, 0, lines)).json(), value).toMatchObject({
        imported: 0,
        chunkSkipped: [{ line: 7, fault: 'known' }],
      });
    }
    const found = await Promise.all(
      ['SPELLAAAAA00001', 'spell-aaaaa-00001', 'Spell AAAAA 00001'].map((text) => store.payments.keys.findKeyId(text)),
    );
    expect(new Set(found).size).toBe(1);
    expect(found[0]).toBeGreaterThan(0);
  });

  it('stores nothing of a chunk with a bad line when it stops at bad lines', async () => {
    const { id } = await begin({ stopsAtBad: true });
    const lines = [...newLines(2), { line: 3, value: 'rubbish' }];
    const answer = await send(id, 0, lines);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'key-lines-refused', current: { skipped: [{ line: 3, fault: 'format' }] } },
    ]);
    expect(await show(id)).toMatchObject({ status: 'open', imported: 0, chunks: [], batchId: null });
    expect((await send(id, 0, lines.slice(0, 2))).json()).toMatchObject({ imported: 2 });
  });

  it('creates no batch when no line is new', async () => {
    const { id } = await begin({ chunkCount: 1 });
    expect((await send(id, 0, [{ line: 1, value: 'rubbish' }])).json()).toMatchObject({
      status: 'finished',
      imported: 0,
      batchId: null,
    });
    const again = await begin({ chunkCount: 1 });
    const lines = newLines(2);
    const first = await begin({ chunkCount: 1 });
    await send(first.id, 0, lines);
    expect((await send(again.id, 0, lines)).json()).toMatchObject({ imported: 0, skipped: 2, batchId: null });
  });

  it('ends when its batch is written off', async () => {
    const { id } = await begin();
    const { batchId } = (await send(id, 0, newLines(2))).json();
    const url = `/api/v1/stock/batches/${batchId}/write-off`;
    expect((await keeper.call('POST', url, { reason: 'Used keys' })).json()).toEqual({ moved: 2 });
    expect(await show(id)).toMatchObject({ status: 'cancelled' });
    expect((await send(id, 1, newLines(2, 3))).json()).toMatchObject({ code: 'state-conflict' });
    expect(await store.payments.keys.countKeys({ batchId }, 'available')).toBe(0);
  });

  it('ends with its cancellation or with the undoing of its batch', async () => {
    const { id } = await begin();
    const { batchId } = (await send(id, 0, newLines(2))).json();
    expect((await keeper.call('POST', `/api/v1/key-imports/${id}/cancel`)).json()).toMatchObject({
      status: 'cancelled',
    });
    expect((await send(id, 1, newLines(2))).json()).toMatchObject({ code: 'state-conflict' });
    expect(await exportBatch(batchId)).toHaveLength(2);
    const other = await begin();
    const lines = newLines(2);
    const chunk = (await send(other.id, 0, lines)).json();
    const undo = `/api/v1/stock/batches/${chunk.batchId}/undo`;
    expect((await keeper.call('POST', undo, { reason: 'The wrong product' })).statusCode).toBe(200);
    expect(await show(other.id)).toMatchObject({ status: 'cancelled' });
    expect((await send(other.id, 1, newLines(2))).json()).toMatchObject({ code: 'state-conflict' });
    const third = await begin();
    expect((await send(third.id, 0, lines)).json()).toMatchObject({ imported: 2 });
  });

  it('puts no key on sale while its batch is in quarantine, and is continued after the release', async () => {
    const { id } = await begin();
    const { batchId } = (await send(id, 0, newLines(2))).json();
    const change = (action: string) =>
      keeper.call('POST', `/api/v1/stock/batches/${batchId}/${action}`, { reason: 'A wrong region' });
    expect((await change('quarantine')).json()).toEqual({ moved: 2 });
    const lines = newLines(2, 3);
    const refused = await send(id, 1, lines);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'state-conflict', field: 'batch' }]);
    expect(await store.payments.keys.countKeys({ batchId }, 'available')).toBe(0);
    expect(await show(id)).toMatchObject({ status: 'open', imported: 2, chunks: [0] });
    expect((await change('release')).json()).toEqual({ moved: 2 });
    expect((await send(id, 1, lines)).json()).toMatchObject({ status: 'finished', imported: 4 });
    expect(await store.payments.keys.countKeys({ batchId }, 'available')).toBe(4);
  });

  it('is found by its product and among those that are not finished', async () => {
    const { id } = await begin();
    const { imports } = (await keeper.get('/api/v1/stock-summary')).json();
    expect(imports.map((one: { id: string }) => one.id)).toContain(id);
    const stock = (await keeper.get(`/api/v1/stock/${STEAM}`)).json();
    expect(stock.imports.map((one: { id: string }) => one.id)).toContain(id);
  });
});

describe('a dry run', () => {
  it('names what would be refused, masked, and stores nothing', async () => {
    const [known, fresh] = newLines(2);
    const { id } = await begin({ chunkCount: 1 });
    await send(id, 0, [known ?? {}]);
    const count = async () =>
      (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM product_key`.execute(store.database))
        .rows[0];
    const before = await count();
    const lines = [fresh, { line: 8, value: known?.value.toLowerCase() }, { line: 9, value: 'rubbish' }];
    const answer = await keeper.call('POST', '/api/v1/key-imports/check', {
      productId: STEAM,
      format: 'platform',
      lines,
    });
    expect(answer.json().rejected).toEqual([
      { line: 8, masked: `••••${known?.value.slice(-2)}`, fault: 'known' },
      { line: 9, masked: '••••h', fault: 'format' },
    ]);
    expect(await count()).toEqual(before);
  });

  it('refuses a product without keys, too many lines, and keys that are too long', async () => {
    const check = (body: object) => keeper.call('POST', '/api/v1/key-imports/check', { format: 'platform', ...body });
    expect((await check({ productId: TOP_UP, lines: newLines(1) })).statusCode).toBe(404);
    expect((await check({ productId: 999_999_999, lines: newLines(1) })).statusCode).toBe(404);
    expect((await check({ productId: STEAM, lines: newLines(1_001) })).statusCode).toBe(400);
    const long = [{ line: 1, value: 'x'.repeat(513) }];
    expect((await check({ productId: STEAM, lines: long })).statusCode).toBe(400);
  });
});

it('is closed to roles that may not import', async () => {
  const auditor = await signInOperator(store, 'auditor');
  const { id } = await begin();
  expect((await auditor.get(`/api/v1/key-imports/${id}`)).statusCode).toBe(403);
  expect((await send(id, 0, newLines(1), auditor)).statusCode).toBe(403);
});
