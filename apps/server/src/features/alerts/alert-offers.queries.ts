import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** An offer as its page reads it. */
export interface OfferRow {
  id: number;
  name: string;
  game_id: number;
  price_cents: number;
  price_with_discount_cents: number;
  price_version: number;
  old_price_extra_cents: number;
  is_available: boolean;
}

export async function listOffers(db: Connection, ids: readonly number[]): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    SELECT product.id, product.name, game_id, product.price_cents, product.price_with_discount_cents, price_version,
      old_price_extra_cents, (offered AND available) AS is_available
    FROM product JOIN game ON game.id = product.game_id WHERE product.id = ANY (${ids}::integer[])`.execute(db);
  return rows;
}

/** No price and no stock of the offer changes until the transaction ends, so that a new alert misses nothing. */
export async function holdOffer(db: Connection, id: number): Promise<void> {
  await sql`SELECT FROM product WHERE id = ${id} FOR SHARE`.execute(db);
}

/** The same for the rates. */
export async function holdRates(db: Connection): Promise<void> {
  await sql`SELECT FROM currency_rate ORDER BY currency FOR SHARE`.execute(db);
}

export async function listRates(db: Connection): Promise<Map<string, string>> {
  const rows = await db.selectFrom('currency_rate').select(['currency', 'rate']).execute();
  return new Map([['USD', '1'], ...rows.map(({ currency, rate }) => [currency, rate] as const)]);
}
