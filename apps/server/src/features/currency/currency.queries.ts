import type { CurrencyCode } from '@oyna/domain/constants';
import type { Selectable } from 'kysely';
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
