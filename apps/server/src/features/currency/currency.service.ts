import { BASE_CURRENCY, CURRENCY_SYMBOLS, type CurrencyCode, LISTED_CURRENCIES } from '@oyna/domain/constants';
import { assertNoJump, type ExchangeRates } from '@oyna/providers/exchange-rates';
import type { Database } from '../../database/connection.ts';
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
        const meta = { source: rates.source, source_date: rates.date, fetched_at: new Date() };
        await db.transaction().execute((transaction) =>
          queries.saveRates(transaction, [
            { currency: 'USD', rate: '1', ...meta },
            { currency: 'KZT', rate: rates.perUsd.KZT, ...meta },
            { currency: 'RUB', rate: rates.perUsd.RUB, ...meta },
            { currency: 'AZN', rate: rates.perUsd.AZN, ...meta },
          ]),
        );
      } catch (error) {
        await queries.markRatesStale(db);
        throw error;
      }
    },
  };
}

function ratesOf(rows: { currency: string; rate: string }[]): Pick<ExchangeRates, 'perUsd'> | undefined {
  const rate = (currency: string) => rows.find((row) => row.currency === currency)?.rate;
  const [KZT, RUB, AZN] = [rate('KZT'), rate('RUB'), rate('AZN')];
  return KZT && RUB && AZN ? { perUsd: { KZT, RUB, AZN } } : undefined;
}
