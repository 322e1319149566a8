import { OLD_PRICE_ADDITION } from '@oyna/domain/constants';
import { sql } from 'kysely';

/** The percent that `offerPricing` shows under the policy `spec`. */
export function specDiscountPercent(table: 'game' | 'product' | 'offer') {
  const price = sql.ref(`${table}.price_with_discount_cents`);
  const addition = sql`(${sql.lit(OLD_PRICE_ADDITION)} + game.old_price_extra_cents)`;
  return sql`coalesce(round(${addition} * 100.0 / (${price} + ${addition})), 0)`;
}
