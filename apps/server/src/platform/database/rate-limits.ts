import { createHash } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { sql } from 'kysely';
import type { Connection, Database } from './connection.ts';
import { deleteInBatches } from './delete-in-batches.ts';

/** At most `max` uses within `minutes`, counted from the first use. */
export interface RateLimit {
  name: string;
  max: number;
  minutes: number;
}

/** A limit and its subject: an address, an account, or both. */
export type LimitedUse = readonly [limit: RateLimit, ...subject: (string | number)[]];

export interface Exceeded {
  limit: RateLimit;
  retryAfterSeconds: number;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The database counts, so that all nodes share the limits. A use also counts when the request fails later. */
export function createRateLimits(db: Database, { isOn }: { isOn: boolean }) {
  /** Counts one use of each limit and returns the limits that are exceeded. Concurrent uses cannot exceed a limit. */
  async function count(uses: readonly LimitedUse[], connection: Connection = db): Promise<Exceeded[]> {
    if (!isOn) return [];
    const limits = new Map(uses.map((use) => [nameOf(use), use[0]]));
    // In the order of the names, so that two requests cannot deadlock.
    const names = [...limits.keys()].sort();
    const minutes = names.map((name) => limits.get(name)?.minutes ?? 0);
    const { rows } = await sql<{ name: string; used: number; seconds: number }>`
      INSERT INTO rate_limit AS counter (name, used, resets_at)
      SELECT name, 1, now() + make_interval(mins => minutes)
      FROM unnest(${names}::text[], ${minutes}::int[]) AS wanted (name, minutes)
      ON CONFLICT (name) DO UPDATE SET
        used = CASE WHEN counter.resets_at <= now() THEN 1 ELSE least(counter.used + 1, 1000000) END,
        resets_at = CASE WHEN counter.resets_at <= now() THEN excluded.resets_at ELSE counter.resets_at END
      RETURNING name, used, ceil(extract(epoch FROM resets_at - now()))::int AS seconds`.execute(connection);
    return rows.flatMap(({ name, used, seconds }) => {
      const limit = limits.get(name);
      return limit && used > limit.max ? { limit, retryAfterSeconds: seconds } : [];
    });
  }

  return {
    isOn,
    count,

    /** Counts one use of each limit in the given transaction: only a transaction that commits counts. */
    async takeWithin(transaction: Connection, ...uses: LimitedUse[]): Promise<void> {
      refuse(await count(uses, transaction));
    },

    /**
     * Counts the uses in the given order and refuses at the first limit that is exceeded. The limits after it are not
     * counted, so pass the narrowest first: a refused address does not use up the limit of all addresses.
     */
    async take(...uses: LimitedUse[]): Promise<void> {
      for (const use of uses) refuse(await count([use]));
    },

    /** Uncounts uses that were counted as failures and were none. */
    async giveBack(...uses: LimitedUse[]): Promise<void> {
      if (!isOn) return;
      await sql`UPDATE rate_limit SET used = used - 1 WHERE name = ANY(${uses.map(nameOf)}) AND used > 0`.execute(db);
    },

    async reset(...uses: LimitedUse[]): Promise<void> {
      if (!isOn) return;
      await db.deleteFrom('rate_limit').where('name', 'in', uses.map(nameOf)).execute();
    },

    async sweep(signal?: AbortSignal): Promise<void> {
      await deleteInBatches(db, 'rate_limit', sql`resets_at <= now()`, signal);
    },
  };
}

/** How often the limit has been used in the time that is running. */
export async function readUsed(db: Connection, use: LimitedUse): Promise<number> {
  const found = await db
    .selectFrom('rate_limit')
    .select('used')
    .where('name', '=', nameOf(use))
    .where('resets_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found?.used ?? 0;
}

export function refuse(exceeded: readonly Exceeded[]): void {
  if (exceeded.length === 0) return;
  const retryAfterSeconds = Math.max(...exceeded.map((entry) => entry.retryAfterSeconds));
  throw new AppError('too-many-requests', { details: { retryAfterSeconds } });
}

/** Subjects are stored as hashes. */
function nameOf([limit, ...subject]: LimitedUse): string {
  return `${limit.name}:${createHash('sha256').update(subject.join('\n')).digest('base64url').slice(0, 22)}`;
}
