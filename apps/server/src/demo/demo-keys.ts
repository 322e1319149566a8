import { createHash } from 'node:crypto';
import { type KeyKind, listKeyMasks } from '@oyna/domain/key-formats';
import type { KeysService } from '../features/keys/keys.service.ts';
import type { Database } from '../platform/database/connection.ts';

const KEYS_PER_OFFER = 25;
/** More than the demo catalogue has. In a larger catalogue of the operator the rest stays out of stock. */
const OFFERS = 5_000;
const OFFERS_AT_ONCE = 500;
// Without letters and digits that look alike: 0 and O, 1 and I.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Adds keys to the offers that never had any. The keys are the same in every demo and activate nothing. */
export async function stockDemo(database: Database, keys: KeysService): Promise<void> {
  const products = await database
    .selectFrom((eb) =>
      eb
        .selectFrom('product')
        .select(['id', 'type', 'platform'])
        .where('type', '<>', 'TopUp')
        .orderBy('id')
        .limit(OFFERS)
        .as('offer'),
    )
    .select(['offer.id', 'offer.type', 'offer.platform'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_key').select('product_key.id').whereRef('product_id', '=', 'offer.id'))),
    )
    .execute();
  for (let first = 0; first < products.length; first += OFFERS_AT_ONCE) {
    const orders = products.slice(first, first + OFFERS_AT_ONCE).map(({ id, ...kind }) => ({
      fileName: 'demo',
      productId: id,
      supplier: 'demo',
      costCents: 0,
      keys: Array.from({ length: KEYS_PER_OFFER }, (_, index) => ({
        line: index + 1,
        value: demoKey(id, index, kind),
      })),
    }));
    await keys.importKeys(orders);
  }
}

/** A key in the format of its platform. It begins with DEMO. */
function demoKey(productId: number, index: number, kind: KeyKind): string {
  const bytes = createHash('sha256').update(`${productId}/${index}`).digest();
  const mask = listKeyMasks(kind)[0] ?? 'XXXX-XXXXX-XXXXX-XXXXX';
  let position = 0;
  const next = () => {
    const letter = 'DEMO'[position] ?? ALPHABET[(bytes[position] ?? 0) % ALPHABET.length] ?? '';
    position += 1;
    return letter;
  };
  return mask.replaceAll('X', next);
}
