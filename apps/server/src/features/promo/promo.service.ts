import { AppError } from '@oyna/domain/errors';
import { normalizePromoCode, validatePromoCode } from '@oyna/domain/validation';
import type { Connection, Database } from '../../platform/database/connection.ts';
import * as queries from './promo.queries.ts';

interface PromoTarget {
  accountId: number;
  basketId: string;
  /** What the basket comes to without a code, US cents. */
  amount: number;
}

/**
 * The code that was typed, if it is any good at all. Asked before anything is locked, so that guessing, and the rush
 * for a code that is used up, stay cheap.
 */
export async function getUsableCode(db: Database, typed: string, basketId: string): Promise<number> {
  if (validatePromoCode(typed)) throw refusal();
  const found = await queries.findUsableCode(db, normalizePromoCode(typed), basketId);
  if (!found) throw refusal();
  return found.id;
}

/**
 * Takes a use of the code for a basket that the caller has locked; the code it had before is given back. What is in the
 * basket already is not taken twice.
 */
export async function takePromo(db: Connection, promoCodeId: number, target: PromoTarget): Promise<void> {
  const before = await queries.findUse(db, target.basketId);
  if (before?.promo_code_id === promoCodeId) return;
  const codes = await queries.lockPromoCodes(db, [promoCodeId, ...(before ? [before.promo_code_id] : [])]);
  const code = codes.find(({ id }) => id === promoCodeId);
  if (!code?.is_in_force || code.is_used_up || target.amount < code.minimum_cents) throw refusal();
  const { accountId, basketId } = target;
  if (code.account_limit !== null && (await queries.countUses(db, code.id, accountId)) >= code.account_limit) {
    throw refusal();
  }
  await queries.deleteUse(db, basketId);
  await queries.insertUse(db, { promoCodeId, basketId, accountId });
}

/** Makes a basket hold a code again. The caller has locked the basket and the code. */
export const usePromo = queries.insertUse;

export const returnPromo = (db: Connection, basketId: string) => queries.deleteUse(db, basketId);

/** Takes a code that has ended out of a basket that the caller has locked, and answers which it was. */
export const dropEndedPromo = (db: Connection, basketId: string) => queries.deleteEndedUse(db, basketId);

/** How long a code waits in a basket that nobody pays for. */
const IDLE_HOURS = 24;

/** Gives back what idle baskets hold, so that they keep no code from others. One at a time: no lock waits for another. */
export async function returnIdlePromos(db: Database): Promise<void> {
  while (await queries.deleteIdleUse(db, IDLE_HOURS));
}

const refusal = () => new AppError('promocode-error', { field: 'code' });
