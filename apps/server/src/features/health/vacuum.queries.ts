import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** A smaller table is read in a moment, whatever its share of dead rows is. */
const FEWEST_ROWS = 10_000;
const MOST_TABLES = 10;

export interface TableRows {
  table: string;
  dead: number;
  /** The share of dead rows in all rows. */
  share: number;
  /** Since the last vacuum. Null when there was none. */
  seconds: number | null;
}

export interface VacuumState {
  /** The tables with the most dead rows. */
  tables: TableRows[];
  /** The age of the oldest open transaction: no vacuum removes what it may still read. */
  oldestSeconds: number;
  /** The share of the ids of transactions that are used up since the oldest row that is not frozen. At 1 PostgreSQL stops. */
  freezeShare: number;
  bytes: number;
}

/** What PostgreSQL has counted. No table is read. */
export async function readVacuumState(db: Connection): Promise<VacuumState> {
  const { rows: tables } = await sql<TableRows>`
    SELECT CASE schemaname WHEN 'public' THEN relname ELSE schemaname || '.' || relname END AS table,
      n_dead_tup AS dead, n_dead_tup::double precision / (n_live_tup + n_dead_tup) AS share,
      extract(epoch FROM now() - greatest(last_vacuum, last_autovacuum))::double precision AS seconds
    FROM pg_stat_user_tables WHERE n_live_tup + n_dead_tup >= ${FEWEST_ROWS}
    ORDER BY n_dead_tup DESC, 1 LIMIT ${MOST_TABLES}`.execute(db);
  const { rows } = await sql<Omit<VacuumState, 'tables'>>`
    SELECT age(datfrozenxid)::double precision / 2147483648 AS "freezeShare", pg_database_size(oid) AS bytes,
      coalesce((SELECT extract(epoch FROM max(now() - xact_start)) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'), 0)::double precision AS "oldestSeconds"
    FROM pg_database WHERE datname = current_database()`.execute(db);
  return { tables, ...(rows[0] ?? { oldestSeconds: 0, freezeShare: 0, bytes: 0 }) };
}
