import { BASE_CURRENCY, CURRENCY_SYMBOLS, type CurrencyCode, LISTED_CURRENCIES } from '@oyna/domain/constants';
import { parseRate } from '@oyna/domain/money';
import {
  assertNoJump,
  type ExchangeRates,
  listJumps,
  RATE_CURRENCIES,
  type RateCurrency,
} from '@oyna/providers/exchange-rates';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './currency.queries.ts';

export type CurrencyService = ReturnType<typeof createCurrencyService>;

export function createCurrencyService(db: Database, fetchRates: () => Promise<ExchangeRates>) {
  return {
    /** The listed currencies that have a rate, KZT first; USD is always there (spec §3). */
    async list() {
      const rates = new Map((await queries.listRates(db)).map((row) => [row.currency, row]));
      return LISTED_CURRENCIES.flatMap((name, index) => {
        const row = rates.get(name);
        if (!row && name !== BASE_CURRENCY) return [];
        return {
          name,
          amount: row ? Number(row.rate) : 1,
          symbol: CURRENCY_SYMBOLS[name],
          index,
          source: row?.source ?? 'base',
          updatedAt: row?.fetched_at.toISOString() ?? null,
          stale: row?.stale ?? false,
        };
      });
    },

    /** Of every currency that has one, also of those that customers do not see: the contracts with providers need them. */
    async listRates(): Promise<{ name: string; amount: string }[]> {
      return (await queries.listRates(db)).map(({ currency, rate }) => ({ name: currency, amount: rate }));
    },

    /** For a payment, which keeps the rate with its source and time. Also of currencies that are not listed. */
    async findRate(name: CurrencyCode): Promise<{ rate: string; source: string; at: Date } | undefined> {
      const row = (await queries.listRates(db)).find(({ currency }) => currency === name);
      return row && { rate: row.rate, source: row.source, at: row.fetched_at };
    },

    async hasRates(): Promise<boolean> {
      return (await queries.listRates(db)).length > 0;
    },

    /** Fetches and stores the day's rates. On any fault the last good ones stay, marked stale, and the fault is thrown on. */
    async refresh(): Promise<void> {
      try {
        const rates = await fetchRates();
        const before = await queries.listRates(db);
        assertNoJump(ratesOf(before), rates);
        await inTransaction(db, (transaction) => save(transaction, rates));
      } catch (error) {
        await queries.markRatesStale(db);
        throw error;
      }
    },

    /** What the store prices by, and what it priced by on the days before. */
    async listHistory() {
      const rates = await queries.listRates(db);
      const current = RATE_CURRENCIES.flatMap((name) => {
        const row = rates.find(({ currency }) => currency === name);
        const { rate, source, fetched_at: fetchedAt, stale: isStale } = row ?? {};
        return rate && source && fetchedAt
          ? [{ currency: name, rate, source, fetchedAt, isStale: isStale ?? false }]
          : [];
      });
      return { current, days: await queries.listDays(db) };
    },

    compare,

    /**
     * Takes the present rates of the source, if they are the ones that the operator has seen. The next refresh measures by
     * them. Returns why not.
     */
    async accept(actor: Actor, seen: AcceptedRates): Promise<RatesFault | undefined> {
      const { theirs, jumps } = await compare();
      const fault = findFault(theirs, jumps, seen);
      if (fault) return fault;
      await inTransaction(db, async (transaction) => {
        const before = ratesOf(await queries.listRates(transaction));
        await save(transaction, theirs);
        const details = { from: before?.perUsd, to: theirs.perUsd };
        await audit(transaction, { actor, action: 'rates accept', subject: theirs.source, details });
      });
      return undefined;
    },
  };

  /** For an operator: ours, what the source says now, and which of it has moved too far to be taken without a decision. */
  async function compare() {
    const ours = await queries.listRates(db);
    const theirs = await fetchRates();
    return { ours, theirs, jumps: listJumps(ratesOf(ours), theirs) };
  }
}

export type AcceptedRates = ReadonlyMap<RateCurrency, string>;

/** Why rates are not accepted. */
export type RatesFault =
  | { reason: 'changed'; source: string; currency: RateCurrency; seen: string; now: string }
  | { reason: 'no-jump' }
  | { reason: 'unseen'; currencies: RateCurrency[] };

/** Only what the operator has seen is accepted, never another rate. */
function findFault(theirs: ExchangeRates, jumps: RateCurrency[], seen: AcceptedRates): RatesFault | undefined {
  for (const [currency, rate] of seen) {
    const now = theirs.perUsd[currency];
    if (parseRate(rate) !== parseRate(now))
      return { reason: 'changed', source: theirs.source, currency, seen: rate, now };
  }
  if (jumps.length === 0) return { reason: 'no-jump' };
  const unseen = jumps.filter((name) => !seen.has(name));
  return unseen.length > 0 ? { reason: 'unseen', currencies: unseen } : undefined;
}

async function save(transaction: Connection, rates: ExchangeRates): Promise<void> {
  const meta = { source: rates.source, source_date: rates.date, fetched_at: new Date() };
  await queries.saveRates(transaction, [
    { currency: 'USD', rate: '1', ...meta },
    { currency: 'KZT', rate: rates.perUsd.KZT, ...meta },
    { currency: 'RUB', rate: rates.perUsd.RUB, ...meta },
    { currency: 'AZN', rate: rates.perUsd.AZN, ...meta },
  ]);
}

function ratesOf(rows: { currency: string; rate: string }[]): Pick<ExchangeRates, 'perUsd'> | undefined {
  const rate = (currency: string) => rows.find((row) => row.currency === currency)?.rate;
  const [KZT, RUB, AZN] = [rate('KZT'), rate('RUB'), rate('AZN')];
  return KZT && RUB && AZN ? { perUsd: { KZT, RUB, AZN } } : undefined;
}
