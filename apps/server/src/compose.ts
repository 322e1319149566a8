import type { Config } from './config.ts';
import type { CurrencyService } from './features/currency/currency.service.ts';
import { createPayments } from './features/payment/create-payments.ts';
import type { NotifyBuyer } from './features/payment/order-messages.ts';
import { createTopUps } from './features/top-up/create-top-ups.ts';
import { createTopUpAnnouncements, createTopUpUse, type NotifyOfTopUp } from './features/top-up/top-up-messages.ts';
import type { Database } from './platform/database/connection.ts';
import type { Jobs } from './platform/jobs/jobs.ts';

interface MoneyParts {
  config: Config;
  db: Database;
  currency: CurrencyService;
  jobs: Jobs;
  notify: NotifyBuyer & NotifyOfTopUp;
}

/** Payments and what is paid for, each told of the other: what the web server, the worker and the commands share. */
export function composePayments({ config, db, currency, jobs, notify }: MoneyParts) {
  const announce = createTopUpAnnouncements(jobs, notify);
  const payments = createPayments({ config, db, currency, jobs, notify, topUps: createTopUpUse(announce) });
  return { payments, topUps: createTopUps({ config, db, payments, announce }) };
}
