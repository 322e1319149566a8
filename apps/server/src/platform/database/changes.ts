import pg from 'pg';

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
}

interface ChangeHandlers {
  onChange: () => void;
  onConnected: (connected: boolean) => void;
}

/** Calls back for every catalogue change of any node. */
export const listenForChanges = (url: string, { onChange, onConnected }: ChangeHandlers): Promise<ChangeListener> =>
  listen(url, 'catalogue_changed', { onMessage: onChange, onConnected });

/** Calls back for what operators see as it happens: a kind and an id. */
export const listenForConsole = (url: string, handlers: ListenHandlers): Promise<ChangeListener> =>
  listen(url, 'console', handlers);

/** On its own connection. Reconnects when the database is back. */
async function listen(
  url: string,
  channel: 'catalogue_changed' | 'console',
  { onMessage, onConnected }: ListenHandlers,
): Promise<ChangeListener> {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

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
    current.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await current.connect();
      await current.query(`LISTEN ${channel}`);
      client = current;
      onConnected(true);
    } catch {
      onLost();
    }
  }

  await connect();
  // A lost connection may stay open without an error. A query without an answer detects it.
  const heartbeat = setInterval(
    () => client?.query('SELECT 1').catch(() => client?.emit('error', new Error('lost'))),
    HEARTBEAT_MS,
  );
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
