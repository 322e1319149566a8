import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { tellPriceDrops } from './favourites.service.ts';

export const priceDropJob = (database: Database): Job => ({
  name: 'price-drops',
  cron: '*/10 * * * *',
  run: () => tellPriceDrops(database),
});
