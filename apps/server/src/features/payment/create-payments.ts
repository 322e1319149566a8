import type { Config } from '../../config.ts';
import type { Database } from '../../database/connection.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import { createKeysService } from '../keys/keys.service.ts';
import { createOrderAnnouncements, type NotifyBuyer } from './order-messages.ts';
import { createPaymentMethods } from './payment.methods.ts';
import { createPaymentProviders } from './payment.providers.ts';
import { createPaymentService } from './payment.service.ts';
import { createRefundsService } from './refunds.service.ts';
import { createSettlementService } from './settlement.service.ts';

interface PaymentsParts {
  config: Pick<Config, 'keyEncryptionKey' | 'previousKeyEncryptionKey' | 'payments' | 'publicUrl' | 'storeName'>;
  db: Database;
  currency: CurrencyService;
  jobs: Jobs;
  notify: NotifyBuyer;
}

export type Payments = ReturnType<typeof createPayments>;

/** Everything about money, as both the web server and the worker use it. */
export function createPayments({ config, db, currency, jobs, notify }: PaymentsParts) {
  const { publicUrl, storeName } = config;
  const keys = createKeysService(db, { current: config.keyEncryptionKey, previous: config.previousKeyEncryptionKey });
  const providers = createPaymentProviders(config.payments);
  const announcements = createOrderAnnouncements(jobs, notify);
  const settlement = createSettlementService(db, keys, announcements);
  return {
    keys,
    providers,
    payments: createPaymentService({ db, currency, keys, settlement, providers, publicUrl, storeName }),
    settlement,
    refunds: createRefundsService(db, providers, announcements),
    methods: createPaymentMethods(providers, currency),
  };
}
