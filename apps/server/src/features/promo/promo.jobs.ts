import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { returnIdlePromos } from './promo.service.ts';

export const idlePromoJob = (database: Database): Job => ({
  name: 'idle-promos',
  cron: '15 * * * *',
  run: () => returnIdlePromos(database),
});
