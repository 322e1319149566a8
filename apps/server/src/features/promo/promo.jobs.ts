import type { Database } from '../../database/connection.ts';
import type { Job } from '../../jobs/worker.ts';
import { returnIdlePromos } from './promo.service.ts';

export const idlePromoJob = (database: Database): Job => ({
  name: 'idle-promos',
  cron: '15 * * * *',
  run: () => returnIdlePromos(database),
});
