import { BASKET_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

const inForce = sql<boolean>`code_phase(starts_at, expires_at) = 'active'`;
const isUsedUp = sql<boolean>`coalesce(used >= total_limit, false)`;

/** A code in force that is not used up. The basket may already use it. */
export function findUsableCode(db: Connection, code: string, basketId: string) {
  return db
    .selectFrom('promo_code')
    .select('id')
    .where('code', '=', code)
    .where(inForce)
    .where(({ or, not, exists, selectFrom }) =>
      or([
        not(isUsedUp),
        exists(
          selectFrom('promo_use')
            .whereRef('promo_code_id', '=', 'promo_code.id')
            .where('basket_id', '=', basketId)
            .select('basket_id'),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** In the order of their ids, so that two baskets that exchange codes do not deadlock. */
export function lockPromoCodes(db: Connection, ids: number[]) {
  return db
    .selectFrom('promo_code')
    .select(['id', 'minimum_cents', 'account_limit', 'is_first_order', inForce.as('is_in_force')])
    .select(
      sql<boolean>`${isUsedUp} OR CASE WHEN budget_cents IS NULL THEN false ELSE promo_spent(id) >= budget_cents END`.as(
        'is_used_up',
      ),
    )
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function findUse(db: Connection, basketId: string) {
  return db.selectFrom('promo_use').select('promo_code_id').where('basket_id', '=', basketId).executeTakeFirst();
}

export async function isGuest(db: Connection, accountId: number): Promise<boolean> {
  const found = await db.selectFrom('account').select('is_guest').where('id', '=', accountId).executeTakeFirst();
  return found?.is_guest ?? false;
}

/** Guests and the account with one address count together. */
export async function countUses(db: Connection, promoCodeId: number, accountId: number): Promise<number> {
  const { uses } = await db
    .selectFrom('promo_use')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('promo_code_id', '=', promoCodeId)
    .where('account_id', 'in', sql<number>`(SELECT customer_accounts(${accountId}))`)
    .executeTakeFirstOrThrow();
  return uses;
}

export async function insertUse(
  db: Connection,
  use: { promoCodeId: number; basketId: string; accountId: number },
): Promise<void> {
  await db
    .insertInto('promo_use')
    .values({ promo_code_id: use.promoCodeId, basket_id: use.basketId, account_id: use.accountId })
    .execute();
}

export async function deleteUse(db: Connection, basketId: string): Promise<void> {
  await db.deleteFrom('promo_use').where('basket_id', '=', basketId).execute();
}

/** Returns the code that was removed because it has ended for this basket. */
export async function deleteEndedUse(db: Connection, basketId: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('promo_use')
    .using('promo_code')
    .whereRef('promo_code.id', '=', 'promo_use.promo_code_id')
    .where('promo_use.basket_id', '=', basketId)
    .where(sql<boolean>`has_promo_ended(promo_code, promo_use.account_id, promo_use.basket_id)`)
    .returning('promo_code.code')
    .executeTakeFirst();
  return deleted?.code;
}

/** Removes one use in a basket that is still open after so many hours, and notes it in the basket. False when there is none. */
export async function deleteIdleUse(db: Connection, hours: number): Promise<boolean> {
  const { rows } = await sql`
    WITH idle AS (
      SELECT basket.id, promo_code.code
      FROM promo_use JOIN basket ON basket.id = promo_use.basket_id
      JOIN promo_code ON promo_code.id = promo_use.promo_code_id
      WHERE basket.status = ${BASKET_STATUS.open} AND promo_use.used_at < now() - make_interval(hours => ${hours})
      LIMIT 1 FOR NO KEY UPDATE OF basket SKIP LOCKED
    ), returned AS (
      DELETE FROM promo_use USING idle WHERE promo_use.basket_id = idle.id
    )
    UPDATE basket SET dropped_promo = idle.code FROM idle WHERE basket.id = idle.id RETURNING basket.id`.execute(db);
  return rows.length > 0;
}

export interface NewPromoCode {
  code: string;
  percent?: number | undefined;
  amount_cents?: number | undefined;
  minimum_cents?: number | undefined;
  starts_at?: Date | undefined;
  expires_at?: Date | undefined;
  total_limit?: number | undefined;
  account_limit?: number | undefined;
  is_first_order?: boolean | undefined;
  product_ids?: number[] | undefined;
  category_ids?: number[] | undefined;
  budget_cents?: number | undefined;
}

/** Its id. Undefined when the code exists. */
export async function insertPromoCode(db: Connection, promoCode: NewPromoCode): Promise<number | undefined> {
  const inserted = await db
    .insertInto('promo_code')
    .values(promoCode)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** False when there is no such code. A code that has ended keeps its end. */
export async function endPromoCode(db: Connection, code: string): Promise<boolean> {
  const ended = await db
    .updateTable('promo_code')
    .set({ expires_at: sql`least(expires_at, now())`, version: sql`version + 1` })
    .where('code', '=', code)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
