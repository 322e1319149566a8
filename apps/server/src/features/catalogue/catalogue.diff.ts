import { attributesOf, OFFER_ATTRIBUTES } from '@oyna/domain/offer-attributes';
import { isLargePriceChange } from '@oyna/domain/pricing';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { CatalogueSource, GameData } from './catalogue.file.ts';
import { centsOf, checkReferences } from './catalogue.references.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';

/** What an import would change, offer by offer. Prices are US cents. */
export interface CatalogueDiff {
  added: OfferPrice[];
  changed: OfferChange[];
  unchanged: number;
  /** On sale in the shop and not in the files, of games that the files hold: the import withdraws them. */
  missing: OfferPrice[];
  /** What an operator has to confirm. */
  warnings: string[];
}

interface OfferPrice {
  id: number;
  name: string;
  cents: number;
}

interface OfferChange extends OfferPrice {
  oldCents: number;
  /** Which other fields differ. */
  fields: string[];
}

/** Compares the files with the shop. Changes nothing; throws when a file has a fault. */
export async function diffCatalogue(db: Connection, sources: CatalogueSource[]): Promise<CatalogueDiff> {
  const faults = await checkReferences(db, sources);
  if (faults.length > 0) throw new CatalogueFileError(faults);
  const games = sources.flatMap(({ data }) => data.games ?? []);
  const offers = games.flatMap(offersOf);
  const rows = await listShopOffers(
    db,
    games.map(({ id }) => id),
    offers.map(({ id }) => id),
  );
  const shop = new Map(rows.map((row) => [row.id, row]));
  const diff: CatalogueDiff = { added: [], changed: [], unchanged: 0, missing: [], warnings: [] };
  for (const { fields: next, isOnSale, ...offer } of offers) {
    const row = shop.get(offer.id);
    shop.delete(offer.id);
    if (row) compare(diff, row, offer, next);
    else diff.added.push(offer);
    const cost = row?.newest_cost_cents ?? 0;
    if (isOnSale && offer.cents < cost) {
      diff.warnings.push(
        `${nameOf(offer)}: ${dollars(offer.cents)} is below the cost of its newest keys, ${dollars(cost)}`,
      );
    }
  }
  for (const { id, name, cents, offered } of shop.values()) {
    if (!offered) continue;
    diff.missing.push({ id, name, cents });
    diff.warnings.push(`${nameOf({ id, name })}: it is not in the files and is withdrawn from sale`);
  }
  return diff;
}

/** Lines for the screen: every offer that changes, then the sums. */
export function describeDiff({ added, changed, unchanged, missing }: CatalogueDiff): string[] {
  return [
    ...added.map((offer) => `new        ${nameOf(offer)}: ${dollars(offer.cents)}`),
    ...changed.map(({ oldCents, fields, ...offer }) => {
      const prices = oldCents === offer.cents ? [] : [`${dollars(oldCents)} → ${dollars(offer.cents)}`];
      return `changed    ${nameOf(offer)}: ${[...prices, ...fields].join(', ')}`;
    }),
    ...missing.map((offer) => `withdrawn  ${nameOf(offer)}: ${dollars(offer.cents)}`),
    `${added.length} new, ${changed.length} changed, ${unchanged} unchanged, ${missing.length} withdrawn offers`,
  ];
}

const nameOf = ({ id, name }: { id: number; name: string }) => `${id} ${name}`;
const dollars = (cents: number) => `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function offersOf(game: GameData) {
  return game.offers.map((offer) => {
    const name = `${game.name} — ${offer.edition}`;
    const isOnSale = offer.available ?? true;
    return {
      id: offer.id,
      name,
      cents: centsOf(offer.priceWithDiscount),
      isOnSale,
      fields: new Map<string, unknown>([
        ['name', name],
        ['game', game.id],
        ['type', offer.type],
        ...Object.entries(attributesOf(offer)),
        ['full price', centsOf(offer.price)],
        ['instruction', offer.instruction],
        ['on sale', isOnSale],
      ]),
    };
  });
}

function compare(diff: CatalogueDiff, row: ShopOffer, offer: OfferPrice, next: Map<string, unknown>): void {
  const before = fieldsOf(row);
  const fields = [...next].filter(([name, value]) => before.get(name) !== value).map(([name]) => name);
  if (fields.length === 0 && row.cents === offer.cents) diff.unchanged += 1;
  else diff.changed.push({ ...offer, oldCents: row.cents, fields });
  if (isLargePriceChange(row.cents, offer.cents)) {
    diff.warnings.push(`${nameOf(offer)}: the price changes from ${dollars(row.cents)} to ${dollars(offer.cents)}`);
  }
}

type ShopOffer = Awaited<ReturnType<typeof listShopOffers>>[number];

const fieldsOf = (row: ShopOffer) =>
  new Map<string, unknown>([
    ['name', row.name],
    ['game', row.game_id],
    ['type', row.type],
    ...Object.entries(attributesOf(row)),
    ['full price', row.price_cents],
    ['instruction', row.instruction_name],
    ['on sale', row.offered],
  ]);

/** The offers with these ids, and all offers of these games. */
function listShopOffers(db: Connection, gameIds: number[], offerIds: number[]) {
  return db
    .selectFrom('product')
    .select(['id', 'name', 'game_id', 'type', ...OFFER_ATTRIBUTES, 'price_cents', 'instruction_name', 'offered'])
    .select('price_with_discount_cents as cents')
    .select(sql<number | null>`(SELECT cost_cents FROM newest_batch(product.id))`.as('newest_cost_cents'))
    .where(sql<boolean>`game_id = ANY (${gameIds}::integer[]) OR id = ANY (${offerIds}::integer[])`)
    .orderBy('id')
    .execute();
}
