import type { Job, Poller } from '../../platform/jobs/worker.ts';
import type { StockLevelService } from './stock-level.service.ts';

export const stockLevelPoller = (levels: StockLevelService): Poller => ({
  name: 'stock-level',
  everySeconds: 10,
  run: levels.refreshIfFree,
});

export const stockRebuildJob = (levels: StockLevelService): Job => ({
  name: 'stock-rebuild',
  cron: '10 3 * * *',
  minutes: 60,
  run: async () => {
    const faults = await levels.rebuild();
    if (faults.length > 0) throw new Error(`The counts of the stock were wrong and are mended. ${faults.join('; ')}`);
  },
});
