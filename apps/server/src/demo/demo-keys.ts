import { createHash } from 'node:crypto';
import { type KeyKind, listKeyMasks } from '@oyna/domain/key-formats';
import type { KeysService } from '../features/keys/keys.service.ts';
import type { Database } from '../platform/database/connection.ts';

const KEYS_PER_OFFER = 25;
/** Fewer than the threshold of low stock. */
const SCARCE_KEYS = 3;
/** More than the demo catalogue has. In a larger catalogue of the operator the rest stays out of stock. */
const OFFERS = 5_000;
const OFFERS_AT_ONCE = 500;
// Without letters and digits that look alike: 0 and O, 1 and I.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Adds keys to the offers that never had any. The keys and their costs are the same in every demo; the keys activate
 * nothing. With `hasScarce` a few offers get so few keys that they are low in stock.
 */
export async function stockDemo(database: Database, keys: KeysService, { hasScarce = false } = {}): Promise<void> {
  const products = await database
    .selectFrom((eb) =>
      eb
        .selectFrom('product')
        .select(['id', 'type', 'platform', 'price_with_discount_cents as cents'])
        .where('type', '<>', 'TopUp')
        .orderBy('id')
        .limit(OFFERS)
        .as('offer'),
    )
    .select(['offer.id', 'offer.type', 'offer.platform', 'offer.cents'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_key').select('product_key.id').whereRef('product_id', '=', 'offer.id'))),
    )
    .execute();
  for (let first = 0; first < products.length; first += OFFERS_AT_ONCE) {
    const orders = products.slice(first, first + OFFERS_AT_ONCE).map(({ id, cents, ...kind }) => ({
      fileName: 'demo',
      productId: id,
      supplier: 'demo',
      costCents: demoCost(id, cents),
      keys: Array.from({ length: hasScarce && isScarce(id) ? SCARCE_KEYS : KEYS_PER_OFFER }, (_, index) => ({
        line: index + 1,
        value: demoKey(id, index, kind),
      })),
    }));
    await keys.importKeys(orders);
  }
}

/** 78 to 93 % of the price. One offer in forty costs more than it sells for. */
function demoCost(productId: number, priceCents: number): number {
  const [first = 0, second = 0] = createHash('sha256').update(`cost ${productId}`).digest();
  const percent = first % 40 === 0 ? 104 : 78 + (second % 16);
  return Math.round((priceCents * percent) / 100);
}

/** The third offer of every twelfth game: seldom the one that its page chooses. */
const isScarce = (productId: number): boolean => productId % 10 === 3 && Math.floor(productId / 10) % 12 === 0;

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
