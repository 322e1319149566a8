import { CURRENCY_REFRESH_MS } from '@oyna/domain/constants';
import type { Job } from '../../platform/jobs/worker.ts';
import type { CurrencyService } from './currency.service.ts';

export const currencyRefreshJob = (currency: CurrencyService): Job => ({
  name: 'currency-refresh',
  cron: `*/${CURRENCY_REFRESH_MS / 60_000} * * * *`,
  run: () => currency.refresh(),
});
