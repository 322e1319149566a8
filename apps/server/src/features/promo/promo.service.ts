import { AppError } from '@oyna/domain/errors';
import { normalizePromoCode, validatePromoCode } from '@oyna/domain/validation';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './promo.queries.ts';

interface PromoTarget {
  accountId: number;
  basketId: string;
  /** What the items of the basket cost without a code, in US cents. */
  amount: number;
}

/** Returns its id, or undefined when there is such a code. */
export function createPromoCode(
  db: Database,
  actor: Actor,
  promoCode: queries.NewPromoCode,
): Promise<number | undefined> {
  return inTransaction(db, async (transaction) => {
    const id = await queries.insertPromoCode(transaction, promoCode);
    if (id === undefined) return undefined;
    const { code, ...terms } = promoCode;
    await audit(transaction, { actor, action: 'promo add', subject: code, after: terms });
    return id;
  });
}

/** Returns false when there is no such code. */
export function endPromoCode(db: Database, actor: Actor, code: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await queries.endPromoCode(transaction, code))) return false;
    await audit(transaction, { actor, action: 'promo end', subject: code });
    return true;
  });
}

/**
 * The code that was typed, if it can be used. Read without a lock, so that guesses and used-up codes stay cheap.
 */
export async function getUsableCode(db: Database, typed: string, basketId: string): Promise<number> {
  if (validatePromoCode(typed)) throw promoRefusal();
  const found = await queries.findUsableCode(db, normalizePromoCode(typed), basketId);
  if (!found) throw promoRefusal();
  return found.id;
}

/**
 * Uses the code for a basket that the caller has locked, and returns the code that it had before. The same code is not
 * used twice.
 */
export async function takePromo(db: Connection, promoCodeId: number, target: PromoTarget): Promise<void> {
  const before = await queries.findUse(db, target.basketId);
  if (before?.promo_code_id === promoCodeId) return;
  const codes = await queries.lockPromoCodes(db, [promoCodeId, ...(before ? [before.promo_code_id] : [])]);
  const code = codes.find(({ id }) => id === promoCodeId);
  if (!code?.is_in_force || code.is_used_up || target.amount < code.minimum_cents) throw promoRefusal();
  const { accountId, basketId } = target;
  // An answer that depends on what the address has bought would tell a stranger whose address it is.
  const isPerCustomer = code.account_limit !== null || code.is_first_order;
  if (isPerCustomer && (await queries.isGuest(db, accountId))) throw new AppError('account-needed', { field: 'code' });
  if (code.account_limit !== null && (await queries.countUses(db, code.id, accountId)) >= code.account_limit) {
    throw promoRefusal();
  }
  await queries.deleteUse(db, basketId);
  await queries.insertUse(db, { promoCodeId, basketId, accountId });
}

/** Makes a basket hold a code again. The caller has locked the basket and the code. */
export const usePromo = queries.insertUse;

export const returnPromo = (db: Connection, basketId: string) => queries.deleteUse(db, basketId);

/** Removes a code that has ended from a basket that the caller has locked, and returns it. */
export const dropEndedPromo = (db: Connection, basketId: string) => queries.deleteEndedUse(db, basketId);

/** How long an open basket keeps a code. */
const IDLE_HOURS = 24;

/** Returns the codes of idle baskets, so that others can use them. One at a time, so that no lock waits for another. */
export async function returnIdlePromos(db: Database): Promise<void> {
  while (await queries.deleteIdleUse(db, IDLE_HOURS));
}

/** The code cannot be used here. */
export const promoRefusal = () => new AppError('promocode-error', { field: 'code' });
