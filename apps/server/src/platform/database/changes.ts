import pg from 'pg';
import { parseLsn, type ReplicaProgress, type WalPosition } from './replica-progress.ts';

const HEARTBEAT_MS = 3_000;
/** After this time without an answer the connection counts as lost. */
const SILENCE_MS = 5_000;

export interface ChangeListener {
  close(): Promise<void>;
}

interface ListenHandlers {
  onMessage: (message: string) => void;
  /** False when notifications may be lost from now on, true when they arrive again. */
  onConnected: (connected: boolean) => void;
  /** With it the position of the primary is read after each message and every few seconds. */
  onPosition?: ((position: WalPosition) => void) | undefined;
}

interface ChangeHandlers {
  onChange: () => void;
  onConnected: (connected: boolean) => void;
  /** What a read replica must have replayed. */
  progress?: ReplicaProgress | undefined;
}

/** After everything that is committed, also by a transaction that does not wait for the disk. */
const POSITION = `
  SELECT pg_current_wal_insert_lsn() AS lsn,
    system_identifier || ' ' || ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS history
  FROM pg_control_system()`;

/** Calls back for every catalogue change of any node. */
export const listenForChanges = (
  url: string,
  { onChange, onConnected, progress }: ChangeHandlers,
): Promise<ChangeListener> =>
  listen(url, 'catalogue_changed', {
    onMessage: () => {
      progress?.forget();
      onChange();
    },
    onConnected: (connected) => {
      progress?.forget();
      onConnected(connected);
    },
    onPosition: progress?.set,
  });

/** Calls back for what operators see as it happens: a kind and an id. */
export const listenForConsole = (url: string, handlers: ListenHandlers): Promise<ChangeListener> =>
  listen(url, 'console', handlers);

/** On its own connection. Reconnects when the database is back. */
async function listen(
  url: string,
  channel: 'catalogue_changed' | 'console',
  { onMessage, onConnected, onPosition }: ListenHandlers,
): Promise<ChangeListener> {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  /** A query without an answer ends the connection. */
  let check = () => {};

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString: url,
      keepAlive: true,
      query_timeout: SILENCE_MS,
      connectionTimeoutMillis: SILENCE_MS,
    });
    let lost = false;
    const onLost = () => {
      if (lost) return;
      lost = true;
      onConnected(false);
      current.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void connect(), 500);
    };
    current.on('error', onLost);
    current.on('end', onLost);
    const ask = onPosition && askInTurn(current, onPosition, onLost);
    current.on('notification', ({ payload }) => {
      onMessage(payload ?? '');
      ask?.();
    });
    try {
      await current.connect();
      await current.query(`LISTEN ${channel}`);
      client = current;
      check = ask ?? (() => void current.query('SELECT 1').catch(onLost));
      onConnected(true);
      ask?.();
    } catch {
      onLost();
    }
  }

  await connect();
  // A lost connection may stay open without an error. A query without an answer detects it.
  const heartbeat = setInterval(() => check(), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    async close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}

/**
 * Reads the position of the primary. A message that arrives while it is being read needs another reading, so that the
 * position that is reported comes after all messages.
 */
function askInTurn(client: pg.Client, onPosition: (position: WalPosition) => void, onLost: () => void): () => void {
  let isAsking = false;
  let isAskedAgain = false;
  async function readUntilQuiet(): Promise<void> {
    do {
      isAskedAgain = false;
      const { rows } = await client.query<{ lsn: string; history: string }>(POSITION);
      const [row] = rows;
      if (row && !isAskedAgain) onPosition({ lsn: parseLsn(row.lsn), history: row.history });
    } while (isAskedAgain);
    isAsking = false;
  }
  return () => {
    isAskedAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    readUntilQuiet().catch(onLost);
  };
}
