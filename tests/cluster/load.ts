import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import { until } from '../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { keepBuying, type PromisedKeys } from '../resilience/process-kills.ts';
import { stockProduct } from '../resilience/stock.ts';
import type { Cluster } from './cluster.ts';

const BUYERS = 6;
const VISITORS = 2;
const KEYS = 60_000;
const BETWEEN_PAGES_MS = 100;
/** What a visitor waits at most. */
const PATIENCE_MS = 10_000;
const PAGES = ['/api/v1/products?pageSize=8', '/api/v1/products?pageSize=8&pageNumber=1', '/', '/catalog'];

export type Load = Awaited<ReturnType<typeof startLoad>>;

/** Buyers who buy without end, and visitors who only look. */
export async function startLoad(cluster: Cluster, seed: number) {
  const productId = await stockProduct(cluster.database, KEYS);
  const members = await createMembers(cluster, BUYERS);
  const promised: PromisedKeys[] = [];
  const looks = { answered: 0, failed: 0, slowestMs: 0 };
  const isOver = { value: false };

  async function keepLooking(first: number): Promise<void> {
    for (let turn = first; !isOver.value; turn++) {
      const started = performance.now();
      const status = await sendHttp('GET', `${cluster.url}${PAGES[turn % PAGES.length]}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).then(
        (answer) => answer.status,
        () => 0,
      );
      looks.slowestMs = Math.max(looks.slowestMs, performance.now() - started);
      if (status === 200) looks.answered++;
      else looks.failed++;
      await wait(BETWEEN_PAGES_MS);
    }
  }

  const running = [
    ...members.map((member, index) =>
      keepBuying(cluster, member, productId, createRandom(seed * 1_000 + index), promised, isOver),
    ),
    ...Array.from({ length: VISITORS }, (_, index) => keepLooking(index)),
  ];
  return {
    promised,
    looks,
    /** The seconds until a purchase is delivered that begins from now on. */
    async waitForPurchase(patienceMs: number): Promise<number> {
      const since = Date.now();
      await until(() => promised.some(({ begunAt }) => begunAt > since), patienceMs);
      return (Date.now() - since) / 1000;
    },
    async stop(): Promise<void> {
      isOver.value = true;
      await Promise.all(running);
    },
  };
}
