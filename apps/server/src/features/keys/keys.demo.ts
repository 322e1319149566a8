import { createHash } from 'node:crypto';
import type { Database } from '../../database/connection.ts';
import type { KeysService } from './keys.service.ts';

const KEYS_PER_OFFER = 25;
// Without what looks like something else: 0 and O, 1 and I.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Gives keys to every offer that never had any: the same ones every time, and none of them opens anything. */
export async function stockDemo(database: Database, keys: KeysService): Promise<void> {
  const products = await database
    .selectFrom('product')
    .select('id')
    .where('type', '<>', 'TopUp')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_key').select('product_key.id').whereRef('product_id', '=', 'product.id'))),
    )
    .execute();
  if (products.length === 0) return;
  const orders = products.map(({ id }) => ({
    fileName: 'demo',
    productId: id,
    supplier: 'demo',
    costCents: 0,
    keys: Array.from({ length: KEYS_PER_OFFER }, (_, index) => ({ line: index + 1, value: demoKey(id, index) })),
  }));
  await keys.importKeys(...orders);
}

function demoKey(productId: number, index: number): string {
  const bytes = createHash('sha256').update(`${productId}/${index}`).digest();
  const letters = [...bytes.subarray(0, 15)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `DEMO-${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10)}`;
}
