import type { Socket } from 'node:net';
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { traceStatements } from '../tracing/statements.ts';
import { type ClientPool, createPostgresDialect } from './postgres-dialect.ts';
import { retryConflicts } from './retry.ts';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;
/** The first parameter of every query function: the pool, or the transaction that its service opened. */
export type Connection = Database | Transaction<DB>;

// The ids and counts of the store fit into a number. A larger one is an error, never rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
});
// A date is a day without a time zone, so it stays a text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface DatabaseOptions {
  url: string;
  /** Leads to PostgreSQL itself. With it, `url` may lead to a pool that gives each transaction another session. */
  sessionUrl?: string | undefined;
  poolSize: number;
  onError?: (error: Error) => void;
  /** How long a statement may take. */
  statementMs?: number;
  /** `work_mem` of each session. Without it that of the server counts. */
  workMemory?: string | undefined;
  /** A connection without any traffic for this time is closed. */
  silenceMs?: number;
}

/** What every session of the store has. A pool in between has to set it. */
const SETTINGS = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  'pg_trgm.similarity_threshold': 0.25,
};
const CONNECT_MS = 3_000;
const IDLE_MS = 10_000;
/** Silence is longer than a statement may take, and longer than the pool keeps an idle connection. */
const SILENCE_MARGIN_MS = 3_000;
/** For work over whole tables, for which no visitor waits. */
export const LONG_STATEMENT_MS = 60 * 60_000;

/** Work in one session needs few connections at a time. */
const SESSIONS = 2;

export function connect({ sessionUrl, ...options }: DatabaseOptions): Database {
  const pool = createPool(options);
  const sessions = openDatabase(
    createPool({ ...options, url: sessionUrl ?? options.url, poolSize: SESSIONS, statementMs: LONG_STATEMENT_MS }),
  );
  const { connect: take } = sessionUrl ? withoutNames(pool) : { connect: () => pool.connect() };
  const end = async () => void (await Promise.all([pool.end(), sessions.destroy()]));
  const database = openDatabase({ connect: take, end });
  sessionsOf.set(database, sessions);
  return database;
}

/** A named statement exists in one session, and a pool in between takes another session for the next transaction. */
const withoutNames = (pool: pg.Pool): Pick<ClientPool, 'connect'> => ({
  async connect() {
    const client = await pool.connect();
    return {
      query: (statement, values) =>
        typeof statement === 'string'
          ? client.query(statement, values)
          : client.query(statement.text, values ?? statement.values),
      release: (isBroken) => client.release(isBroken),
    };
  },
});

export function openDatabase(pool: ClientPool): Database {
  const database = new Kysely<DB>({ dialect: createPostgresDialect(pool, statementNames) });
  pools.set(database, pool);
  return database;
}

interface PoolOptions extends DatabaseOptions {
  connectMs?: number;
  /** Without it a statement ends by the limit of the server only. */
  queryMs?: number;
}

export function createPool(options: PoolOptions): pg.Pool {
  const { statement_timeout, idle_in_transaction_session_timeout, ...others } = SETTINGS;
  const {
    url,
    poolSize,
    onError = () => {},
    connectMs = CONNECT_MS,
    queryMs,
    statementMs = statement_timeout,
    workMemory,
  } = options;
  const { silenceMs = statementMs + SILENCE_MARGIN_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    ...(queryMs === undefined ? {} : { query_timeout: queryMs }),
    idleTimeoutMillis: IDLE_MS,
    application_name: 'oyna',
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout,
    options: Object.entries({ ...others, ...(workMemory === undefined ? {} : { work_mem: workMemory }) })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // Without these listeners a lost database server would end this process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    traceStatements(client);
    // A host that loses power closes no connection. Its requests would wait for minutes.
    const stream = (client as pg.Client).connection.stream as Socket;
    stream.setTimeout(silenceMs, () => stream.destroy());
  });
  return pool;
}

const statementNames = new Map<string, string>();
const pools = new WeakMap<Connection, ClientPool>();
const sessionsOf = new WeakMap<Database, Database>();

export function poolOf(db: Database): ClientPool {
  const pool = pools.get(db);
  if (!pool) throw new Error('a database without a pool');
  return pool;
}

/** For work that needs one session from its beginning to its end, such as a lock that outlives a transaction, or many minutes. */
export const withSession = <Result>(db: Database, work: (session: Database) => Promise<Result>): Promise<Result> =>
  (sessionsOf.get(db) ?? db).connection().execute(work);

/** The settings that a pool in between has not applied. pgbouncer ignores those of the client. */
export async function listMissingSettings(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM json_each_text(${JSON.stringify(SETTINGS)}::json) AS wanted (name, value)
    LEFT JOIN pg_settings USING (name)
    WHERE coalesce(pg_settings.setting, current_setting(name, true)) IS DISTINCT FROM value`.execute(db);
  return rows.map(({ name }) => name);
}

/** For the statements of almost every request: a connection parses and plans each of them once, under its name. */
export async function runPrepared<Row>(db: Connection, name: string, text: string, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(db);
  // Outside a transaction PostgreSQL rolls the statement back as a whole, so it can be repeated.
  if (pool) return retryConflicts(() => runOnPool(pool, { name, text, values }));
  statementNames.set(text, name);
  const query: CompiledQuery<Row> = CompiledQuery.raw(text, values);
  return (await db.executeQuery(query)).rows;
}

/**
 * Without Kysely, which makes a short statement about a third slower. Not by `pool.query`, which closes the connection of
 * every statement that PostgreSQL refuses.
 */
async function runOnPool(pool: ClientPool, statement: pg.QueryConfig) {
  const client = await pool.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.release());
}

/** The row of a statement that always has one. */
export function firstRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement that always has a row had none');
  return row;
}
