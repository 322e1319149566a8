import { listDecidableKinds } from '@oyna/domain/approvals';
import { MOST_COUNTED } from '@oyna/domain/list-filters';
import type { Permission } from '@oyna/domain/permissions';
import { createCache } from '../../platform/cache.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { ReconciliationService } from '../finance/reconciliation.service.ts';
import type { HealthService } from '../health/health.service.ts';
import type { PricesService } from '../prices/prices.service.ts';
import { TASK_KINDS, type TaskKind } from './task-kinds.ts';
import * as queries from './today.queries.ts';

const PER_KIND = 20;
/** Of the pool, for all operators together. */
const CONNECTIONS = 3;
/** Many operators look at the same figures, and each paid order makes their screens ask again. */
const FIGURES_AGE_MS = 5_000;

const NEEDED: Record<Exclude<TaskKind, 'approval'>, Permission> = {
  claim: 'claims:read',
  review: 'orders:read',
  'refund-failed': 'orders:read',
  'top-up': 'orders:read',
  money: 'orders:read',
  supplier: 'health:read',
  rates: 'health:read',
  'dead-letter': 'health:read',
  health: 'health:read',
  message: 'messages:read',
  'customer-review': 'reviews:read',
  'low-stock': 'stock:read',
  reconciliation: 'finance:read',
  'below-cost': 'prices:read',
};

interface TodayParts {
  db: Database;
  health: Pick<HealthService, 'listFaults'>;
  reconciliation: Pick<ReconciliationService, 'listUnmatched'>;
  prices: Pick<PricesService, 'findLosses'>;
}

export type TodayService = ReturnType<typeof createTodayService>;

/** What waits for a person, and how the day goes. */
export function createTodayService({ db, health, reconciliation, prices }: TodayParts) {
  /** Each paid order makes all screens ask, and the customers use the same connections. One reading uses one of them. */
  const reads = createConcurrencyLimiter({ maxRunning: CONNECTIONS, maxWaiting: 1_000, refusal: 'unavailable' });

  async function readFigures(period: queries.Period) {
    return {
      ...period,
      ...(await queries.readPaid(db, period)),
      refunded: await queries.sumRefunded(db, period),
      earned: await queries.sumEarned(db, period),
      providers: await queries.listSuccess(db, period),
    };
  }

  /** Registries that differ from our payments, and offers whose price does not pay their cost. */
  const listMoneyTasks = shareReading(reads, async (): Promise<queries.Task[]> => {
    const days = await reconciliation.listUnmatched();
    const losses = await prices.findLosses();
    const without = { orderId: null, number: null, reconciliation: null, marginCents: null, keysLeft: null };
    return [
      ...days.map(({ provider, day, loadedAt, open }) => ({
        ...without,
        kind: 'reconciliation' as const,
        id: `${provider} ${day}`,
        since: loadedAt,
        text: `${provider} ${day}: ${open}`,
        reconciliation: { provider, day },
        total: days.length,
      })),
      // One task for all of them, because they are corrected together in the list of prices.
      ...(losses
        ? [
            {
              ...without,
              kind: 'below-cost' as const,
              id: String(losses.worst.id),
              since: losses.since,
              text: losses.worst.name,
              marginCents: losses.worst.marginCents,
              total: losses.count,
            },
          ]
        : []),
    ];
  });

  const getFigures = shareReading(reads, async () => {
    const { today, lastWeek } = await queries.getPeriods(db);
    return { today: await readFigures(today), lastWeek: await readFigures(lastWeek) };
  });

  return {
    /** The oldest first, as far as the operator may see them. */
    async listTasks({ id, permissions }: { id: number; permissions: readonly Permission[] }): Promise<queries.Task[]> {
      const kinds = TASK_KINDS.filter((kind) => kind === 'approval' || permissions.includes(NEEDED[kind]));
      const approvals = listDecidableKinds(permissions);
      const seesMoney = kinds.includes('reconciliation') || kinds.includes('below-cost');
      const [tasks, faults, money] = await Promise.all([
        reads(() => queries.listTasks(db, { kinds, approvals, operatorId: id }, PER_KIND)),
        kinds.includes('health') ? reads(() => health.listFaults()) : [],
        seesMoney ? listMoneyTasks() : [],
      ]);
      const broken = faults.map(({ kind, subject, since }) => ({
        kind: 'health' as const,
        id: `${kind} ${subject}`.trim(),
        since,
        text: kind,
        orderId: null,
        number: subject || null,
        reconciliation: null,
        marginCents: null,
        keysLeft: null,
        total: faults.length,
      }));
      const shown = money.filter(({ kind }) => kinds.includes(kind));
      return [...broken, ...shown, ...tasks]
        .map((task) => ({ ...task, total: Math.min(task.total, MOST_COUNTED + 1) }))
        .toSorted((a, b) => a.since.getTime() - b.since.getTime());
    },

    getFigures,
  };
}

/** Calls within some seconds get the same reading, also while it is made. One that failed is made again. */
function shareReading<Value>(reads: ConcurrencyLimiter, read: () => Promise<Value>): () => Promise<Value> {
  const cache = createCache<Promise<Value>>({ maxSize: 1, maxAgeMs: FIGURES_AGE_MS });
  return () => {
    const shared = cache.find('reading');
    if (shared) return shared;
    const reading = reads(read);
    cache.set('reading', reading);
    reading.catch(() => cache.clear());
    return reading;
  };
}
