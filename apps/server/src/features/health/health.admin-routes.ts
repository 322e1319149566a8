import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@oyna/domain/errors';
import { ExchangeRateError, RATE_CURRENCIES } from '@oyna/providers/exchange-rates';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { errorResponses, Nullable } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { Uuid } from '../../http/uuid.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import type { FailedJobsService } from './failed-jobs.service.ts';
import { FailedJob, Health, RateComparison } from './health.schemas.ts';
import type { HealthService } from './health.service.ts';
import type { NodesService } from './nodes.service.ts';

const tags = ['health'];
const Id = Type.Object({ id: Uuid });
const Done = Type.Object({});
const Rate = Type.String({ pattern: '^\\d{1,10}(\\.\\d{1,8})?$' });
const PLACE = /^(\d{1,16})-([0-9a-f-]{36})$/;

interface HealthRoutes {
  health: HealthService;
  nodes: NodesService;
  jobs: FailedJobsService;
  currency: CurrencyService;
}

export const healthAdminRoutes: FastifyPluginAsyncTypebox<HealthRoutes> = async (app, parts) => {
  const { health, nodes, jobs, currency } = parts;

  app.get(
    '/api/v1/health',
    {
      schema: {
        tags,
        security: operators('health:read'),
        summary: 'Show processes, queues, providers, suppliers, rates, mail and backups',
        response: { 200: Health, ...errorResponses },
      },
    },
    async () => isoDates(await health.read()),
  );

  app.delete(
    '/api/v1/health/nodes/:id',
    {
      schema: {
        tags,
        security: operators('health:act'),
        summary: 'Remove a silent process from the list',
        params: Id,
        response: { 200: Done, ...errorResponses },
      },
    },
    async (request) => {
      await nodes.forget(actorOf(request), request.params.id);
      return {};
    },
  );

  app.get(
    '/api/v1/health/jobs',
    {
      schema: {
        tags,
        security: operators('health:read'),
        summary: 'List failed jobs, the newest first',
        querystring: Type.Object({
          after: Type.Optional(Type.String({ pattern: PLACE.source })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(FailedJob), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { after, limit } = request.query;
      const [, at, id] = PLACE.exec(after ?? '') ?? [];
      const { items, next } = await jobs.list({ after: at && id ? { at: Number(at), id } : null, limit });
      return { items: isoDates(items), next: next && `${next.at}-${next.id}` };
    },
  );

  app.post(
    '/api/v1/health/jobs/retry',
    {
      schema: {
        tags,
        security: operators('health:act'),
        summary: 'Send all failed messages again',
        response: { 200: Type.Object({ jobs: Type.Integer() }), ...errorResponses },
      },
    },
    async (request) => {
      const sentBack = await jobs.retryAll(actorOf(request));
      if (sentBack === 0) throw new AppError('changed-meanwhile');
      return { jobs: sentBack };
    },
  );

  app.post(
    '/api/v1/health/jobs/:id/retry',
    {
      schema: {
        tags,
        security: operators('health:act'),
        summary: 'Run a failed or delayed job again',
        params: Id,
        response: { 200: Done, ...errorResponses },
      },
    },
    async (request) => {
      await jobs.retry(actorOf(request), request.params.id);
      return {};
    },
  );

  app.post(
    '/api/v1/health/jobs/:id/dismiss',
    {
      schema: {
        tags,
        security: operators('health:act'),
        summary: 'Give a failed or delayed job up for good',
        params: Id,
        body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
        response: { 200: Done, ...errorResponses },
      },
    },
    async (request) => {
      await jobs.dismiss(actorOf(request), request.params.id, request.body.reason.trim());
      return {};
    },
  );

  app.get(
    '/api/v1/health/rates',
    {
      schema: {
        tags,
        security: operators('health:read'),
        summary: 'Compare our rates with those that the source has now',
        response: {
          200: RateComparison,
          ...errorResponses,
        },
      },
    },
    async () => {
      const { ours, theirs, jumps } = await askSource(currency.compare());
      const rates = RATE_CURRENCIES.map((name) => ({
        currency: name,
        ours: ours.find(({ currency: own }) => own === name)?.rate ?? null,
        theirs: theirs.perUsd[name],
        hasJumped: jumps.includes(name),
      }));
      return { source: theirs.source, date: theirs.date, rates };
    },
  );

  app.post(
    '/api/v1/health/rates/accept',
    {
      schema: {
        tags,
        security: operators('health:act', { fresh: true }),
        summary: 'Accept rates that jumped, as the operator has seen them',
        body: Type.Object({ KZT: Rate, RUB: Rate, AZN: Rate }),
        response: { 200: Done, ...errorResponses },
      },
    },
    async (request) => {
      const seen = new Map(RATE_CURRENCIES.map((name) => [name, request.body[name]]));
      const fault = await askSource(currency.accept(actorOf(request), seen));
      if (fault) throw new AppError('changed-meanwhile', { current: { reason: fault.reason } });
      return {};
    },
  );

  app.post(
    '/api/v1/health/backups',
    {
      schema: {
        tags,
        security: operators('health:act'),
        summary: 'Record that a backup was made, or that restoring one was tried',
        body: Type.Object({
          kind: Type.Enum(['backup', 'rehearsal'] as const),
          note: Type.String({ maxLength: 500, default: '' }),
        }),
        response: { 200: Done, ...errorResponses },
      },
    },
    async (request) => {
      const { kind, note } = request.body;
      await health.recordBackup(actorOf(request), { kind, note: note.trim() });
      return {};
    },
  );
};

async function askSource<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ExchangeRateError) throw new AppError('provider-unavailable');
    throw error;
  }
}
