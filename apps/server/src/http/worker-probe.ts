import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database/connection.ts';
import { countDeadLetters } from '../platform/jobs/jobs.ts';
import type { SalesMetrics } from '../platform/sales-metrics.ts';
import { registerErrors, sendNotFound } from './errors.ts';
import { registerHealth } from './health.ts';
import { type DatabaseGauge, registerMetrics } from './metrics.ts';

interface ProbeParts {
  config: Config;
  database: Database;
  isVaultOpen: () => Promise<boolean>;
  isWorkerRunning: () => boolean;
  sales: SalesMetrics;
  gauges: readonly DatabaseGauge[];
}

/** Serves the health of a worker process, which has no pages and no API. */
export function buildWorkerProbe(parts: ProbeParts): FastifyInstance {
  const { config, database, isVaultOpen, isWorkerRunning, sales, gauges } = parts;
  const server = Fastify({ logger: { level: config.logLevel }, forceCloseConnections: 'idle' });
  registerErrors(server);
  registerMetrics(server, {
    isPublic: config.mode === 'demo',
    token: config.metricsToken,
    countDeadLetters: () => countDeadLetters(database),
    sales,
    gauges,
  });
  registerHealth(server, { database, isVaultOpen, isWorkerRunning });
  server.setNotFoundHandler(sendNotFound);
  return server;
}
