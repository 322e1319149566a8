import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { ownVersion } from '../../platform/database/migrator.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Poller } from '../../platform/jobs/worker.ts';
import * as queries from './nodes.queries.ts';

const BEAT_SECONDS = 10;

export interface StoreNode {
  /** Renews the row of this node. A worker runs it among its pollers, so a worker that hangs becomes silent. */
  heartbeat: Poller;
  /** Removes the row, when the node stops as asked. */
  leave(): Promise<void>;
}

export type NodesService = ReturnType<typeof createNodesService>;

/** The web servers and workers that run, as the database knows them. */
export function createNodesService(db: Database) {
  /** The time of the last message of each partner that is not stored yet. */
  const callbacks = new Map<string, number>();

  async function storeCallbacks(): Promise<void> {
    const seen = [...callbacks].map(([partner, at]) => ({ partner, age: Date.now() - at }));
    if (seen.length === 0) return;
    callbacks.clear();
    await queries.saveCallbacks(db, seen);
  }

  return {
    create(role: queries.NodeRole): StoreNode {
      const node = { id: randomUUID(), role, host: hostname(), version: ownVersion() };
      return {
        heartbeat: {
          name: 'heartbeat',
          everySeconds: BEAT_SECONDS,
          run: async () => {
            await queries.beat(db, node);
            await storeCallbacks();
          },
        },
        leave: () => queries.removeNode(db, node.id),
      };
    },

    /** A partner has sent a valid message. The next heartbeat stores it, so that a payment does not wait for it. */
    noteCallback: (partner: string): void => void callbacks.set(partner, Date.now()),

    /** An operator removes a silent node that does not come back. */
    forget(actor: Actor, id: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const node = await queries.removeSilentNode(transaction, id);
        if (!node) throw new AppError('changed-meanwhile');
        const { role, host, version } = node;
        await audit(transaction, { actor, action: 'node forget', subject: `${role} ${host}`, before: { version } });
      });
    },
  };
}

/** Repeats the heartbeat of a web server, which has no pollers. Returns what ends it. */
export function startHeartbeat({ heartbeat, leave }: StoreNode, onError: (error: unknown) => void) {
  let last: Promise<unknown> = Promise.resolve();
  const beat = () => {
    last = last.then(() => heartbeat.run(AbortSignal.abort())).catch(onError);
  };
  beat();
  const timer = setInterval(beat, heartbeat.everySeconds * 1_000);
  return async () => {
    clearInterval(timer);
    await last;
    await leave();
  };
}
