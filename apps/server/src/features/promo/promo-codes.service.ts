import { AppError } from '@oyna/domain/errors';
import { normalizePromoCode, validatePromoCode } from '@oyna/domain/validation';
import { type Actor, audit, findLastChange } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createPromoCode, endPromoCode } from './promo.service.ts';
import * as queries from './promo-codes.queries.ts';

/** Nothing that has to be quoted in a terminal or an address. */
const CODE = /^[\p{L}\p{N}_-]+$/u;

/** Whether a code may be created with this text. */
export const isPossibleCode = (typed: string): boolean => CODE.test(typed) && !validatePromoCode(typed);

export interface NewCode extends Omit<queries.PromoTermsChange, 'startsAt'> {
  code: string;
  /** Undefined: now. */
  startsAt: Date | undefined;
  percent: number | null;
  amountCents: number | null;
}

export type PromoTerms = queries.PromoTermsChange;

export type PromoCodesService = ReturnType<typeof createPromoCodesService>;

/** Promo codes as operators manage them. The basket and the payment enforce their terms. */
export function createPromoCodesService(db: Database) {
  async function get(id: number) {
    const code = await queries.findPromoCode(db, id);
    if (!code) throw new AppError('not-found', { field: 'id' });
    const [use, { products }] = await Promise.all([
      queries.findPromoUse(db, id),
      queries.listScope(db, code.productIds, []),
    ]);
    return { ...code, products, use: { ...use, marginCents: use.revenueCents - use.costCents } };
  }

  return {
    get,
    findByCode: (code: string) => queries.findPromoCodeByCode(db, code),
    list: (filters: Parameters<typeof queries.listPromoCodePage>[1]) => queries.listPromoCodePage(db, filters),
    listCategories: () => queries.listCategories(db),

    async create(actor: Actor, { code: typed, ...terms }: NewCode): Promise<number> {
      if (!isPossibleCode(typed)) throw new AppError('promocode-error', { field: 'code' });
      if ((terms.percent === null) === (terms.amountCents === null)) {
        throw new AppError('invalid-parameter', { field: 'percent' });
      }
      await assertPossible(db, terms);
      const id = await createPromoCode(db, actor, {
        code: normalizePromoCode(typed),
        percent: terms.percent ?? undefined,
        amount_cents: terms.amountCents ?? undefined,
        minimum_cents: terms.minimumCents,
        starts_at: terms.startsAt,
        expires_at: terms.expiresAt ?? undefined,
        total_limit: terms.totalLimit ?? undefined,
        account_limit: terms.accountLimit ?? undefined,
        is_first_order: terms.isFirstOrder,
        product_ids: terms.productIds,
        category_ids: terms.categoryIds,
        budget_cents: terms.budgetCents ?? undefined,
      });
      if (id === undefined) throw new AppError('state-conflict', { field: 'code' });
      return id;
    },

    /** `seenVersion` is the version that the operator has changed. */
    async change(actor: Actor, id: number, seenVersion: number, terms: queries.PromoTermsChange): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const before = await queries.lockPromoCode(transaction, id);
        if (!before) throw new AppError('not-found', { field: 'id' });
        if (before.version !== seenVersion) {
          const last = await findLastChange(transaction, before.code);
          throw new AppError('changed-meanwhile', { current: { version: before.version, ...last } });
        }
        await assertPossible(transaction, terms);
        // The code keeps what it has already given.
        if (terms.totalLimit !== null && terms.totalLimit < before.used) {
          throw new AppError('invalid-parameter', { field: 'totalLimit' });
        }
        await queries.updatePromoCode(transaction, id, terms);
        const { code, percent, amountCents, used, spentCents, state, version, id: _, ...old } = before;
        await audit(transaction, { actor, action: 'promo change', subject: code, before: old, after: terms });
      });
    },

    async end(actor: Actor, id: number): Promise<void> {
      const code = await queries.findPromoCode(db, id);
      if (!code || !(await endPromoCode(db, actor, code.code))) throw new AppError('not-found', { field: 'id' });
    },
  };
}

async function assertPossible(
  db: Connection,
  terms: Pick<NewCode, 'startsAt' | 'expiresAt' | 'productIds' | 'categoryIds'>,
): Promise<void> {
  const { startsAt, expiresAt, productIds, categoryIds } = terms;
  if (expiresAt && expiresAt <= (startsAt ?? new Date(0)))
    throw new AppError('date-range-invalid', { field: 'expiresAt' });
  const known = await queries.listScope(db, productIds, categoryIds);
  if (known.products.length !== new Set(productIds).size) throw new AppError('not-found', { field: 'productIds' });
  if (known.categoryIds.length !== new Set(categoryIds).size) throw new AppError('not-found', { field: 'categoryIds' });
}
