import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { keepBuying, type PromisedKeys } from '../resilience/process-kills.ts';
import { stockProduct } from '../resilience/stock.ts';
import type { Cluster } from './cluster.ts';

const BUYERS = 4;
/** Customers who come only after a fault. */
const NEWCOMERS = 2_000;
const BETWEEN_NEWCOMERS_MS = 1_000;
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
  const newcomers = await createMembers(cluster, NEWCOMERS);
  const promised: PromisedKeys[] = [];
  const looks = { answered: 0, failed: 0, slowestMs: 0 };
  /** Status and address of each request of a visitor that failed. The status is 0 without an answer. */
  const failedLooks: string[] = [];
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
      else {
        looks.failed++;
        failedLooks.push(`${status} ${PAGES[turn % PAGES.length]}`);
      }
      await wait(BETWEEN_PAGES_MS);
    }
  }

  const buy = (member: Member, number: number, isDone: { value: boolean }) =>
    keepBuying(cluster, member, productId, createRandom(seed * 1_000 + number), promised, isDone);
  const running = [
    ...members.map((member, index) => buy(member, index, isOver)),
    ...Array.from({ length: VISITORS }, (_, index) => keepLooking(index)),
  ];
  return {
    promised,
    looks,
    failedLooks,
    /**
     * The seconds until a purchase is delivered that begins from now on. A buyer whose answer was lost has a payment to
     * continue, so a new customer comes every second.
     */
    async waitForPurchase(patienceMs: number): Promise<number> {
      const since = Date.now();
      const isDone = { value: false };
      const isBack = () => promised.some(({ begunAt }) => begunAt > since);
      for (let next = since; !isBack() && Date.now() < since + patienceMs; await wait(20)) {
        if (Date.now() < next) continue;
        next += BETWEEN_NEWCOMERS_MS;
        const newcomer = newcomers.pop();
        if (newcomer) running.push(buy(newcomer, BUYERS + newcomers.length, isDone));
      }
      isDone.value = true;
      if (!isBack()) throw new Error(`no purchase within ${patienceMs} ms`);
      return (Date.now() - since) / 1000;
    },
    async stop(): Promise<void> {
      isOver.value = true;
      await Promise.all(running);
    },
  };
}
