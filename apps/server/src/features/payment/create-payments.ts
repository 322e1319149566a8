import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/connection.ts';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import { createKeysService } from '../keys/keys.service.ts';
import { createLinkCancellation } from './link-cancellation.ts';
import { createRefundAnnouncements, type NotifyBuyer } from './order-messages.ts';
import { createPaymentMethods } from './payment.methods.ts';
import { createPaymentProviders } from './payment.providers.ts';
import { createPaymentService } from './payment.service.ts';
import { createPaymentLinkService } from './payment-link.service.ts';
import { createPaymentWatchService } from './payment-watch.service.ts';
import { createRefundsService } from './refunds.service.ts';
import { createSettledOrders } from './settled-orders.ts';
import { createSettlementService, type PaymentUse } from './settlement.service.ts';

interface PaymentsParts {
  config: Pick<
    Config,
    | 'keyEncryptionKey'
    | 'previousKeyEncryptionKey'
    | 'payments'
    | 'publicUrl'
    | 'storeName'
    | 'rateLimits'
    | 'maxHeldKeys'
  >;
  db: Database;
  currency: CurrencyService;
  jobs: Jobs;
  notify: NotifyBuyer;
  /** What is paid for without a basket. */
  topUps: PaymentUse;
}

export type Payments = ReturnType<typeof createPayments>;

/** Everything about money, as both the web server and the worker use it. */
export function createPayments({ config, db, currency, jobs, notify, topUps }: PaymentsParts) {
  const { publicUrl, storeName, maxHeldKeys } = config;
  const limits = createRateLimits(db, { isOn: config.rateLimits });
  const keys = createKeysService(db, { current: config.keyEncryptionKey, previous: config.previousKeyEncryptionKey });
  const providers = createPaymentProviders(config.payments);
  const announcements = createRefundAnnouncements(jobs, notify);
  const settled = createSettledOrders();
  const cancellation = createLinkCancellation(providers);
  const settlement = createSettlementService({ db, jobs, keys, topUps, settled, cancellation, providers });
  const links = createPaymentLinkService({ db, settlement, providers, cancellation, publicUrl, storeName });
  const watch = createPaymentWatchService(db, links, settlement);
  return {
    keys,
    providers,
    links,
    watch,
    payments: createPaymentService({ db, currencies: currency, keys, settlement, links, watch, limits, maxHeldKeys }),
    settlement,
    settled,
    refunds: createRefundsService(db, providers, announcements, topUps, keys),
    methods: createPaymentMethods(providers, currency),
  };
}
