import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { installJobs, type Queue } from './jobs.ts';

/** Work that comes round by the clock. */
export interface Job {
  name: string;
  cron: string;
  /** May run twice; must not mind. */
  run(): Promise<void>;
}

/** Work that was sent. */
export interface Task<Data extends object> {
  queue: Queue<Data>;
  /** May run twice; must not mind. What it throws is tried again later, except a `GiveUp`. */
  run(data: Data): Promise<void>;
}

/** Work that is looked for every few seconds, by every worker at once: what there is to do is shared out by its rows. */
export interface Round {
  name: string;
  everySeconds: number;
  /** One that takes long ends soon after the signal. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Trying again would end the same way: the job goes to the dead letters at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

export interface Worker {
  isRunning(): boolean;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a task knows the data of its own queue only
type Work = Job | Task<any> | Round;

interface WorkerOptions {
  /** How long a sent job may lie unseen. */
  pollSeconds?: number;
}

/** So many of a queue are fetched together: few enough that each has its time, however slow the mail server is. */
const BATCH = 5;

/** Background work, once among all nodes: whichever worker is free takes the next turn. */
export async function startWorker(
  url: string,
  work: Work[],
  log: FastifyBaseLogger,
  { pollSeconds = 1 }: WorkerOptions = {},
): Promise<Worker> {
  const tasks = work.filter((one) => 'queue' in one);
  await installJobs(
    url,
    tasks.map(({ queue }) => queue),
  );
  const boss = new PgBoss({ connectionString: url, max: 4, application_name: 'oyna-worker' });
  let running = false;
  boss.on('error', (error) => log.error({ err: error }, 'worker'));
  await boss.start();
  const stopping = new AbortController();
  const rounds = work.filter((one) => 'everySeconds' in one).map((round) => goRound(round, log, stopping.signal));
  for (const job of work) {
    if ('queue' in job) await startTask(boss, job, log, pollSeconds);
    else if ('cron' in job) await startJob(boss, job, log);
  }
  running = true;
  return {
    isRunning: () => running,
    async stop() {
      running = false;
      stopping.abort();
      await Promise.all(rounds);
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** One after the other, until told to stop; a round that fails is followed by the next. */
async function goRound({ name, everySeconds, run }: Round, log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await run(signal).catch((error: unknown) => log.warn({ err: error, round: name }, 'round failed'));
    await wait(everySeconds * 1000, undefined, { signal }).catch(() => {});
  }
}

async function startJob(boss: PgBoss, job: Job, log: FastifyBaseLogger): Promise<void> {
  await boss.createQueue(job.name, { policy: 'exclusive', retryLimit: 3, retryDelay: 30, expireInSeconds: 120 });
  await boss.schedule(job.name, job.cron);
  await boss.work(job.name, async () => {
    await job.run().catch((error: unknown) => {
      log.warn({ err: error, job: job.name }, 'job failed');
      throw error;
    });
  });
}

async function startTask<Data extends object>(
  boss: PgBoss,
  task: Task<Data>,
  log: FastifyBaseLogger,
  pollSeconds: number,
) {
  const { queue } = task;
  async function runOne({ id, data, retryCount, retryLimit }: JobWithMetadata<Data>): Promise<JobResult> {
    try {
      await task.run(data);
      return { id, status: 'completed' };
    } catch (error) {
      const isLast = error instanceof GiveUp || retryCount >= retryLimit;
      // What a job carries is not for the log; its id finds it.
      if (isLast) log.error({ err: error, queue: queue.name, job: id }, 'job given up');
      else log.warn({ err: error, queue: queue.name, job: id, retryCount }, 'job failed');
      const output = { message: error instanceof Error ? error.message : String(error) };
      return { id, status: isLast ? 'deadletter' : 'failed', output };
    }
  }

  const options = {
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: pollSeconds,
    // While there is more, nothing waits for the next look.
    batchSize: BATCH,
    burstWhenBatchFull: true,
  } as const;
  await boss.work<Data, object, typeof options>(queue.name, options, async (jobs): Promise<JobResult[]> => {
    const results: JobResult[] = [];
    // In the order they were sent in: of two mails to one person the first comes first.
    for (const job of jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
      results.push(await runOne(job));
    }
    return results;
  });
}
