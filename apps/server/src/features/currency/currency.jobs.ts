import type { Job } from '../../platform/jobs/worker.ts';
import type { CurrencyService } from './currency.service.ts';

/** Every 20 minutes (spec §9). */
export const currencyRefreshJob = (currency: CurrencyService): Job => ({
  name: 'currency-refresh',
  cron: '*/20 * * * *',
  run: () => currency.refresh(),
});
