import type { Database } from '../../platform/database/connection.ts';
import type { Poller } from '../../platform/jobs/worker.ts';
import { reportPaidOrders } from './live.queries.ts';

/** Longer than a payment takes from its time of payment to its commit. */
const SECONDS = 15;

/**
 * Reports paid orders to the console. The sale itself does not notify, because commits that notify wait for each other.
 * Several workers report the same order several times, which makes a screen load it once.
 */
export function paidOrdersPoller(db: Database): Poller {
  let known: number[] = [];
  return {
    name: 'paid-orders',
    everySeconds: 1,
    run: async () => {
      known = await reportPaidOrders(db, SECONDS, known);
    },
  };
}
