import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connection.ts';
import { type AppliedMigration, fitsMigrations, listMigrations } from '../platform/database/migrator.ts';

interface HealthOptions {
  database: Database;
  isVaultOpen: () => Promise<boolean>;
  /** Undefined when this process runs no worker. */
  isWorkerRunning: (() => boolean) | undefined;
}

type State = 'ok' | 'failed' | 'off';

export function registerHealth(app: FastifyInstance, { database, isVaultOpen, isWorkerRunning }: HealthOptions): void {
  const migrations = listMigrations();

  app.get('/health/live', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const [applied, isOpen] = await Promise.all([
      sql<AppliedMigration>`SELECT * FROM schema_migration`.execute(database).catch(() => undefined),
      isVaultOpen().catch(() => false),
    ]);
    const checks: Record<string, State> = {
      database: applied ? 'ok' : 'failed',
      migrations: applied && fitsMigrations(migrations, applied.rows) ? 'ok' : 'failed',
      vault: isOpen ? 'ok' : 'failed',
      worker: isWorkerRunning ? (isWorkerRunning() ? 'ok' : 'failed') : 'off',
    };
    const ready = !Object.values(checks).includes('failed');
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'failed', checks });
  });
}
