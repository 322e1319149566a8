import { feesInCents } from '@oyna/domain/price-change';
import { createBucket } from '@oyna/providers/bucket/bucket';
import { fetchNationalBankRates } from '@oyna/providers/national-bank/national-bank';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import type { Config } from './config.ts';
import { accountMessages } from './features/account-messages/account-messages.service.ts';
import { alertMessages, alertPushes } from './features/alerts/alert-channels.ts';
import { createApprovalPolicyService } from './features/approvals/approval-policy.service.ts';
import { type ApprovalsService, createApprovalsService } from './features/approvals/approvals.service.ts';
import { createDraftsService } from './features/catalogue/catalogue-drafts.service.ts';
import { type CurrencyService, createCurrencyService } from './features/currency/currency.service.ts';
import { createCustomersService } from './features/customers/customers.service.ts';
import { createClaimAnswersService } from './features/delivery/claim-answers.service.ts';
import { claimMessages } from './features/delivery/claim-messages.ts';
import { createReplacementPolicyService } from './features/delivery/replacement-policy.service.ts';
import { createBookingService } from './features/finance/booking.service.ts';
import { giftMessages } from './features/gifts/gift-messages.ts';
import { createFailedJobsService } from './features/health/failed-jobs.service.ts';
import { createHealthService } from './features/health/health.service.ts';
import { createNodesService } from './features/health/nodes.service.ts';
import { createStoreGauges } from './features/health/store-gauges.service.ts';
import { createBatchesService } from './features/keys/batches.service.ts';
import { createKeyImportsService } from './features/keys/key-imports.service.ts';
import { createKeysService, type KeysService } from './features/keys/keys.service.ts';
import { createStockService } from './features/keys/stock.service.ts';
import { createStockLevelService } from './features/keys/stock-level.service.ts';
import { createLookupService } from './features/lookup/lookup.service.ts';
import { notify } from './features/notifications/notifications.service.ts';
import { createOperatorNoticesService, operatorMails } from './features/operator-notices/operator-notices.service.ts';
import { createOperatorInvitationsService } from './features/operators/operator-invitations.service.ts';
import { createOperatorProfileService } from './features/operators/operator-profile.service.ts';
import { createOperatorRolesService } from './features/operators/operator-roles.service.ts';
import { createSecondFactorService } from './features/operators/operator-second-factor.service.ts';
import { createOperatorTeamService } from './features/operators/operator-team.service.ts';
import { createOrderActionsService, type TopUpMail } from './features/orders/order-actions.service.ts';
import { createOperatorOrdersService } from './features/orders/orders.service.ts';
import { checkNewPassword, checkNotPersonal } from './features/passwords/passwords.service.ts';
import { createLinkCancellation } from './features/payment/link-cancellation.ts';
import { createRefundAnnouncements, orderMessages } from './features/payment/order-messages.ts';
import { createPaymentProviders } from './features/payment/payment.providers.ts';
import { createPaymentService } from './features/payment/payment.service.ts';
import { createPaymentLinkService } from './features/payment/payment-link.service.ts';
import { createPaymentMethods } from './features/payment/payment-methods.service.ts';
import { createPaymentWatchService } from './features/payment/payment-watch.service.ts';
import { createReceipts, sellerOf } from './features/payment/receipt.service.ts';
import { createRefundsService } from './features/payment/refunds.service.ts';
import { createSettledOrders } from './features/payment/settled-orders.service.ts';
import { createSettlementService } from './features/payment/settlement.service.ts';
import { createPicturesService } from './features/pictures/pictures.service.ts';
import { createPriceChangesService, type PriceChangesService } from './features/prices/price-changes.service.ts';
import { createModerationService } from './features/reviews/moderation.service.ts';
import { createSettingsService, getSetting } from './features/settings/settings.service.ts';
import { supportAnswers, supportMessages } from './features/support/support-messages.ts';
import { createTopUpSuppliers } from './features/top-up/top-up.suppliers.ts';
import { createTopUpDelivery } from './features/top-up/top-up-delivery.service.ts';
import { createTopUpAnnouncements, createTopUpUse, topUpMessages } from './features/top-up/top-up-messages.ts';
import { listOrigins } from './http/origins.ts';
import type { Connection, Database } from './platform/database/connection.ts';
import { createRateLimits, type RateLimit, type RateLimits } from './platform/database/rate-limits.ts';
import { jobs } from './platform/jobs/jobs.ts';
import { createSalesMetrics } from './platform/sales-metrics.ts';

/**
 * These files alone wire services: what all processes share here, the rest in `compose-web.ts`, `compose-console.ts` and
 * `compose-worker.ts`. They open nothing: the caller starts and stops the database, server and worker.
 */

/** Every queue that a service sends to. They are installed before the first message is sent. */
export const QUEUES = [
  accountMessages,
  alertMessages,
  alertPushes,
  claimMessages,
  giftMessages,
  operatorMails,
  orderMessages,
  supportAnswers,
  supportMessages,
  topUpMessages,
];

export type Services = ReturnType<typeof composeServices>;

/** The services that the web server, the worker and the commands share. A test may pass a longer registry. */
export function composeServices(
  config: Config,
  database: Database,
  paymentProviders = PAYMENT_PROVIDERS,
  topUpSuppliers = TOP_UP_SUPPLIERS,
) {
  const db = database;
  const { publicUrl, storeName, maxHeldKeys, nationalBankUrl } = config;
  const currency = createCurrencyService(db, () =>
    fetchNationalBankRates({ baseUrl: nationalBankUrl, today: new Date() }),
  );
  const limits = createRateLimits(db, { isOn: config.rateLimits });
  const nodes = createNodesService(db);
  const keys = createKeysService(db, { current: config.keyEncryptionKey, previous: config.previousKeyEncryptionKey });

  const approvals = createApprovalsService(db);
  const stock = composeStock(db, keys, currency);
  const batches = createBatchesService(db, stock.levels);

  const announceTopUp = createTopUpAnnouncements(jobs, notify);
  const topUpUse = createTopUpUse(announceTopUp);
  const providers = createPaymentProviders(paymentProviders, config.payments);
  const settled = createSettledOrders();
  const sales = createSalesMetrics();
  const cancellation = createLinkCancellation(providers);
  const settlement = createSettlementService({
    db,
    keys,
    topUps: topUpUse,
    settled,
    cancellation,
    providers,
    sales,
  });
  const links = createPaymentLinkService({ db, settlement, providers, cancellation, publicUrl, storeName });
  const watch = createPaymentWatchService(db, links, settlement, limits, nodes.noteCallback);
  const refunds = createRefundsService(db, providers, createRefundAnnouncements(jobs, notify), topUpUse, keys, sales);
  const findProvider = (name: string) => paymentProviders.find((provider) => provider.name === name);
  const providerLabel = (name: string) => findProvider(name)?.label ?? name;
  const payments = {
    keys,
    findProvider,
    /** The name of a provider for people. */
    providerLabel,
    /** All that the store knows, also those that are not set up here: orders of earlier days have them. */
    knownProviders: paymentProviders.map(({ name, label }) => ({ name, label })),
    providers,
    links,
    watch,
    payments: createPaymentService({
      db,
      currencies: currency,
      keys,
      settlement,
      links,
      watch,
      limits,
      maxHeldKeys,
      vatRate: config.vatRate,
    }),
    receipts: createReceipts({ db, seller: sellerOf(config), providerLabel }),
    settlement,
    settled,
    refunds,
    methods: createPaymentMethods(paymentProviders, providers, currency),
  };

  const suppliers = createTopUpSuppliers(topUpSuppliers, config.topUps);
  const topUps = {
    suppliers,
    delivery: createTopUpDelivery({ db, suppliers, payments, announce: announceTopUp, publicUrl, sales }),
  };
  const mails = {
    basket: (connection: Connection, orderId: string) =>
      jobs.send(connection, orderMessages, { kind: 'paid', orderId }),
    topUp: (connection: Connection, orderId: string, kind: TopUpMail) =>
      jobs.send(connection, topUpMessages, { kind, orderId }),
  };
  const textBudget: RateLimit = { name: 'sms-all', max: config.smsPerDay, minutes: 24 * 60 };
  const operatorOrders = createOperatorOrdersService({ db, providers });
  const priceChanges = createPriceChangesService(db);
  const supplierNames = [...suppliers.values()].map(({ name }) => name);
  return {
    config,
    database,
    currency,
    limits,
    approvals,
    textBudget,
    approvalPolicy: createApprovalPolicyService(db, approvals),
    payments,
    topUps,
    nodes,
    sales,
    gauges: createStoreGauges(db, supplierNames, config.smsUrl === undefined ? undefined : textBudget),
    failedJobs: createFailedJobsService(db),
    health: createHealthService({
      db,
      currency,
      providers,
      providerLabel: payments.providerLabel,
      suppliers: supplierNames,
      mailQueues: QUEUES.map(({ name }) => name),
      hasMailServer: config.smtpUrl !== undefined,
    }),
    operatorOrders,
    lookup: createLookupService({ db, orders: operatorOrders, keys }),
    orderActions: createOrderActionsService({
      db,
      refunds,
      settlement,
      topUps: topUps.delivery,
      keys,
      approvals,
      mails,
      freshRefundAbove: config.freshRefundAbove,
    }),
    notices: createOperatorNoticesService(db, jobs),
    customers: createCustomersService(db),
    moderation: createModerationService(db),
    priceChanges,
    operators: composeOperators({ config, db, limits, keys, approvals, priceChanges }),
    batches,
    settings: createSettingsService(db),
    stock,
    booking: createBookingService(db),
    replacementPolicy: createReplacementPolicyService(db, config.replacement),
    claimAnswers: createClaimAnswersService({
      db,
      keys,
      batches,
      refunds,
      jobs,
      notify,
      approvals,
      freshRefundAbove: config.freshRefundAbove,
    }),
    drafts: createDraftsService(db),
    uploads: createPicturesService(db, config.pictureBucket && createBucket(config.pictureBucket)),
  };
}

function checkOperatorPassword(
  password: string,
  { email, name }: { email: string; name: string },
  field: string,
): void {
  checkNewPassword(password, field);
  checkNotPersonal(password, { login: name, email }, field);
}

/** Keys in stock, for the console, the commands and the worker. */
function composeStock(db: Database, keys: KeysService, currency: CurrencyService) {
  const defaultThreshold = async (connection: Connection = db) =>
    (await getSetting(connection, 'stock-thresholds')).value.keys;
  const listFees = async () => feesInCents((await getSetting(db, 'provider-fees')).value, await currency.listRates());
  const levels = createStockLevelService(db, defaultThreshold);
  return {
    levels,
    board: createStockService({ db, levels, defaultThreshold, listFees }),
    imports: createKeyImportsService(db, keys, levels),
  };
}

interface OperatorParts {
  config: Config;
  db: Database;
  limits: RateLimits;
  keys: KeysService;
  approvals: ApprovalsService;
  priceChanges: PriceChangesService;
}

/** The team, for the console and for the commands. */
function composeOperators({ config, db, limits, keys, approvals, priceChanges }: OperatorParts) {
  const { mode, storeName, consoleUrl } = config;
  const isRequired = mode === 'production';
  const publicUrl = consoleUrl ?? 'http://localhost';
  const place = { storeName, host: new URL(publicUrl).hostname, origins: listOrigins({ mode, publicUrl }) };
  const secondFactor = createSecondFactorService({ db, secrets: keys.secrets, limits, place, isRequired });
  const checkPassword = checkOperatorPassword;
  return {
    secondFactor,
    team: createOperatorTeamService({
      db,
      secondFactor,
      approvals,
      cancelPlannedPrices: priceChanges.cancelPlannedBy,
    }),
    roles: createOperatorRolesService(db, approvals),
    profile: createOperatorProfileService({ db, limits, checkPassword }),
    invitations: createOperatorInvitationsService({
      db,
      limits,
      approvals,
      consoleUrl,
      checkPassword,
      isSecondFactorRequired: isRequired,
    }),
  };
}
