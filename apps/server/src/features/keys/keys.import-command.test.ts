import { findKeyFault } from '@oyna/domain/key-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  describeKeyImport,
  importKeys,
  type KeyImportOptions,
  parseKeyImport,
  planKeyImport,
} from './keys.import-command.ts';

const STEAM = 10012;
const GIFT_CARD = 50171;
const TOP_UP = 311;

let store: TestStore;
let known: string;
beforeAll(async () => {
  store = await createTestStore();
  const { platform, type } = await store.database
    .selectFrom('product')
    .select(['platform', 'type'])
    .where('id', '=', STEAM)
    .executeTakeFirstOrThrow();
  expect([platform, type]).toEqual(['Steam', 'Key']);
  const key = await store.database
    .selectFrom('product_key')
    .select('id')
    .where('product_id', '=', STEAM)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  for await (const exported of store.payments.keys.exportKeys(OPERATOR, { keyIds: [key.id] })) known = exported.key;
});
afterAll(() => store.close());

const plan = (content: string, options: KeyImportOptions = {}) => {
  const order = parseKeyImport('keys.txt', { product: String(STEAM), ...options }, () => content);
  return planKeyImport(store.database, store.payments.keys, order);
};
const run = async (content: string, options: KeyImportOptions = {}) =>
  importKeys(store.stock.imports, await plan(content, options), { skipsBad: options.skipBad === true });
const countKeys = async (product = STEAM) =>
  (await store.database.selectFrom('product_key').select('id').where('product_id', '=', product).execute()).length;

const GOOD = ['AAAA2-BBBBB-CCCC1', 'AAAA2-BBBBB-CCCC2', 'AAAA2-BBBBB-CCCC3'];

describe('an import of keys', () => {
  it('shows what it would do, masked, and changes nothing', async () => {
    const before = await countKeys();
    const content = [GOOD[0], 'hello world <script>', GOOD[0], known, GOOD[1]].join('\n');
    expect(describeKeyImport(await plan(content))).toEqual([
      'keys.txt:2: ••••t> is not a Steam key (XXXXX-XXXXX-XXXXX or XXXXX-XXXXX-XXXXX-XXXXX-XXXXX or XXXXXXXXXXXXXXX XX)',
      'keys.txt:3: ••••C1 repeats the key of line 1',
      `keys.txt:4: ••••${known.slice(-2)} is in the vault already`,
      expect.stringMatching(/^2 keys for .+ can be imported, 3 lines cannot$/),
    ]);
    expect(await countKeys()).toBe(before);
  });

  it.each([
    ['a malformed line', 'hello world <script>'],
    ['a repeated line', GOOD[0]],
  ])('stops at %s and changes nothing', async (_what, line) => {
    const before = await countKeys();
    const batches = await store.database.selectFrom('key_batch').select('id').execute();
    await expect(run([...GOOD, line].join('\n'))).rejects.toThrow('Nothing was imported');
    await expect(run([...GOOD, known].join('\n'))).rejects.toThrow('is in the vault already');
    expect(await countKeys()).toBe(before);
    expect(await store.database.selectFrom('key_batch').select('id').execute()).toHaveLength(batches.length);
  });

  it('skips bad lines on request, imports the others once, and prints no key', async () => {
    const before = await countKeys();
    const content = [...GOOD, 'hello world <script>', known].join('\n');
    expect(await run(content, { skipBad: true })).toMatch(/^Imported 3 keys for .+, batch \d+, skipped 2 lines$/);
    expect(await countKeys()).toBe(before + 3);
    const again = await run(content, { skipBad: true }).catch((error: Error) => error.message);
    expect(again).toContain('Nothing was imported.');
    for (const key of [...GOOD, known]) expect(again).not.toContain(key);
    expect(await countKeys()).toBe(before + 3);
  });

  it('takes another format by --pattern or --any-format, and never an unreadable key', async () => {
    const other = 'STEAM/0001';
    await expect(run(other)).rejects.toThrow('is not a Steam key');
    expect((await plan(other, { pattern: 'STEAM/\\d{4}' })).good).toHaveLength(1);
    expect((await plan('STEAM/00011', { pattern: 'STEAM/\\d{4}' })).rejected).toMatchObject([
      { reason: 'does not match --pattern' },
    ]);
    expect((await plan(`${other}\nA\u200bB`, { anyFormat: true })).rejected).toMatchObject([{ line: 2 }]);
    expect(() => parseKeyImport('f', { product: '1', pattern: '[' }, () => 'A')).toThrow('not a regular expression');
    expect(() => parseKeyImport('f', { product: '1', pattern: 'a', anyFormat: true }, () => 'A')).toThrow('not both');
  });

  it('takes codes of any sensible shape for a gift card', async () => {
    const order = parseKeyImport('f', { product: String(GIFT_CARD) }, () => 'GIFT-1\n<b>GIFT</b>');
    const { good, rejected } = await planKeyImport(store.database, store.payments.keys, order);
    expect([good.length, rejected.length]).toEqual([1, 1]);
  });

  it('refuses a product that has no keys, or does not exist', async () => {
    await expect(plan('A', { product: String(TOP_UP) })).rejects.toThrow('is a top-up');
    await expect(plan('A', { product: '999999999' })).rejects.toThrow('There is no product');
  });
});

it('gives the demo keys of the format of each platform', async () => {
  const firsts = await store.database
    .selectFrom('product')
    .innerJoin('product_key', 'product_key.product_id', 'product.id')
    .select(['product.type', 'product.platform', ({ fn }) => fn.min('product_key.id').as('keyId')])
    .groupBy(['product.type', 'product.platform'])
    .execute();
  expect(firsts.length).toBeGreaterThan(15);
  const kinds = new Map(firsts.map(({ keyId, type, platform }) => [Number(keyId), { type, platform }]));
  let checked = 0;
  for await (const { id, key } of store.payments.keys.exportKeys(OPERATOR, { keyIds: [...kinds.keys()] })) {
    const kind = kinds.get(id);
    if (!kind) throw new Error(`key ${id} was not asked for`);
    expect({ ...kind, fault: findKeyFault(key, kind, { kind: 'platform' }) }).toEqual({ ...kind, fault: undefined });
    checked += 1;
  }
  expect(checked).toBe(firsts.length);
});
