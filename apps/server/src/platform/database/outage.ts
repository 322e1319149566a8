import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './connection.ts';

/** How long a failed request waits until the listening connection of this node has noticed the same. */
const NOTICE_MS = 500;
const PING_MS = 500;

export type Outage = ReturnType<typeof createOutage>;

/** What this node knows about its connection to the database. */
export function createOutage(db: Database) {
  let isListening = true;
  let isAway = false;
  let isClosed = false;
  let lost = Promise.withResolvers<void>();

  const ping = () =>
    sql`SELECT 1`.execute(db).then(
      () => true,
      () => false,
    );

  async function waitForDatabase(): Promise<void> {
    while (isAway && !isClosed) {
      await wait(PING_MS, undefined, { ref: false });
      if (isAway && !isClosed && (await ping())) isAway = false;
    }
  }

  return {
    isListening: () => isListening,

    /** Whether the database did not answer the last request. Nothing has to ask it again before it is back. */
    isAway: () => isAway,

    setListening(value: boolean): void {
      isListening = value;
      if (value) {
        isAway = false;
        lost = Promise.withResolvers();
      } else lost.resolve();
    },

    /**
     * A request found the database away. True when this node is not notified of changes either, so that it has nothing
     * newer than its cache. A node that is notified is connected, and its pool is only busy.
     */
    async report(): Promise<boolean> {
      if (isListening) await Promise.race([lost.promise, wait(NOTICE_MS)]);
      if (isListening) return false;
      if (!isAway) {
        isAway = true;
        void waitForDatabase();
      }
      return true;
    },

    close(): void {
      isClosed = true;
    },
  };
}
