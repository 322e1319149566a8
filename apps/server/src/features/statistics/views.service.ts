import { createHash, randomBytes } from 'node:crypto';
import { createCache } from '../../platform/cache.ts';
import type { Database } from '../../platform/database/connection.ts';
import { networkOf } from '../../platform/network-address.ts';
import { addViews } from './demand.queries.ts';

export type ViewsService = ReturnType<typeof createViewsService>;

interface Viewer {
  address: string;
  agent: string | undefined;
}

const FLUSH_MS = 10_000;
/** A network counts once per game and hour: one visitor has many IPv6 addresses. */
const REMEMBERED_MS = 3_600_000;
const MAX_REMEMBERED = 100_000;
const ROBOT = /bot|crawl|spider|slurp|headless|lighthouse|preview|curl|wget|python|scrapy/i;

/**
 * Counts views of games in memory and writes them every ten seconds, so that no request waits for a write. Who has viewed
 * is never stored: the memory holds a hash under a secret of the process, for an hour.
 */
export function createViewsService(db: Database) {
  const secret = randomBytes(16);
  const seen = createCache<object>({ maxSize: MAX_REMEMBERED, maxAgeMs: REMEMBERED_MS });
  let waiting = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  /** What cannot be written is lost: a view is not worth a retry. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const views = waiting;
    waiting = new Map();
    await addViews(db, views).catch(() => {});
  }

  return {
    count(gameId: number, { address, agent }: Viewer): void {
      if (!agent || ROBOT.test(agent)) return;
      const key = createHash('sha256')
        .update(secret)
        .update(`${networkOf(address)} ${gameId}`)
        .digest('base64');
      if (seen.find(key)) return;
      seen.set(key, {});
      waiting.set(gameId, (waiting.get(gameId) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },

    flush,
  };
}
