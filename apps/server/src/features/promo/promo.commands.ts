import { AppError } from '@oyna/domain/errors';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { normalizePromoCode } from '@oyna/domain/validation';
import { parseFirstDay, parseLastDay } from '../../commands/arguments.ts';
import { CommandError, UsageError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { endPromoCode } from './promo.service.ts';
import { createPromoCodesService, isPossibleCode, type NewCode, type PromoTerms } from './promo-codes.service.ts';

const MAX_NUMBER = 2_147_483_647;
const NONE = 'none';

export interface PromoOptions {
  percent?: string;
  amount?: string;
  minimum?: string;
  starts?: string;
  expires?: string;
  limit?: string;
  perUser?: string;
  products?: string;
  categories?: string;
  firstOrder?: boolean;
  budget?: string;
}

/** Reads the terms of a promo code before a database is opened. */
export function parsePromoCode(code: string, values: PromoOptions): NewCode {
  assertCode(code);
  if ((values.percent === undefined) === (values.amount === undefined)) {
    throw new UsageError('promo add needs either --percent or --amount');
  }
  const starts = values.starts === undefined ? undefined : parseFirstDay('--starts', values.starts);
  const expires = values.expires === undefined ? undefined : parseLastDay('--expires', values.expires);
  if (starts && expires && starts >= expires) throw new UsageError('--expires must not be before --starts');
  return {
    code: normalizePromoCode(code),
    percent: whole('--percent', values.percent, 100) ?? null,
    amountCents: dollars('--amount', values.amount) ?? null,
    minimumCents: dollars('--minimum', values.minimum) ?? 0,
    startsAt: starts,
    expiresAt: expires ?? null,
    totalLimit: whole('--limit', values.limit, MAX_NUMBER) ?? null,
    accountLimit: whole('--per-user', values.perUser, MAX_NUMBER) ?? null,
    productIds: numbers('--products', values.products),
    categoryIds: numbers('--categories', values.categories),
    isFirstOrder: values.firstOrder ?? false,
    budgetCents: dollars('--budget', values.budget) ?? null,
  };
}

export async function addPromoCode(db: Database, promoCode: NewCode): Promise<string> {
  const { code } = promoCode;
  await createPromoCodesService(db)
    .create(currentOperator(), promoCode)
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'state-conflict') throw new CommandError(`There is a code ${code} already`);
      if (error.code === 'not-found') throw new CommandError(`The shop does not have all of the ${error.field}`);
      throw error;
    });
  return `Added ${code}`;
}

export interface PromoChangeOptions extends Omit<PromoOptions, 'percent' | 'amount' | 'firstOrder'> {
  firstOrder?: string;
}

export interface PromoChange {
  code: string;
  terms: Partial<PromoTerms>;
}

/** Reads what is to be changed before a database is opened. `none` takes a limit away. */
export function parsePromoChange(code: string, values: PromoChangeOptions): PromoChange {
  assertCode(code);
  const given = <Value>(text: string | undefined, none: Value, read: (text: string) => Value): Value | undefined =>
    text === undefined ? undefined : text === NONE ? none : read(text);
  const { firstOrder } = values;
  if (firstOrder !== undefined && !['yes', 'no'].includes(firstOrder)) {
    throw new UsageError('--first-order must be yes or no');
  }
  const terms = {
    minimumCents: given(values.minimum, 0, (text) => dollars('--minimum', text) ?? 0),
    startsAt: values.starts === undefined ? undefined : parseFirstDay('--starts', values.starts),
    expiresAt: given<Date | null>(values.expires, null, (text) => parseLastDay('--expires', text)),
    totalLimit: given<number | null>(values.limit, null, (text) => whole('--limit', text, MAX_NUMBER) ?? null),
    accountLimit: given<number | null>(values.perUser, null, (text) => whole('--per-user', text, MAX_NUMBER) ?? null),
    productIds: given(values.products, [], (text) => numbers('--products', text)),
    categoryIds: given(values.categories, [], (text) => numbers('--categories', text)),
    isFirstOrder: firstOrder === undefined ? undefined : firstOrder === 'yes',
    budgetCents: given<number | null>(values.budget, null, (text) => dollars('--budget', text) ?? null),
  };
  const changed = Object.entries(terms).filter(([, value]) => value !== undefined);
  if (changed.length === 0) throw new UsageError('promo change needs at least one option');
  return { code: normalizePromoCode(code), terms: Object.fromEntries(changed) };
}

/** Changes these terms and keeps the others. */
export async function changePromoCode(db: Database, { code, terms }: PromoChange): Promise<string> {
  const promoCodes = createPromoCodesService(db);
  const before = await promoCodes.findByCode(code);
  if (!before) throw new CommandError(`There is no code ${code}`);
  const { minimumCents, startsAt, expiresAt, totalLimit, accountLimit, budgetCents } = before;
  const { isFirstOrder, productIds, categoryIds } = before;
  const kept = { minimumCents, startsAt, expiresAt, totalLimit, accountLimit, budgetCents };
  const after = { ...kept, isFirstOrder, productIds, categoryIds, ...terms };
  await promoCodes.change(currentOperator(), before.id, before.version, after).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') throw new CommandError(`The shop does not have all of the ${error.field}`);
    if (error.code === 'date-range-invalid') throw new CommandError('A code must not end before it starts');
    if (error.field === 'totalLimit') throw new CommandError(`${code} was used ${before.used} times already`);
    if (error.code === 'changed-meanwhile') throw new CommandError(`${code} was changed meanwhile. Try again`);
    throw error;
  });
  return `Changed ${code}`;
}

const STATE_WORDS = { coming: 'NOT YET', 'used-up': 'USED UP', ended: 'ENDED' } as const;

type PromoCodeFacts = Awaited<ReturnType<typeof listPromoCodeFacts>>[number];

export async function listPromoCodeFacts(db: Database) {
  const all = { search: '', state: undefined, after: undefined, limit: MAX_NUMBER };
  return (await createPromoCodesService(db).list(all)).map((row) => ({
    code: row.code,
    percent: row.percent,
    amount: row.amountCents === null ? null : amountToText(row.amountCents),
    minimum: amountToText(row.minimumCents),
    used: row.used,
    limit: row.totalLimit,
    perUser: row.accountLimit,
    products: row.productIds,
    categories: row.categoryIds,
    firstOrder: row.isFirstOrder,
    budget: row.budgetCents === null ? null : amountToText(row.budgetCents),
    spent: amountToText(row.spentCents),
    startsAt: row.startsAt,
    expiresAt: row.expiresAt,
    state: row.state,
  }));
}

export function describePromoCode(promo: PromoCodeFacts): string {
  const parts = [
    promo.percent === null ? `$${promo.amount} off` : `${promo.percent} % off`,
    promo.minimum !== '0.00' && `from $${promo.minimum}`,
    `used ${promo.used}${promo.limit === null ? '' : ` of ${promo.limit}`}`,
    promo.perUser !== null && `${promo.perUser} per user`,
    promo.products.length > 0 && `for products ${promo.products.join(' ')}`,
    promo.categories.length > 0 && `for categories ${promo.categories.join(' ')}`,
    promo.firstOrder && 'for a first order',
    promo.budget !== null && `$${promo.spent} of $${promo.budget} taken off`,
    `since ${promo.startsAt.toISOString()}`,
    promo.expiresAt !== null && `until ${promo.expiresAt.toISOString()}`,
    promo.state !== 'active' && STATE_WORDS[promo.state],
  ];
  return `${promo.code}: ${parts.filter(Boolean).join(', ')}`;
}

export async function endPromo(db: Database, code: string): Promise<string> {
  const known = normalizePromoCode(code);
  if (!(await endPromoCode(db, currentOperator(), known))) throw new CommandError(`There is no code ${known}`);
  return `Ended ${known}`;
}

function assertCode(code: string): void {
  if (isPossibleCode(code)) return;
  throw new UsageError('A promo code is up to 64 letters, digits, - and _');
}

function whole(name: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) throw new UsageError(`${name} must be a whole number from 1 to ${max}`);
  return number;
}

/** Numbers separated by commas. */
function numbers(name: string, value: string | undefined): number[] {
  if (value === undefined) return [];
  if (!/^\d{1,9}(,\d{1,9})*$/.test(value)) throw new UsageError(`${name} must be numbers, as 101,102`);
  return [...new Set(value.split(',').map(Number))];
}

function dollars(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const cents = parseAmount(value) ?? 0;
  if (cents < 1 || cents > MAX_NUMBER) throw new UsageError(`${name} must be an amount in US dollars, as 4.99`);
  return cents;
}
