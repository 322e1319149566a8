import { type DeliverySample, deliveryTime } from '@oyna/domain/delivery-time';
import { createCache } from '../../platform/cache.ts';
import type { Connection } from '../../platform/database/connection.ts';
import { listDeliverySamples } from './delivery-times.queries.ts';

const MAX_AGE_MS = 10 * 60_000;

/** How long keys take to arrive. The orders are read once in ten minutes for all games. */
export function createDeliveryTimesService(db: Connection) {
  const cache = createCache<Promise<DeliverySample[]>>({ maxSize: 1, maxAgeMs: MAX_AGE_MS });

  function listSamples(): Promise<DeliverySample[]> {
    const known = cache.find('samples');
    if (known) return known;
    const asked = listDeliverySamples(db);
    cache.set('samples', asked);
    asked.catch(() => cache.clear());
    return asked;
  }

  return { find: async (game: { id: number; platform: string }) => deliveryTime(await listSamples(), game) };
}
