import type { Poller } from '../../platform/jobs/worker.ts';
import type { PriceChangesService } from './price-changes.service.ts';

/** Starts and ends changes of prices to the minute, in order and each once with any number of workers. */
export const priceSchedulePoller = (changes: Pick<PriceChangesService, 'runDue'>): Poller => ({
  name: 'price-schedule',
  everySeconds: 10,
  async run(signal) {
    while (!signal.aborted && (await changes.runDue()) > 0);
  },
});
