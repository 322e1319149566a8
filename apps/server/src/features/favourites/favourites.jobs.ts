import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { announcePriceDrops } from './favourites.service.ts';

export const priceDropJob = (database: Database): Job => ({
  name: 'price-drops',
  cron: '*/10 * * * *',
  run: () => announcePriceDrops(database),
});
