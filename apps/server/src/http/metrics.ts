import cluster from 'node:cluster';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SalesMetrics } from '../platform/sales-metrics.ts';
import { shareMetrics } from '../platform/summed-metrics.ts';
import { sendNotFound } from './errors.ts';

export interface DatabaseGauge {
  name: string;
  help: string;
  labelNames: string[];
  /** Labels and value. */
  read(): Promise<[Record<string, string>, number][]>;
}

interface MetricsOptions {
  isPublic: boolean;
  token: string | undefined;
  /** The number of responses that were sent before a route ran. */
  countCached?: () => number;
  /** The number of responses that were sent from the cache because the database was away. */
  countKept?: () => number;
  countDeadLetters?: () => Promise<number>;
  countOpenClaims?: () => Promise<{ open: number; overdue: number }>;
  countClaimsByReason?: () => Promise<Record<string, number>>;
  /** How many statements of the public catalogue each server answered. */
  countReads?: (() => Record<'replica' | 'primary', number>) | undefined;
  /** What is counted where it happens. */
  sales: SalesMetrics;
  /** What is read from the database at most every few seconds. */
  gauges: readonly DatabaseGauge[];
}

/** Prometheus metrics. In production they require the token; without a token the address does not exist. */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { isPublic, token, countCached, countKept, countDeadLetters, countOpenClaims, countClaimsByReason } = options;
  const { countReads, sales, gauges } = options;
  const registry = Registry.merge([sales.registry]);
  for (const { name, help, labelNames, read } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: 'first',
      registers: [registry],
      async collect() {
        const values = await read().catch(() => []);
        // Values of an earlier moment are not shown as the present ones.
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  }
  collectDefaultMetrics({ register: registry });
  const readMetrics = cluster.isWorker ? shareMetrics(registry) : () => registry.metrics();
  let responses = 0;
  new Counter({
    name: 'oyna_http_process_responses_total',
    help: 'Responses of each web process, by its process id',
    labelNames: ['pid'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ pid: process.pid }, responses + (countCached?.() ?? 0));
    },
  });
  const durations = new Histogram({
    name: 'oyna_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  if (countCached) {
    new Counter({
      name: 'oyna_http_cached_responses_total',
      help: 'Responses sent from the response cache, before routing',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(countCached());
      },
    });
  }

  if (countKept) {
    new Counter({
      name: 'oyna_http_kept_responses_total',
      help: 'Earlier responses sent from the response cache while the database was away',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(countKept());
      },
    });
  }

  if (countReads) {
    new Counter({
      name: 'oyna_catalogue_reads_total',
      help: 'Statements of the public catalogue, by the server that answered: the read replica or the primary',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(countReads())) this.inc({ server }, count);
      },
    });
  }

  if (countDeadLetters) {
    new Gauge({
      name: 'oyna_jobs_dead_letters',
      help: 'Jobs that failed for the last time and wait for an operator; NaN while the database is unavailable',
      aggregator: 'first',
      registers: [registry],
      async collect() {
        this.set(await countDeadLetters().catch(() => Number.NaN));
      },
    });
  }

  if (countOpenClaims) {
    new Gauge({
      name: 'oyna_claims',
      help: 'Claims about keys that wait for an operator, all and overdue; NaN while the database is unavailable',
      labelNames: ['state'],
      aggregator: 'first',
      registers: [registry],
      async collect() {
        const unknown = { open: Number.NaN, overdue: Number.NaN };
        const { open, overdue } = await countOpenClaims().catch(() => unknown);
        this.set({ state: 'open' }, open);
        this.set({ state: 'overdue' }, overdue);
      },
    });
  }

  if (countClaimsByReason) {
    new Gauge({
      name: 'oyna_claims_by_reason',
      help: 'Claims about keys of the last 30 days by reason; wrong-region says how well buyers are warned',
      labelNames: ['reason'],
      aggregator: 'first',
      registers: [registry],
      async collect() {
        const claims = await countClaimsByReason().catch(() => undefined);
        // Values of an earlier moment are not shown as the present ones.
        this.reset();
        for (const [reason, count] of Object.entries(claims ?? {})) this.set({ reason }, count);
      },
    });
  }

  app.addHook('onResponse', (request, reply, done) => {
    responses++;
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.raw.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isPublic && !isBearer(request.headers.authorization, token)) return sendNotFound(request, reply);
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await readMetrics());
  });
}

function isBearer(header: string | undefined, token: string | undefined): boolean {
  if (!header || !token) return false;
  const [given, wanted] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
