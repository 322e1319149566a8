import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { createPool, type Database, openDatabase, poolOf } from './connection.ts';
import type { Client, ClientPool } from './postgres-dialect.ts';
import { createReplicaProgress, parseLsn, type WalPosition } from './replica-progress.ts';

/** Shorter than on the primary, which answers when the replica does not. */
const CONNECT_MS = 1_000;
const QUERY_MS = 3_000;
const PROBE_MS = 1_000;

/**
 * The timeline is known while the replica receives WAL. One that has lost its primary may have another history, so it is
 * not read.
 */
const REPLAYED = `
  SELECT pg_last_wal_replay_lsn() AS lsn,
    system_identifier || ' ' || (SELECT received_tli FROM pg_stat_wal_receiver) AS history
  FROM pg_control_system()`;

interface ReadReplicaOptions {
  url: string;
  poolSize: number;
  maxLagMs: number;
}

export type ReadReplica = ReturnType<typeof connectReplica>;

/**
 * A database for statements that only read. A streaming standby answers them when it has replayed all that this node knows
 * to be changed; else, and when it fails, the primary does.
 */
export function connectReplica(primary: Database, { url, poolSize, maxLagMs }: ReadReplicaOptions) {
  const progress = createReplicaProgress(maxLagMs);
  const pool = createPool({ url, poolSize, connectMs: CONNECT_MS, queryMs: QUERY_MS });
  const main = poolOf(primary);
  /** How far the server of a connection has been seen. It only moves forward. */
  const reached = new WeakMap<pg.PoolClient, WalPosition>();
  const counts = { replica: 0, primary: 0 };
  let isAway = false;
  let isClosed = false;

  async function waitForReplica(): Promise<void> {
    while (isAway && !isClosed) {
      await wait(PROBE_MS, undefined, { ref: false });
      const answers = !isClosed && pool.query('SELECT 1').then(() => true);
      isAway = !(await Promise.resolve(answers).catch(() => false));
    }
  }

  /** Requests do not wait for a server that failed: a probe finds out when it is back. */
  function rest(): void {
    if (isAway) return;
    isAway = true;
    void waitForReplica();
  }

  async function hasReached(client: pg.PoolClient, wanted: WalPosition): Promise<boolean> {
    const known = reached.get(client);
    if (known && isBeyond(known, wanted)) return true;
    const { rows } = await client.query<{ lsn: string | null; history: string | null }>(REPLAYED);
    const [row] = rows;
    if (!row || row.lsn === null || row.history === null) return false;
    const found = { lsn: parseLsn(row.lsn), history: row.history };
    reached.set(client, found);
    return isBeyond(found, wanted);
  }

  async function findCurrent(): Promise<pg.PoolClient | undefined> {
    const wanted = progress.wanted();
    if (!wanted || isAway) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      if (await hasReached(client, wanted)) return client;
      client.release();
    } catch {
      client?.release(true);
      rest();
    }
    return undefined;
  }

  const reads: ClientPool = {
    async connect(): Promise<Client> {
      let replica = await findCurrent();
      let client: Client | undefined = replica ?? (await main.connect());
      counts[replica ? 'replica' : 'primary']++;
      /** A statement that only reads can be repeated. */
      async function query(...statement: Parameters<Client['query']>): Promise<pg.QueryResult> {
        if (String(statement[0]).startsWith('begin')) throw new Error('a read replica has no transactions');
        client ??= await main.connect();
        try {
          return await client.query(...statement);
        } catch (error) {
          if (!replica) throw error;
          replica.release(true);
          replica = undefined;
          // Nothing is left to release if the primary is away too.
          client = undefined;
          rest();
          return query(...statement);
        }
      }
      return { query, release: (isBroken) => client?.release(isBroken) };
    },

    async end(): Promise<void> {
      isClosed = true;
      await pool.end();
    },
  };

  return { database: openDatabase(reads), progress, counts: () => counts };
}

const isBeyond = (known: WalPosition, wanted: WalPosition): boolean =>
  known.history === wanted.history && known.lsn >= wanted.lsn;
