import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import { sql } from 'kysely';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { openOperatorSession } from '../../apps/server/src/features/operators/operator-sessions.service.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { createOperator, headersOf } from '../../apps/server/src/testing/test-operator.ts';
import { keepBuying, makeDue, type PromisedKeys, settle } from './process-kills.ts';
import type { Shop } from './shop-processes.ts';
import { stockProduct } from './stock.ts';

const SETTLE_MS = 180_000;

interface ImportOptions {
  keys: number;
  /** How many lines a chunk has. */
  chunkLines: number;
  buyers: number;
  /** How often web and database are killed, in turns, while a chunk is on its way. */
  kills: number;
  /** How long the buyers buy before the import begins. */
  quietMs: number;
  seed: number;
}

export interface ImportResult {
  imported: number;
  importSeconds: number;
  /** Purchases before the import and while it ran. */
  bought: { before: number; meanwhile: number };
  /** Chunks that were sent again because there was no answer. */
  sentAgain: number;
  faults: string[];
}

/** An operator sends a file of keys over HTTP, as a browser does, while customers buy the same product. */
export async function importWhileSelling(shop: Shop, options: ImportOptions): Promise<ImportResult> {
  const { keys, chunkLines, buyers, kills, quietMs, seed } = options;
  const productId = await stockProduct(shop.database, 2_000);
  const promised: PromisedKeys[] = [];
  const isOver = { value: false };
  const members = await createMembers(shop, buyers);
  const shoppers = members.map((member, index) =>
    keepBuying(shop, member, productId, createRandom(seed * 1_000 + index), promised, isOver),
  );
  await wait(quietMs);
  const before = promised.length;
  const began = Date.now();
  const { id, sentAgain } = await sendFile(shop, { productId, keys, chunkLines, kills });
  const importSeconds = (Date.now() - began) / 1000;
  const meanwhile = promised.length - before;
  isOver.value = true;
  await Promise.all(shoppers);
  if (kills > 0) await makeDue(shop);
  const faults = await settle(shop, SETTLE_MS);
  const { imported, faults: wrongKeys } = await readImport(shop, id, keys);
  faults.push(...wrongKeys);
  faults.push(
    ...(await composeServices(parseConfig({}), shop.database).stock.levels.check({ isEverything: true })).faults,
  );
  return { imported, importSeconds, bought: { before, meanwhile }, sentAgain, faults };
}

interface FileOptions {
  productId: number;
  keys: number;
  chunkLines: number;
  kills: number;
}

/** Sends one chunk after the other. A chunk without an answer is sent again. */
async function sendFile(shop: Shop, { productId, keys, chunkLines, kills }: FileOptions) {
  const put = await signIn(shop);
  const id = randomUUID();
  const chunkCount = Math.ceil(keys / chunkLines);
  const killAt = new Set(Array.from({ length: kills }, (_, at) => Math.floor(((at + 0.5) * chunkCount) / kills)));
  const order = { productId, fileName: 'keys.txt', supplier: 'Nord', costCents: 100, format: 'any', stopsAtBad: false };
  await untilAnswered(() => put(id, { ...order, lineCount: keys, chunkCount, leftOut: 0 }));
  let killed = 0;
  let sentAgain = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const lines = Array.from({ length: Math.min(chunkLines, keys - chunk * chunkLines) }, (_, index) => {
      const line = chunk * chunkLines + index + 1;
      return { line, value: `FILE-${id}-${line}` };
    });
    const send = () => put(`${id}/chunks/${chunk}`, { lines });
    if (killAt.has(chunk)) {
      const interrupted = send().catch(() => undefined);
      await shop.kill(killed++ % 2 === 0 ? 'web' : 'database');
      await interrupted;
    }
    sentAgain += await untilAnswered(send);
  }
  return { id, sentAgain };
}

async function signIn({ consoleUrl, database }: Shop) {
  const operator = await createOperator({ database }, 'stock');
  const device = { userAgent: 'test', address: '127.0.0.1' };
  const token = await openOperatorSession(database, operator.id, device, { hasSecondFactor: true });
  const headers = { ...headersOf(token), 'content-type': 'application/json' };
  return async (path: string, body: object) =>
    sendHttp('PUT', `${consoleUrl}/api/v1/key-imports/${path}`, { headers, body: JSON.stringify(body) });
}

/** Returns how often it was sent again. */
async function untilAnswered(send: () => Promise<{ status: number; text: string }>): Promise<number> {
  for (let again = 0; ; again++) {
    const answer = await send().catch(() => undefined);
    if (answer?.status === 200) return again;
    if (answer && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
    await wait(50);
  }
}

/** Whether the vault has each key of the file once, and the batch says so. */
async function readImport({ database }: Shop, id: string, keys: number) {
  const { rows } = await sql<{ status: string; imported: number; keyCount: number; stored: number }>`
    SELECT key_import.status, imported, key_batch.key_count AS "keyCount",
      (SELECT count(*)::integer FROM product_key WHERE batch_id = key_batch.id) AS stored
    FROM key_import JOIN key_batch ON key_batch.id = batch_id WHERE key_import.id = ${id}`.execute(database);
  const [found] = rows;
  const isWhole =
    found?.status === 'finished' && found.imported === keys && found.keyCount === keys && found.stored === keys;
  return { imported: found?.imported ?? 0, faults: isWhole ? [] : [`${keys} keys became ${JSON.stringify(found)}`] };
}
