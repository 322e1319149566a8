import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { audit } from '../../platform/audit.ts';
import { buyKeys, keyStatus } from '../../testing/test-claims.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { compareKeys } from './keys.commands.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 1);
  await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${productId} AND status = 'available'`.execute(
    store.database,
  );
});
afterAll(() => store.close());

const platformIs = (platform: string) =>
  sql`UPDATE product SET platform = ${platform} WHERE id = ${productId}`.execute(store.database);

/** Returns the ids of the keys. */
async function importKeys(values: string[]): Promise<number[]> {
  const keys = values.map((value, index) => ({ line: index + 1, value }));
  await store.payments.keys.importKeys([{ fileName: 'x', productId, supplier: 'x', costCents: 100, keys }]);
  const { rows } = await sql<{ id: number }>`SELECT id FROM product_key ORDER BY id DESC LIMIT ${keys.length}`.execute(
    store.database,
  );
  return rows.map(({ id }) => id).toReversed();
}
const statusesOf = (ids: number[]) => Promise.all(ids.map((id) => keyStatus(store, id)));
const fingerprints = async () =>
  (
    await sql<{ id: number; fingerprint: Buffer }>`SELECT id, fingerprint FROM product_key ORDER BY id`.execute(
      store.database,
    )
  ).rows;

it('finds keys that were stored twice, loses none of them and sells none of them twice', async () => {
  // A platform without masks stores fingerprints as every platform did before.
  await platformIs('Unknown');
  const old = await importKeys(['doubl-aaaaa-00001', 'doubl-aaaaa-00002', 'doubl-aaaaa-00003', 'doubl-aaaaa-00004']);
  await platformIs('Steam');
  const late = await importKeys(['DOUBL-AAAAA-00001', 'DOUBL-AAAAA-00002', 'DOUBL-AAAAA-00003']);

  const member = await createMember(store);
  expect((await buyKeys(store, member, productId)).keyIds).toEqual([old[0]]);
  const move = (to: 'available' | 'quarantined') =>
    store.payments.keys.moveKeys(OPERATOR, { keyIds: old }, to, `product ${productId}`);
  await move('quarantined');
  const second = await buyKeys(store, member, productId);
  expect((await buyKeys(store, member, productId)).keyIds).toEqual([late[1]]);
  await move('available');
  expect(await statusesOf(old)).toEqual(['sold', 'available', 'available', 'available']);
  expect(await statusesOf(late)).toEqual(['sold', 'sold', 'available']);

  const { keys } = store.payments;
  expect(await keys.isComparisonDue()).toBe(false);
  // Before the upgrade.
  await sql`UPDATE key_batch SET imported_at = '2020-01-01' WHERE product_id = ${productId}`.execute(store.database);
  expect(await keys.isComparisonDue()).toBe(true);
  // A start that was interrupted.
  await audit(store.database, { actor: OPERATOR, action: 'keys compare', subject: 'vault' });
  expect(await keys.isComparisonDue()).toBe(true);
  const report = await compareKeys(keys);
  expect(await keys.isComparisonDue()).toBe(false);
  expect(report).toEqual([
    `Key ${old[1]} (product ${productId}, quarantined) is the same as key ${late[1]} (product ${productId}, sold)`,
    `Key ${late[0]} (product ${productId}, sold) is the same as key ${old[0]} (product ${productId}, sold)`,
    `Key ${late[2]} (product ${productId}, quarantined) is the same as key ${old[2]} (product ${productId}, available)`,
    expect.stringMatching(/^Compared \d+ keys: 1 had another spelling, 3 are in the vault twice$/),
  ]);
  expect(await statusesOf(old)).toEqual(['sold', 'quarantined', 'available', 'available']);

  await store.payments.refunds.refund(OPERATOR, second.orderId);
  expect(await keyStatus(store, late[0]), 'a key that the first customer has').toBe('quarantined');
  expect(await move('available')).toBe(0);
  await expect(importKeys(['DOUBLAAAAA00004'])).rejects.toThrow('the vault has this key already');

  const before = await fingerprints();
  const again = await compareKeys(store.payments.keys);
  expect(again.at(-1)).toMatch(/: 0 had another spelling, 3 are in the vault twice$/);
  expect(await fingerprints()).toEqual(before);
  expect(await statusesOf(old)).toEqual(['sold', 'quarantined', 'available', 'available']);
});
