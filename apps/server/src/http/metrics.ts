import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sendNotFound } from './errors.ts';

interface MetricsOptions {
  isPublic: boolean;
  token: string | undefined;
  /** How many answers were given without a route. */
  countKept?: () => number;
  countDeadLetters?: () => Promise<number>;
  countOpenClaims?: () => Promise<{ open: number; overdue: number }>;
}

/** Prometheus metrics. In production only for whoever knows the token, and without one for nobody. */
export function registerMetrics(
  app: FastifyInstance,
  { isPublic, token, countKept, countDeadLetters, countOpenClaims }: MetricsOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'oyna_http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  if (countKept) {
    new Counter({
      name: 'oyna_http_kept_answers_total',
      help: 'Answers given from memory, in front of the routes',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(countKept());
      },
    });
  }

  if (countDeadLetters) {
    new Gauge({
      name: 'oyna_jobs_dead_letters',
      help: 'Jobs that were given up and wait for an operator; NaN while the database is away',
      registers: [registry],
      async collect() {
        this.set(await countDeadLetters().catch(() => Number.NaN));
      },
    });
  }

  if (countOpenClaims) {
    new Gauge({
      name: 'oyna_claims',
      help: 'Claims about keys that wait for an operator, all and overdue; NaN while the database is away',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const unknown = { open: Number.NaN, overdue: Number.NaN };
        const { open, overdue } = await countOpenClaims().catch(() => unknown);
        this.set({ state: 'open' }, open);
        this.set({ state: 'overdue' }, overdue);
      },
    });
  }

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.raw.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isPublic && !isBearer(request.headers.authorization, token)) return sendNotFound(request, reply);
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

function isBearer(header: string | undefined, token: string | undefined): boolean {
  if (!header || !token) return false;
  const [given, wanted] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
