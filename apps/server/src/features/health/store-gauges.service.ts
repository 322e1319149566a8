import { createCache } from '../../platform/cache.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type RateLimit, readUsed } from '../../platform/database/rate-limits.ts';
import { listQueueCounts } from '../../platform/jobs/queue-counts.ts';
import * as queries from './health.queries.ts';
import { readVacuumState } from './vacuum.queries.ts';

/** All scrapers share one reading, and so do all gauges. */
const MAX_AGE_MS = 10_000;

type State = Awaited<ReturnType<typeof readState>>;

interface StoreGauge {
  name: string;
  help: string;
  labelNames: string[];
  /** Labels and value. */
  read(): Promise<[Record<string, string>, number][]>;
}

/** The state of the store for Prometheus. */
export function createStoreGauges(db: Database, suppliers: readonly string[], textBudget?: RateLimit): StoreGauge[] {
  const cache = createCache<Promise<State>>({ maxSize: 1, maxAgeMs: MAX_AGE_MS });

  function getState(): Promise<State> {
    const known = cache.find('state');
    if (known) return known;
    const asked = readState(db, textBudget);
    cache.set('state', asked);
    asked.catch(() => cache.clear());
    return asked;
  }

  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    valuesOf: (state: State) => [Record<string, string>, number][],
  ): StoreGauge => ({ name, help, labelNames, read: async () => valuesOf(await getState()) });

  return [
    gauge('oyna_refunds_owed', 'Refunds that are not paid back yet', ['currency', 'status'], ({ owed }) =>
      owed.map(({ currency, status, count }) => [{ currency, status }, count]),
    ),
    gauge(
      'oyna_refunds_owed_hundredths',
      'Money of refunds that are not paid back yet, in hundredths of the currency',
      ['currency', 'status'],
      ({ owed }) => owed.map(({ currency, status, amount }) => [{ currency, status }, amount]),
    ),
    gauge(
      'oyna_stock_products',
      'Offered products with no more keys than their threshold (low), and those of them without any key (empty)',
      ['state'],
      ({ stock }) => [
        [{ state: 'low' }, stock.low],
        [{ state: 'empty' }, stock.empty],
      ],
    ),
    gauge(
      'oyna_supplier_balance_low',
      '1 while the balance of the store at a top-up supplier is used up and orders wait for it',
      ['supplier'],
      ({ alerts }) =>
        suppliers.map((supplier) => {
          const isLow = alerts.some((alert) => alert.supplier === supplier && alert.kind === 'supplier-balance');
          return [{ supplier }, isLow ? 1 : 0];
        }),
    ),
    gauge('oyna_wal_archive_failing', '1 while PostgreSQL cannot archive its WAL', [], ({ failedArchive }) => [
      [{}, failedArchive ? 1 : 0],
    ]),
    gauge(
      'oyna_text_messages_left',
      'Text messages that customers may still request until the day of the budget ends',
      [],
      ({ textsLeft }) => (textsLeft === undefined ? [] : [[{}, textsLeft]]),
    ),
    gauge('oyna_jobs_waiting', 'Jobs that wait for a worker; counting ends at 1,000', ['queue'], ({ queues }) =>
      queues.map(({ name, waiting }) => [{ queue: name }, waiting]),
    ),
    gauge(
      'oyna_database_dead_rows',
      'Rows that vacuum has still to remove, of the ten tables with the most of them',
      ['table'],
      ({ vacuum }) => vacuum.tables.map(({ table, dead }) => [{ table }, dead]),
    ),
    gauge('oyna_database_dead_rows_ratio', 'The same as a share of all rows of the table', ['table'], ({ vacuum }) =>
      vacuum.tables.map(({ table, share }) => [{ table }, share]),
    ),
    gauge(
      'oyna_database_vacuum_age_seconds',
      'Time since the last vacuum of these tables; a table without one is missing',
      ['table'],
      ({ vacuum }) => vacuum.tables.flatMap(({ table, seconds }) => (seconds === null ? [] : [[{ table }, seconds]])),
    ),
    gauge(
      'oyna_database_oldest_transaction_seconds',
      'Age of the oldest open transaction; vacuum removes nothing that is younger',
      [],
      ({ vacuum }) => [[{}, vacuum.oldestSeconds]],
    ),
    gauge(
      'oyna_database_freeze_age_ratio',
      'Share of the transaction ids in use; PostgreSQL refuses to write shortly before 1',
      [],
      ({ vacuum }) => [[{}, vacuum.freezeShare]],
    ),
    gauge('oyna_database_bytes', 'Size of the database on disk', [], ({ vacuum }) => [[{}, vacuum.bytes]]),
  ];
}

/** Every query is bounded, or reads an index of what is open. */
async function readState(db: Database, textBudget: RateLimit | undefined) {
  const [owed, stock, alerts, failedArchive, queues, vacuum, textsLeft] = await Promise.all([
    queries.sumOwedRefunds(db),
    queries.countLowStock(db),
    queries.listSupplierAlerts(db),
    queries.findFailedArchive(db),
    listQueueCounts(db),
    readVacuumState(db),
    textBudget && readUsed(db, [textBudget]).then((used) => Math.max(0, textBudget.max - used)),
  ]);
  return { owed, stock, alerts, failedArchive, queues, vacuum, textsLeft };
}
