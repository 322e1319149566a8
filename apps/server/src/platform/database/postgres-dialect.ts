import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** The names of the prepared statements by their text. A connection parses and plans such a statement once. */
export type StatementNames = ReadonlyMap<string, string>;

/** What the dialect needs of a pool of pg. */
export interface ClientPool {
  connect(): Promise<Client>;
  end(): Promise<void>;
}

export interface Client {
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
  release(isBroken?: boolean): void;
}

/** Kysely on a pool of pg, with prepared statements. Kysely's own dialect has no way to name a statement. */
export function createPostgresDialect(pool: ClientPool, names: StatementNames): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool, names),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PooledDriver implements Driver {
  readonly #pool: ClientPool;
  readonly #names: StatementNames;

  constructor(pool: ClientPool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pool.connect(), this.#names);
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    await connection.executeQuery(CompiledQuery.raw(`begin${level} ${settings.accessMode ?? ''}`.trim()));
  }

  /** PostgreSQL answers COMMIT with ROLLBACK when an earlier statement of the transaction failed. */
  async commitTransaction(connection: PooledConnection): Promise<void> {
    if ((await connection.client.query('commit')).command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /** The transaction has failed with another error, which is the one to report. A lost connection rolls back by itself. */
  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.client.query('rollback').catch(() => {
      connection.isBroken = true;
    });
  }

  async releaseConnection({ client, isBroken }: PooledConnection): Promise<void> {
    client.release(isBroken);
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

const COUNTED = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

class PooledConnection implements DatabaseConnection {
  readonly client: Client;
  readonly #names: StatementNames;
  /** A broken connection does not return to the pool. */
  isBroken = false;

  constructor(client: Client, names: StatementNames) {
    this.client = client;
    this.#names = names;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = this.#names.get(text);
    const { command, rowCount, rows } = await this.client.query(name ? { name, text } : text, [...parameters]);
    return COUNTED.includes(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    yield Promise.reject(new Error('the store reads no rows as a stream'));
  }
}
