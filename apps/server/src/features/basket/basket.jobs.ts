import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { deleteOldDirectBaskets } from './basket.queries.ts';

export const oldDirectBasketsJob = (db: Database): Job => ({
  name: 'old-direct-baskets',
  cron: '47 * * * *',
  run: (signal) => deleteOldDirectBaskets(db, signal),
});
