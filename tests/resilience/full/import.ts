import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_CHUNK_LINES } from '@oyna/domain/key-file';
import { composeServices } from '../../../apps/server/src/compose.ts';
import { parseConfig } from '../../../apps/server/src/config.ts';
import { newFolder, runCli } from '../../../apps/server/src/testing/store-process.ts';
import { createMembers, type Member } from '../../../apps/server/src/testing/test-member.ts';
import { OPERATOR } from '../../../apps/server/src/testing/test-operator.ts';
import { beginPayment, createBasket, listKeyIds, pressButton, readOrder } from '../buyer.ts';
import { findFaults } from '../invariant-check.ts';
import { openShop, type Shop } from '../shop-processes.ts';
import { stockProduct } from '../stock.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const LIMIT_SECONDS = 60;
const BUYERS = 4;

/** A large file by the command, and another one in chunks as the console sends it, while the shop sells. */
export async function runImport(context: RunContext): Promise<ResultRow[]> {
  return [await importByCommand(context), await importInChunks(context)];
}

/** `npm run shop -- keys import`: from the start of the command to its end. */
async function importByCommand({ sized }: RunContext): Promise<ResultRow> {
  const folder = newFolder();
  const shop = await openShop({ folder, parts: [] });
  try {
    const count = sized(100_000);
    const file = join(folder, 'keys.txt');
    writeFileSync(file, Array.from({ length: count }, (_, index) => `IMPORT-${index}-KEY`).join('\n'));
    const environment = { DATABASE_URL: shop.databaseUrl, DATA_DIR: folder };
    const { code, stdout, stderr, seconds } = await measure(() =>
      runCli(['keys', 'import', file, '--product', '900001'], environment),
    );
    const faults = code === 0 ? [] : [stderr];
    if (seconds > LIMIT_SECONDS) faults.push(`it took longer than ${LIMIT_SECONDS} s`);
    return { what: `importing ${count} keys`, result: stdout.trim(), seconds, faults };
  } finally {
    await shop.close();
  }
}

async function importInChunks({ sized }: RunContext): Promise<ResultRow> {
  const shop = await openShop({ folder: newFolder() });
  try {
    const count = sized(100_000);
    const productId = await stockProduct(shop.database, 1_000);
    const members = await createMembers(shop, BUYERS);
    const { imports } = composeServices(parseConfig({}), shop.database).stock;
    const lines = Array.from({ length: count }, (_, index) => ({ line: index + 1, value: `CHUNKS-${index}-KEY` }));
    const chunkCount = Math.ceil(count / KEY_CHUNK_LINES);
    const id = randomUUID();
    const order = { productId, fileName: 'keys.txt', supplier: 'Nord', costCents: 100, format: 'any' } as const;
    const isOver = { value: false };
    const buyers = members.map((member) => keepBuying(shop, member, productId, isOver));
    const { imported, seconds } = await measure(async () => {
      await imports.begin(OPERATOR, id, { ...order, stopsAtBad: false, lineCount: count, chunkCount, leftOut: 0 });
      let done = 0;
      for (let chunk = 0; chunk < chunkCount; chunk += 1) {
        const part = lines.slice(chunk * KEY_CHUNK_LINES, (chunk + 1) * KEY_CHUNK_LINES);
        done = (await imports.commitChunk(OPERATOR, id, chunk, part)).imported;
      }
      return { imported: done };
    });
    isOver.value = true;
    const bought = (await Promise.all(buyers)).reduce((sum, one) => sum + one, 0);
    const faults = await findFaults(shop);
    if (imported !== count) faults.push(`${imported} of ${count} keys were imported`);
    if (bought === 0) faults.push('nothing was bought meanwhile');
    const what = `importing ${count} keys in chunks`;
    return { what, result: `${imported} keys, ${bought} purchases meanwhile`, seconds, faults };
  } finally {
    await shop.close();
  }
}

/** One purchase after the other. Returns how many were delivered. */
async function keepBuying(shop: Shop, member: Member, productId: number, isOver: { value: boolean }): Promise<number> {
  let bought = 0;
  while (!isOver.value) {
    const basket = await createBasket(shop, member, [{ id: productId, count: 1 }]);
    const { body: link } = await beginPayment(shop, member, 'epoint', basket.body.id, randomUUID());
    await pressButton(link, 'approve');
    const { body: order } = await readOrder(shop, member, link.orderId, 10);
    if (listKeyIds(order).length > 0) bought += 1;
  }
  return bought;
}
