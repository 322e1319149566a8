import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';

export interface Job {
  name: string;
  cron: string;
  /** May run twice; must not mind. */
  run(): Promise<void>;
}

export interface Worker {
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Recurring work, once among all nodes: whichever worker is free takes the next turn. */
export async function startWorker(url: string, jobs: Job[], log: FastifyBaseLogger): Promise<Worker> {
  const boss = new PgBoss({ connectionString: url, max: 4, application_name: 'oyna-worker' });
  let running = false;
  boss.on('error', (error) => log.error({ err: error }, 'worker'));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'exclusive', retryLimit: 3, retryDelay: 30, expireInSeconds: 120 });
    await boss.schedule(job.name, job.cron);
    await boss.work(job.name, async () => {
      await job.run().catch((error: unknown) => {
        log.warn({ err: error, job: job.name }, 'job failed');
        throw error;
      });
    });
  }
  running = true;
  return {
    isRunning: () => running,
    async stop() {
      running = false;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
