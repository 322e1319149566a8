import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database } from '../database/connection.ts';
import type { SpanStart } from '../tracing/span.ts';
import { traced } from '../tracing/tracing.ts';
import { installJobs, type Queue } from './jobs.ts';
import { moveOutbox } from './outbox.ts';

/** Work that runs at set times. */
export interface Job {
  name: string;
  cron: string;
  /** How long a run may take: 2 without it. After that the job counts as failed and is tried again. */
  minutes?: number;
  /** Must be safe to run twice. The signal ends a run whose time is over or whose worker stops. */
  run(signal?: AbortSignal): Promise<void>;
}

/** Work on the jobs of a queue. */
export interface Task<Data extends object> {
  queue: Queue<Data>;
  /**
   * Must be safe to run twice. A job that throws is repeated later with the same id, except after a `PermanentError`.
   */
  run(data: Data, jobId: string): Promise<void>;
  /** After the last try, for jobs that concern no operator: instead of a dead letter. */
  giveUp?(data: Data): Promise<void>;
}

/** Work that every worker looks for every few seconds. Locks on the rows share it out among the workers. */
export interface Poller {
  name: string;
  everySeconds: number;
  /** Long work must end soon after the signal. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Repeating the job would fail in the same way, so it becomes a dead letter at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** For `catch`: makes an error of one of the classes permanent, and leaves the others as they are. */
export const permanent =
  (...classes: (new () => Error)[]) =>
  (error: unknown): never => {
    const isFinal = error instanceof Error && classes.some((one) => error instanceof one);
    throw isFinal ? new PermanentError(error.message, { cause: error }) : error;
  };

export interface Worker {
  isRunning(): boolean;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: each task has the data type of its queue
type Work = Job | Task<any> | Poller;

interface WorkerParts {
  url: string;
  database: Database;
  work: Work[];
  log: FastifyBaseLogger;
  /** The longest time until a sent job is found. */
  pollSeconds?: number;
  /** How long after it was fetched a job may begin. */
  startMs?: number;
}

/** Jobs fetched at a time. They expire together, 120 seconds after they were fetched. */
const BATCH = 5;
/** A job that begins later could still run when it expires, and another worker would run it too. A mail takes at most 75 seconds. */
const START_MS = 40_000;
const JOB_MINUTES = 2;
/** pg-boss deletes jobs that are done in one statement. Once a day, as it would by itself, that is a long one. */
const MAINTENANCE_SECONDS = 600;
/** Pollers that begin together would take all connections of the pool, now and each time their rounds coincide. */
const BETWEEN_POLLERS_MS = 100;

/** Starts the background work. Each job runs on one of all nodes. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { url, database, work, log, pollSeconds = 1, startMs = START_MS } = parts;
  await installJobs(
    url,
    work.filter((one) => 'queue' in one).map(({ queue }) => queue),
  );
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'oyna-worker',
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
  });
  let running = false;
  boss.on('error', (error) => log.error({ err: error }, 'worker'));
  await boss.start();
  const stopping = new AbortController();
  const workerIds = new Map<string, string>();
  for (const job of work) {
    if ('queue' in job)
      workerIds.set(job.queue.name, await startTask(boss, job, { database, log, pollSeconds, startMs }));
    else if ('cron' in job) await startJob(boss, job, log);
  }
  const outbox: Poller = {
    name: 'outbox',
    everySeconds: pollSeconds / 2,
    async run(signal) {
      let moved: string[];
      do {
        moved = await moveOutbox(database, boss, [...workerIds.keys()]);
        // Without this a job would wait for the next poll of its queue.
        for (const queue of moved) boss.notifyWorker(workerIds.get(queue) ?? '');
      } while (moved.length > 0 && !signal.aborted);
    },
  };
  // Twice a second the outbox is looked at, which would be most of all traces.
  const others = work
    .filter((one) => 'everySeconds' in one)
    .map((one): Poller => ({ ...one, run: (signal) => traced(spanOf(one.name), () => one.run(signal)) }));
  const pollers = [outbox, ...others].map(async (poller, position) => {
    await pause(position * BETWEEN_POLLERS_MS, stopping.signal);
    await poll(poller, log, stopping.signal);
  });
  running = true;
  return {
    isRunning: () => running,
    async stop() {
      running = false;
      stopping.abort();
      await Promise.all(pollers);
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Repeats the work until the signal. A failure is logged and does not end the loop. */
async function poll({ name, everySeconds, run }: Poller, log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await run(signal).catch((error: unknown) => log.warn({ err: error, poller: name }, 'poll failed'));
    await pause(everySeconds * 1000, signal);
  }
}

/** Ends early with the signal. */
const pause = (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal }).catch(() => {});

async function startJob(boss: PgBoss, job: Job, log: FastifyBaseLogger): Promise<void> {
  const limits = { retryLimit: 3, retryDelay: 30, expireInSeconds: (job.minutes ?? JOB_MINUTES) * 60 };
  await boss.createQueue(job.name, { policy: 'exclusive', ...limits });
  // A queue that exists keeps the limits of an earlier release.
  await boss.updateQueue(job.name, limits);
  await boss.schedule(job.name, job.cron);
  await boss.work(job.name, async ([turn]) => {
    await traced(spanOf(job.name), () => job.run(turn?.signal)).catch((error: unknown) => {
      log.warn({ err: error, job: job.name }, 'job failed');
      throw error;
    });
  });
}

/** Returns the id of the task's worker at pg-boss. */
async function startTask<Data extends object>(
  boss: PgBoss,
  task: Task<Data>,
  { database, log, pollSeconds, startMs }: Required<Pick<WorkerParts, 'database' | 'log' | 'pollSeconds' | 'startMs'>>,
): Promise<string> {
  const { queue } = task;
  async function runOne({ id, data, retryCount, retryLimit }: JobWithMetadata<Data>): Promise<JobResult> {
    try {
      await traced(spanOf(queue.name), () => task.run(data, id));
      return { id, status: 'completed' };
    } catch (error) {
      const isLast = error instanceof PermanentError || retryCount >= retryLimit;
      // The data of a job is private and is not logged.
      if (isLast) log.error({ err: error, queue: queue.name, job: id }, 'job failed for the last time');
      else log.warn({ err: error, queue: queue.name, job: id, retryCount }, 'job failed');
      const output = { message: error instanceof Error ? error.message : String(error) };
      if (!isLast) return { id, status: 'failed', output };
      return { id, status: (await isGivenUp(data)) ? 'completed' : 'deadletter', output };
    }
  }

  async function isGivenUp(data: Data): Promise<boolean> {
    if (!task.giveUp) return false;
    try {
      await task.giveUp(data);
      return true;
    } catch (error) {
      log.error({ err: error, queue: queue.name }, 'job was not given up');
      return false;
    }
  }

  const options = {
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: pollSeconds,
    // After a full batch the next one is fetched at once.
    batchSize: BATCH,
    burstWhenBatchFull: true,
  } as const;
  return boss.work<Data, object, typeof options>(queue.name, options, async (jobs): Promise<JobResult[]> => {
    const results: JobResult[] = [];
    const late: string[] = [];
    const fetched = performance.now();
    // In the order of sending, so that two mails to one person arrive in order.
    for (const job of jobs.toSorted(bySending)) {
      if (results.length > 0 && performance.now() - fetched > startMs) late.push(job.id);
      else results.push(await runOne(job));
    }
    if (late.length > 0) {
      // Without it the late jobs count as failed. The others keep their results.
      await giveBack(database, queue.name, late).catch((error: unknown) =>
        log.error({ err: error, queue: queue.name }, 'jobs were not given back'),
      );
    }
    return results;
  });
}

/**
 * Makes jobs wait again as if they had not been fetched: it costs them no try. pg-boss then leaves them alone, as long as no worker has
 * fetched them before it has read the results, hence the pause.
 */
async function giveBack(db: Database, queue: string, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE pgboss.job SET state = 'created', started_on = NULL, heartbeat_on = NULL, start_after = now() + interval '5 seconds'
    WHERE name = ${queue} AND id = ANY (${ids}::uuid[]) AND state = 'active'`.execute(db);
}

const spanOf = (name: string): SpanStart => ({
  name: `job ${name}`,
  kind: 'internal',
  attributes: { 'oyna.job': name },
});

const bySending = (a: JobWithMetadata, b: JobWithMetadata) =>
  a.createdOn.getTime() - b.createdOn.getTime() || (a.id < b.id ? -1 : 1);
