import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import { listMigrations } from '../database/migrator.ts';

interface HealthOptions {
  database: Database;
  /** Undefined where this process is not meant to run the worker. */
  isWorkerRunning: (() => boolean) | undefined;
}

type State = 'ok' | 'failed' | 'off';

export function registerHealth(app: FastifyInstance, { database, isWorkerRunning }: HealthOptions): void {
  const newest = listMigrations().at(-1)?.name;

  app.get('/health/live', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const applied = await sql<{ name: string }>`SELECT max(name) AS name FROM schema_migration`
      .execute(database)
      .catch(() => undefined);
    const checks: Record<string, State> = {
      database: applied ? 'ok' : 'failed',
      migrations: applied?.rows[0]?.name === newest ? 'ok' : 'failed',
      worker: isWorkerRunning ? (isWorkerRunning() ? 'ok' : 'failed') : 'off',
    };
    const ready = !Object.values(checks).includes('failed');
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'failed', checks });
  });
}
