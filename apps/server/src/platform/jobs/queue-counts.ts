import { sql } from 'kysely';
import type { Connection } from '../database/connection.ts';
import { DEAD_LETTERS } from './jobs.ts';

/** Counting ends here, so that a flood of jobs does not make the question slow. */
export const MOST_COUNTED = 1_000;
const LATE_MINUTES = 5;

export interface QueueCount {
  name: string;
  kind: 'message' | 'schedule';
  /** At most `MOST_COUNTED`, like `failed`. */
  waiting: number;
  /** As a worker counted it within the last minutes. */
  running: number;
  failed: number;
  /** Since when a job that could run waits for a worker. */
  lateSince: Date | null;
}

/**
 * Every queue with its jobs. Jobs in the outbox wait, too. No job of the store is blocked by another; the condition is that of
 * the index of pg-boss, without which all jobs would be read.
 */
export async function listQueueCounts(db: Connection): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    WITH sent AS (
      SELECT queue, count(*)::integer AS count, min(created_at) AS since
      FROM (SELECT queue, created_at FROM outbox ORDER BY id LIMIT ${MOST_COUNTED}) AS oldest GROUP BY queue
    ), dead AS (
      SELECT source_name, count(*)::integer AS count
      FROM (SELECT source_name FROM pgboss.job WHERE name = ${DEAD_LETTERS} AND state = 'created' AND NOT blocked
        LIMIT ${MOST_COUNTED}) AS newest
      GROUP BY source_name
    )
    SELECT queue.name, CASE WHEN schedule.name IS NULL THEN 'message' ELSE 'schedule' END AS kind,
      least(waiting.count + coalesce(sent.count, 0), ${MOST_COUNTED}::integer) AS waiting, queue.active_count AS running,
      CASE WHEN schedule.name IS NULL THEN coalesce(dead.count, 0) ELSE coalesce(ended.failed, 0) END AS failed,
      CASE WHEN least(waiting.since, sent.since) < now() - make_interval(mins => ${LATE_MINUTES})
        THEN least(waiting.since, sent.since) END AS "lateSince"
    FROM pgboss.queue
    LEFT JOIN pgboss.schedule ON schedule.name = queue.name
    LEFT JOIN sent ON sent.queue = queue.name
    LEFT JOIN dead ON dead.source_name = queue.name
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, min(start_after) FILTER (WHERE start_after <= now()) AS since FROM (
        SELECT start_after FROM pgboss.job WHERE job.name = queue.name AND state < 'active' AND NOT blocked
        ORDER BY priority DESC, created_on LIMIT ${MOST_COUNTED}
      ) AS oldest
    ) AS waiting
    LEFT JOIN LATERAL (
      SELECT (state = 'failed')::integer AS failed FROM pgboss.job
      WHERE schedule.name IS NOT NULL AND job.name = queue.name AND state IN ('completed', 'failed')
      ORDER BY completed_on DESC LIMIT 1
    ) AS ended ON true
    WHERE queue.name <> ${DEAD_LETTERS} AND NOT starts_with(queue.name, '__pgboss__')
    ORDER BY kind, queue.name`.execute(db);
  return rows;
}
