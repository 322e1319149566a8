import type { CurrencyCode } from '@oyna/domain/constants';
import { type Selectable, sql } from 'kysely';
import { type Connection, runPrepared } from '../../platform/database/connection.ts';
import type { DB } from '../../platform/database/tables.ts';

export interface NewRate {
  currency: CurrencyCode;
  rate: string;
  source: string;
  source_date: string;
  fetched_at: Date;
}

/** Asked for with every payment. */
export const listRates = (db: Connection): Promise<Selectable<DB['currency_rate']>[]> =>
  runPrepared(db, 'rates', 'SELECT * FROM currency_rate', []);

export async function saveRates(db: Connection, rates: NewRate[]): Promise<void> {
  await db
    .insertInto('currency_rate')
    .values(rates.map((rate) => ({ ...rate, stale: false })))
    .onConflict((conflict) =>
      conflict.column('currency').doUpdateSet((eb) => ({
        rate: eb.ref('excluded.rate'),
        source: eb.ref('excluded.source'),
        source_date: eb.ref('excluded.source_date'),
        fetched_at: eb.ref('excluded.fetched_at'),
        stale: eb.ref('excluded.stale'),
      })),
    )
    .execute();
  await db.insertInto('currency_rate_history').values(rates).execute();
}

export async function markRatesStale(db: Connection): Promise<void> {
  await db.updateTable('currency_rate').set({ stale: true }).where('currency', '<>', 'USD').execute();
}

export interface RateDay {
  date: string;
  source: string;
  KZT: string | null;
  RUB: string | null;
  AZN: string | null;
}

/** A month of refreshes, each of which adds a row per currency. */
const HISTORY_ROWS = 9_000;

/** The last rates of each day, the newest day first. */
export async function listDays(db: Connection): Promise<RateDay[]> {
  const { rows } = await sql<RateDay>`
    WITH newest AS (
      SELECT DISTINCT ON (source_date, currency) source_date, currency, rate, source
      FROM (SELECT * FROM currency_rate_history ORDER BY id DESC LIMIT ${HISTORY_ROWS}) AS recent
      ORDER BY source_date, currency, id DESC
    )
    SELECT source_date::text AS date, min(source) AS source, max(rate::text) FILTER (WHERE currency = 'KZT') AS "KZT",
      max(rate::text) FILTER (WHERE currency = 'RUB') AS "RUB", max(rate::text) FILTER (WHERE currency = 'AZN') AS "AZN"
    FROM newest GROUP BY source_date ORDER BY source_date DESC LIMIT 31`.execute(db);
  return rows;
}
