import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database/connection.ts';
import { countDeadLetters } from '../platform/jobs/jobs.ts';
import { registerErrors, sendNotFound } from './errors.ts';
import { registerHealth } from './health.ts';
import { registerMetrics } from './metrics.ts';

interface ProbeParts {
  config: Config;
  database: Database;
  isVaultOpen: () => Promise<boolean>;
  isWorkerRunning: () => boolean;
}

/** Serves the health of a worker process, which has no pages and no API. */
export function buildWorkerProbe({ config, database, isVaultOpen, isWorkerRunning }: ProbeParts): FastifyInstance {
  const server = Fastify({ logger: { level: config.logLevel }, forceCloseConnections: 'idle' });
  registerErrors(server);
  registerMetrics(server, {
    isPublic: config.mode === 'demo',
    token: config.metricsToken,
    countDeadLetters: () => countDeadLetters(database),
  });
  registerHealth(server, { database, isVaultOpen, isWorkerRunning });
  server.setNotFoundHandler(sendNotFound);
  return server;
}
