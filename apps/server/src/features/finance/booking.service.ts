import { type Actor, audit } from '../../platform/audit.ts';
import { type Connection, type Database, withSession } from '../../platform/database/connection.ts';
import { inTransaction, inUndoneTransaction } from '../../platform/database/transaction.ts';
import * as queries from './booking.queries.ts';

/** Ledger transactions per step. A step is one database transaction. */
const CHUNK = 1_000;
/** Longer than a transaction lives. */
const OVERLAP_SECONDS = 600;

/** How many rows of payments and of days were wrong. */
export interface Rebuilt {
  payments: number;
  days: number;
}

interface Choice {
  lastDays: number | undefined;
  signal?: AbortSignal | undefined;
}

export type BookingService = ReturnType<typeof createBookingService>;

/**
 * Books fee and cost of what was paid, delivered and refunded, and keeps the sales by day. It follows the ledger from a
 * cursor, so a sale does not wait for it. The cursor and the bookings are written together: after a crash the next step
 * finds what is missing.
 */
export function createBookingService(db: Database) {
  /** Returns whether there is more to book. */
  const bookStep = (): Promise<boolean> =>
    inTransaction(db, async (transaction) => {
      const cursor = await queries.lockCursor(transaction);
      if (!cursor?.isSettled) return false;
      const changes = await queries.listLedgerChanges(transaction, cursor, CHUNK);
      const isAtEnd = changes.length < CHUNK;
      const keyChanges = isAtEnd ? await queries.listKeyChanges(transaction, cursor.keysAt, OVERLAP_SECONDS) : [];
      const paymentIds = [...new Set([...changes.map(({ paymentId }) => paymentId), ...keyChanges])];
      if (paymentIds.length > 0) await queries.bookPayments(transaction, paymentIds);
      await queries.moveCursor(transaction, changes.at(-1)?.id ?? cursor.doneId, isAtEnd);
      return !isAtEnd;
    });

  /** Payment by payment in steps, then the days. Each step is a transaction that `inStep` keeps or undoes. */
  async function rebuildInSteps(
    session: Database,
    inStep: typeof inTransaction,
    { lastDays, signal }: Choice,
    finish: (transaction: Connection, rebuilt: Rebuilt) => Promise<void> = async () => {},
  ): Promise<Rebuilt> {
    let payments = 0;
    for (let lastId = 0; ; ) {
      signal?.throwIfAborted();
      const ids = await queries.listPaidIds(session, { afterId: lastId, lastDays, limit: CHUNK });
      const last = ids.at(-1);
      if (last === undefined) break;
      payments += await inStep(session, async (transaction) => {
        await queries.lockCursorAndWait(transaction);
        return queries.bookPayments(transaction, ids);
      });
      lastId = last;
    }
    signal?.throwIfAborted();
    return inStep(session, async (transaction) => {
      await queries.lockCursorAndWait(transaction);
      const days = await queries.rebuildDays(transaction);
      const rebuilt = { payments, days: days + (await queries.rebuildTotals(transaction)) };
      await finish(transaction, rebuilt);
      return rebuilt;
    });
  }

  return {
    /** Books what happened since the last call. */
    async bookNew(signal?: AbortSignal): Promise<void> {
      while ((await bookStep()) && !signal?.aborted);
    },

    /**
     * Compares the payments of the last days, or all of them, with their sources and sums all days anew, which takes longer than
     * other statements may. Returns how many rows were wrong: none, unless the cursor missed something.
     */
    rebuild: (lastDays?: number, signal?: AbortSignal): Promise<Rebuilt> =>
      withSession(db, (session) => rebuildInSteps(session, inTransaction, { lastDays, signal })),

    /** What `rebuild` would correct. Nothing changes. */
    previewRebuild: (lastDays?: number): Promise<Rebuilt> =>
      withSession(db, (session) => rebuildInSteps(session, inUndoneTransaction, { lastDays })),

    /** For an operator: recorded with what was corrected. */
    rebuildBy: (actor: Actor, lastDays?: number): Promise<Rebuilt> =>
      withSession(db, (session) =>
        rebuildInSteps(session, inTransaction, { lastDays }, (transaction, rebuilt) =>
          audit(transaction, {
            actor,
            action: 'sales rebuild',
            subject: 'sales',
            details: { ...rebuilt, lastDays: lastDays ?? null },
          }),
        ),
      ),
  };
}
