import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { signInOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { parseQuarantine, quarantineKeys } from './keys.commands.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const run = (batch: number, options: { release?: boolean } = {}) =>
  quarantineKeys(
    { keys: store.payments.keys, batches: store.batches },
    parseQuarantine([], { batch: String(batch), reason: 'Bad supplier', ...options }),
  );

it('puts a whole batch in quarantine as the console does, and back on sale', async () => {
  const productId = await stockProduct(store.database, 4);
  const { id: batchId } = await store.database
    .selectFrom('key_batch')
    .select('id')
    .where('product_id', '=', productId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const keeper = await signInOperator(store, 'stock');
  const shown = async () => {
    const { batches } = (await keeper.get(`/api/v1/stock/${productId}`)).json();
    return batches.find(({ id }: { id: number }) => id === batchId);
  };
  expect(await run(batchId)).toBe('4 keys are in quarantine');
  expect(await shown()).toMatchObject({ quarantineReason: 'Bad supplier' });
  await expect(run(batchId)).rejects.toThrow(`Batch ${batchId} is in quarantine already`);
  expect(await run(batchId, { release: true })).toBe('4 keys are for sale again');
  expect(await shown()).toMatchObject({ quarantinedAt: null });
  await expect(run(batchId, { release: true })).rejects.toThrow(`Batch ${batchId} is not in quarantine`);
  await expect(run(987_654)).rejects.toThrow('There is no batch 987654');
});

it('asks for a reason before a whole batch is taken off sale', () => {
  expect(() => parseQuarantine([], { batch: '1' })).toThrow('--batch needs --reason');
  expect(parseQuarantine(['7'], {})).toMatchObject({ keyIds: [7], isRelease: false });
});
