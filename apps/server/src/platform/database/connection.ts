import type { Socket } from 'node:net';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { retryConflicts } from './retry.ts';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;
/** What a query function takes first: the pool, or the transaction its service opened. */
export type Connection = Database | Transaction<DB>;

// bigint columns and count(*) fit a double here by far; refusing the rest beats rounding it.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
});
// A date is a day, not an instant: keep the text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  onError?: (error: Error) => void;
  /** How long a connection may be silent before it is given up. */
  silenceMs?: number;
}

const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_MS = 10_000;
/** Longer than the server may think about a statement, and than an unused connection is held. */
const SILENCE_MS = 13_000;

export function connect({ url, poolSize, onError = () => {}, silenceMs = SILENCE_MS }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'oyna',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 30_000,
    options: '-c pg_trgm.similarity_threshold=0.25',
  });
  // Without these two a server that goes away would end this process too.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    // A machine that vanished closes nothing. Its connections are ended here, or their requests would wait for minutes.
    const stream = (client as pg.Client).connection.stream as Socket;
    stream.setTimeout(silenceMs, () => stream.destroy());
  });
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(database, pool);
  return database;
}

/** The pool behind each database: what is asked most takes the short way to it. */
const pools = new WeakMap<Connection, pg.Pool>();

async function askPool(pool: pg.Pool, statement: pg.QueryConfig) {
  const client = await pool.connect();
  // Not `pool.query`: that gives a connection up with every statement the database refuses.
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.release());
}

/** For what almost every request asks: a connection parses and plans it once, by its name. */
export async function askPrepared<Row>(db: Connection, name: string, text: string, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(db);
  if (pool) {
    // Outside a transaction the statement is rolled back as a whole, so it can be repeated.
    return retryConflicts(() => askPool(pool, { name, text, values }));
  }
  // In a transaction Kysely knows the connection. It hands a statement on to pg as it is, and pg takes one with a name where
  // it takes a text.
  const query = CompiledQuery.raw({ name, text } as unknown as string, values) as CompiledQuery<Row>;
  return (await db.executeQuery(query)).rows;
}
