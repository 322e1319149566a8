import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkInvariants, INVARIANTS } from '../../apps/server/src/features/payment/payment.check.ts';
import { signInOperator, type TestOperator } from '../../apps/server/src/testing/test-operator.ts';
import { buy } from '../../apps/server/src/testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { createFailpoint, FAULTS, type Failpoint } from './failpoints.ts';
import { stockProduct } from './stock.ts';

vi.setConfig({ testTimeout: 300_000 });

/** How often a statement may be missed before it counts as the end of the step. */
const MISSES = 2;
const CHUNKS = 2;
const CHUNK_LINES = 3;

let store: TestStore;
let keeper: TestOperator;
let failpoint: Failpoint;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  keeper = await signInOperator(store, 'stock');
  productId = await stockProduct(store.database, 50);
  failpoint = createFailpoint(store.sandboxUrl);
});
afterAll(async () => {
  failpoint.remove();
  await store.close();
});

let made = 0;
const newChunk = (chunk: number) =>
  Array.from({ length: CHUNK_LINES }, (_, index) => {
    made += 1;
    return { line: chunk * CHUNK_LINES + index + 1, value: `KILL-${made}-KEY` };
  });

const put = (path: string, body: object) =>
  keeper.call('PUT', `/api/v1/key-imports/${path}`, body, { isParallel: true });

/** As a browser does: until there is an answer. */
async function untilDone(path: string, body: object): Promise<void> {
  for (;;) {
    const { statusCode } = await put(path, body).catch(() => ({ statusCode: 500 }));
    if (statusCode === 200) return;
    expect(statusCode).toBeGreaterThanOrEqual(500);
  }
}

it.each(FAULTS)(
  'an import that is interrupted by "%s" at every step is resumed, and has each key once',
  async (fault) => {
    let steps = 0;
    for (let at = 1, missed = 0; missed < MISSES; at += 1) {
      const id = randomUUID();
      const order = {
        productId,
        fileName: 'keys.txt',
        supplier: 'Nord',
        costCents: 100,
        format: 'any',
        stopsAtBad: false,
      };
      const counts = { lineCount: CHUNKS * CHUNK_LINES, chunkCount: CHUNKS, leftOut: 0 };
      const chunks = Array.from({ length: CHUNKS }, (_, chunk) => newChunk(chunk));
      const requests = [
        { path: id, body: { ...order, ...counts } },
        ...chunks.map((lines, chunk) => ({ path: `${id}/chunks/${chunk}`, body: { lines } })),
      ];
      const sendAll = async () => {
        for (const { path, body } of requests) if ((await put(path, body)).statusCode !== 200) throw new Error(path);
      };
      const { isReached } = await failpoint.during(at, fault, sendAll, sendAll);
      await failpoint.idle();
      missed = isReached ? 0 : missed + 1;
      if (isReached) steps += 1;
      for (const { path, body } of requests) await untilDone(path, body);
      const { rows } = await sql<{ status: string; imported: number; keyCount: number; keys: number }>`
      SELECT key_import.status, imported, key_batch.key_count AS "keyCount",
        (SELECT count(*)::integer FROM product_key WHERE batch_id = key_batch.id) AS keys
      FROM key_import JOIN key_batch ON key_batch.id = batch_id WHERE key_import.id = ${id}`.execute(store.database);
      const count = CHUNKS * CHUNK_LINES;
      expect(rows, `${fault} at ${at}`).toEqual([
        { status: 'finished', imported: count, keyCount: count, keys: count },
      ]);
      if (at % 10 === 0) await buy(store, [productId], [1]);
    }
    expect(steps).toBeGreaterThan(20);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
    expect((await store.stock.levels.check({ isEverything: true })).faults).toEqual([]);
  },
);
