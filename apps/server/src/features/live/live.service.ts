import { isDeepStrictEqual } from 'node:util';
import { hasKey } from '@oyna/domain/constants';
import type { Permission } from '@oyna/domain/permissions';
import type { OperatorSessionsService } from '../operators/operator-sessions.service.ts';

const HEARTBEAT_MS = 15_000;
const MOST_PER_OPERATOR = 6;

/** Who may see which events. Requests for a second person are of several kinds: every operator gets their ids. */
const NEEDED = {
  approval: undefined,
  order: 'orders:read',
  alert: 'orders:read',
  claim: 'claims:read',
  customer: 'customers:read',
  message: 'messages:read',
  review: 'reviews:read',
  job: 'keys:import',
  price: 'prices:read',
} as const satisfies Record<string, Permission | undefined>;
type LiveKind = keyof typeof NEEDED;

export interface LiveClient {
  operatorId: number;
  sessionId: string;
  permissions: readonly Permission[];
  /** Sends an event, or a sign of life without one. */
  send(event: { kind: LiveKind; id: string } | undefined): void;
  end(): void;
}

export type LiveService = ReturnType<typeof createLiveService>;

/** The open live connections of this node. Events have ids only. */
export function createLiveService(sessions: Pick<OperatorSessionsService, 'listOpen'>) {
  const clients = new Set<LiveClient>();

  function end(client: LiveClient): void {
    clients.delete(client);
    client.end();
  }

  /**
   * Ends connections whose session has ended, and those of an operator whose permissions have changed: the browser
   * connects again. A database that does not answer ends none.
   */
  async function beat(): Promise<void> {
    if (clients.size === 0) return;
    const ids = [...new Set([...clients].map(({ sessionId }) => sessionId))];
    const open = await sessions.listOpen(ids).catch(() => undefined);
    for (const client of clients) {
      if (!open || isDeepStrictEqual(open.get(client.sessionId), client.permissions)) client.send(undefined);
      else end(client);
    }
  }

  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    beat,

    /** Ends the oldest connection of an operator who has too many. Returns what removes this one. */
    add(client: LiveClient): () => void {
      const own = [...clients].filter(({ operatorId }) => operatorId === client.operatorId);
      for (const oldest of own.slice(0, Math.max(0, own.length - MOST_PER_OPERATOR + 1))) end(oldest);
      clients.add(client);
      return () => clients.delete(client);
    },

    /** A notification of the database: a kind and an id. */
    publish(message: string): void {
      const [kind = '', id = ''] = message.split(' ');
      if (!hasKey(NEEDED, kind)) return;
      const needed = NEEDED[kind];
      for (const client of clients) {
        if (needed === undefined || client.permissions.includes(needed)) client.send({ kind, id });
      }
    },

    /** The connection to the database was lost or is back: browsers connect again and load what they may have missed. */
    endAll(): void {
      for (const client of clients) end(client);
    },

    close(): void {
      clearInterval(heartbeat);
      for (const client of clients) end(client);
    },
  };
}
