import type { Actor } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import {
  dismissJob,
  type FailedJob,
  type JobPlace,
  listDeadLetters,
  listFailedSchedules,
  retryDeadLetters,
  retryJob,
} from '../../platform/jobs/failed-jobs.ts';

export type FailedJobsService = ReturnType<typeof createFailedJobsService>;

/** Jobs that failed, for the console and the commands. */
export function createFailedJobsService(db: Database) {
  return {
    /** Scheduled jobs are few and come first, then messages, the newest first. */
    async list({ after, limit }: { after: JobPlace | null; limit: number }) {
      const letters = await listDeadLetters(db, { after, limit: limit + 1 });
      const page = letters.slice(0, limit);
      const schedules = after === null ? await listFailedSchedules(db) : [];
      const items: FailedJob[] = [...schedules, ...page.map(({ place: _place, ...job }) => job)];
      return { items, next: letters.length > limit ? (page.at(-1)?.place ?? null) : null };
    },

    retry: (actor: Actor, id: string) => retryJob(db, actor, id),

    dismiss: (actor: Actor, id: string, reason: string) => dismissJob(db, actor, id, reason),

    /** Returns how many were sent back. */
    retryAll: (actor: Actor) => retryDeadLetters(db, actor),
  };
}
