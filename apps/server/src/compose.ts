import { feesInCents } from '@oyna/domain/price-change';
import { createBucket } from '@oyna/providers/bucket/bucket';
import { createMailer } from '@oyna/providers/mail/mail';
import { fetchNationalBankRates } from '@oyna/providers/national-bank/national-bank';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { createSmsSender } from '@oyna/providers/sms/sms';
import { createPushSender } from '@oyna/providers/web-push/web-push';
import type { Config } from './config.ts';
import { accountMessagesTask } from './features/account-messages/account-messages.jobs.ts';
import { accountMessages, createAnnounce } from './features/account-messages/account-messages.service.ts';
import { createAccountService } from './features/accounts/accounts.service.ts';
import { createActivationService } from './features/activation/activation.service.ts';
import { alertMessages, alertPushes } from './features/alerts/alert-channels.ts';
import { createAlertEventsService } from './features/alerts/alert-events.service.ts';
import { createAlertMessagesService } from './features/alerts/alert-messages.service.ts';
import { alertsPoller, alertTasks, oldAlertsJob } from './features/alerts/alerts.jobs.ts';
import { createAlertsService } from './features/alerts/alerts.service.ts';
import { createMailChannel } from './features/alerts/mail-channel.ts';
import { createPushChannel } from './features/alerts/push-channel.ts';
import { createPushSubscriptionsService } from './features/alerts/push-subscriptions.service.ts';
import { createStopTokens } from './features/alerts/stop-token.ts';
import { createApprovalPolicyService } from './features/approvals/approval-policy.service.ts';
import { type ApprovalsService, createApprovalsService } from './features/approvals/approvals.service.ts';
import { createArtCache } from './features/artwork/artwork.cache.ts';
import { drawInThread } from './features/artwork/artwork.threads.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { createAvatarService } from './features/avatars/avatars.service.ts';
import { oldDirectBasketsJob } from './features/basket/basket.jobs.ts';
import { createBasketService } from './features/basket/basket.service.ts';
import { publishingPoller } from './features/catalogue/catalogue.jobs.ts';
import { createCatalogueService } from './features/catalogue/catalogue.service.ts';
import { createDraftsService } from './features/catalogue/catalogue-drafts.service.ts';
import { createCatalogueFilesService } from './features/catalogue/catalogue-files.service.ts';
import { createGroupsService } from './features/catalogue/catalogue-groups.service.ts';
import { createRelatedService } from './features/catalogue/catalogue-related.service.ts';
import { createContactService } from './features/contacts/contacts.service.ts';
import { createContentService } from './features/content/content.service.ts';
import { createPreviewService } from './features/content/content-preview.service.ts';
import { currencyRefreshJob } from './features/currency/currency.jobs.ts';
import { type CurrencyService, createCurrencyService } from './features/currency/currency.service.ts';
import { createCustomersService } from './features/customers/customers.service.ts';
import { createClaimAnswersService } from './features/delivery/claim-answers.service.ts';
import { claimMessages } from './features/delivery/claim-messages.ts';
import { claimMessagesTask } from './features/delivery/claims.jobs.ts';
import { createClaimsService } from './features/delivery/claims.service.ts';
import { createDeliveryService } from './features/delivery/delivery.service.ts';
import { createDeliveryTimesService } from './features/delivery/delivery-times.service.ts';
import { createReplacementPolicyService } from './features/delivery/replacement-policy.service.ts';
import { priceDropJob } from './features/favourites/favourites.jobs.ts';
import { createFavouritesService } from './features/favourites/favourites.service.ts';
import { createBookingService } from './features/finance/booking.service.ts';
import { bookingPoller, salesRebuildJob } from './features/finance/finance.jobs.ts';
import { createFinanceService } from './features/finance/finance.service.ts';
import { createReconciliationService } from './features/finance/reconciliation.service.ts';
import { createGiftMailsService } from './features/gifts/gift-mails.service.ts';
import { giftMessages } from './features/gifts/gift-messages.ts';
import { createGiftOpeningService } from './features/gifts/gift-opening.service.ts';
import { giftMessagesTask, giftsPoller } from './features/gifts/gifts.jobs.ts';
import { createGiftsService } from './features/gifts/gifts.service.ts';
import { guestsSweepJob } from './features/guests/guests.jobs.ts';
import { createGuestService } from './features/guests/guests.service.ts';
import { createOrderAccessService } from './features/guests/order-access.service.ts';
import { createPageLink } from './features/guests/order-links.service.ts';
import { createTakeOver } from './features/guests/take-over.service.ts';
import { createFailedJobsService } from './features/health/failed-jobs.service.ts';
import { createHealthService } from './features/health/health.service.ts';
import { createNodesService } from './features/health/nodes.service.ts';
import { createStoreGauges } from './features/health/store-gauges.service.ts';
import { createOrdersService } from './features/history/orders.service.ts';
import { createBatchesService } from './features/keys/batches.service.ts';
import { createKeyImportsService } from './features/keys/key-imports.service.ts';
import { createKeysService, type KeysService } from './features/keys/keys.service.ts';
import { createStockService } from './features/keys/stock.service.ts';
import { stockLevelPoller, stockRebuildJob } from './features/keys/stock-level.jobs.ts';
import { createStockLevelService } from './features/keys/stock-level.service.ts';
import { paidOrdersPoller } from './features/live/live.jobs.ts';
import { createLiveService } from './features/live/live.service.ts';
import { createLookupService } from './features/lookup/lookup.service.ts';
import { oldNotificationsJob } from './features/notifications/notifications.jobs.ts';
import { createNotificationsService, notify } from './features/notifications/notifications.service.ts';
import {
  noticesPoller,
  oldConsoleRowsJob,
  operatorMailsTask,
} from './features/operator-notices/operator-notices.jobs.ts';
import { createOperatorNoticesService, operatorMails } from './features/operator-notices/operator-notices.service.ts';
import { createOperatorInvitationsService } from './features/operators/operator-invitations.service.ts';
import { createOperatorProfileService } from './features/operators/operator-profile.service.ts';
import { createOperatorRolesService } from './features/operators/operator-roles.service.ts';
import { createSecondFactorService } from './features/operators/operator-second-factor.service.ts';
import { createOperatorSessionsService } from './features/operators/operator-sessions.service.ts';
import { createOperatorSignInService } from './features/operators/operator-sign-in.service.ts';
import { createOperatorTeamService } from './features/operators/operator-team.service.ts';
import { operatorSweepJob } from './features/operators/operators.jobs.ts';
import { createOrderActionsService, type TopUpMail } from './features/orders/order-actions.service.ts';
import { createOperatorOrdersService } from './features/orders/orders.service.ts';
import { checkNewPassword, checkNotPersonal, createPasswordService } from './features/passwords/passwords.service.ts';
import { createLinkCancellation } from './features/payment/link-cancellation.ts';
import { createRefundAnnouncements, orderMessages } from './features/payment/order-messages.ts';
import { orderMessagesTask, paymentPollers } from './features/payment/payment.jobs.ts';
import { createPaymentProviders } from './features/payment/payment.providers.ts';
import { createPaymentService } from './features/payment/payment.service.ts';
import { createPaymentLinkService } from './features/payment/payment-link.service.ts';
import { createPaymentMethods } from './features/payment/payment-methods.service.ts';
import { createPaymentWatchService } from './features/payment/payment-watch.service.ts';
import { createReceipts, sellerOf } from './features/payment/receipt.service.ts';
import { createRefundsService } from './features/payment/refunds.service.ts';
import { createSettledOrders } from './features/payment/settled-orders.service.ts';
import { createSettlementService } from './features/payment/settlement.service.ts';
import { pictureSweepJob } from './features/pictures/pictures.jobs.ts';
import { createPicturesService } from './features/pictures/pictures.service.ts';
import { createPriceChangesService } from './features/prices/price-changes.service.ts';
import { priceSchedulePoller } from './features/prices/prices.jobs.ts';
import { createPricesService } from './features/prices/prices.service.ts';
import { idlePromoJob } from './features/promo/promo.jobs.ts';
import { createPromoCodesService } from './features/promo/promo-codes.service.ts';
import { createRegistrationService } from './features/registration/registration.service.ts';
import { createModerationService } from './features/reviews/moderation.service.ts';
import { createReviewsService } from './features/reviews/reviews.service.ts';
import { accountsSweepJob } from './features/sessions/sessions.jobs.ts';
import { createSessionFinder, createSessionService, hasSession } from './features/sessions/sessions.service.ts';
import { createSettingsService, getSetting } from './features/settings/settings.service.ts';
import { createSignInService } from './features/sign-in/sign-in.service.ts';
import { createSignInProviders } from './features/social-sign-in/social-sign-in.providers.ts';
import { createSocialSignInService } from './features/social-sign-in/social-sign-in.service.ts';
import { demandJob } from './features/statistics/demand.jobs.ts';
import { createDemandService } from './features/statistics/demand.service.ts';
import { createStatisticsService } from './features/statistics/statistics.service.ts';
import { createViewsService } from './features/statistics/views.service.ts';
import { createAnswerTemplatesService } from './features/support/answer-templates.service.ts';
import { supportAnswersTask, supportMessagesTask } from './features/support/support.jobs.ts';
import { createSupportService } from './features/support/support.service.ts';
import { supportAnswers, supportMessages } from './features/support/support-messages.ts';
import { createSupportQueueService } from './features/support/support-queue.service.ts';
import { createTodayService } from './features/today/today.service.ts';
import { oldQuotesJob, topUpMessagesTask, topUpPollers } from './features/top-up/top-up.jobs.ts';
import { createTopUpsService } from './features/top-up/top-up.service.ts';
import { createTopUpSuppliers } from './features/top-up/top-up.suppliers.ts';
import { createTopUpDelivery } from './features/top-up/top-up-delivery.service.ts';
import { createTopUpAnnouncements, createTopUpUse, topUpMessages } from './features/top-up/top-up-messages.ts';
import { createQuoteService } from './features/top-up/top-up-quotes.service.ts';
import { listOrigins } from './http/origins.ts';
import { createResponseCache } from './http/response-cache.ts';
import { API_POLICY, commonHeaders } from './http/security-headers.ts';
import type { Connection, Database } from './platform/database/connection.ts';
import { createOutage } from './platform/database/outage.ts';
import { isDatabaseAway } from './platform/database/postgres-errors.ts';
import { createRateLimits, type RateLimit, type RateLimits } from './platform/database/rate-limits.ts';
import type { ReadReplica } from './platform/database/read-replica.ts';
import { jobs } from './platform/jobs/jobs.ts';
import { createSalesMetrics } from './platform/sales-metrics.ts';

/** The one place that wires services. It opens nothing: the caller starts and stops the database, server and worker. */

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
export function composeServices(config: Config, database: Database, paymentProviders = PAYMENT_PROVIDERS) {
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

  const suppliers = createTopUpSuppliers(config.topUps);
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
  const operatorOrders = createOperatorOrdersService({ db, providers });
  const supplierNames = [...suppliers.values()].map(({ name }) => name);
  return {
    config,
    database,
    currency,
    limits,
    approvals,
    approvalPolicy: createApprovalPolicyService(db, approvals),
    payments,
    topUps,
    nodes,
    sales,
    gauges: createStoreGauges(db, supplierNames, config.smsUrl === undefined ? undefined : textBudgetOf(config)),
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
      keys,
      approvals,
      mails,
      freshRefundAbove: config.freshRefundAbove,
    }),
    notices: createOperatorNoticesService(db, jobs),
    customers: createCustomersService(db),
    moderation: createModerationService(db),
    priceChanges: createPriceChangesService(db),
    operators: composeOperators({ config, db, limits, keys, approvals }),
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

export type WebServices = ReturnType<typeof composeWeb>;

interface WebOptions {
  cacheBytes: number;
  /** What the public catalogue reads from. Without it: the database. */
  replica?: ReadReplica | undefined;
}

/** What only the web server needs, with the shared services. */
export function composeWeb(services: Services, { cacheBytes, replica }: WebOptions) {
  const { config, database: db, currency, limits, payments, topUps, replacementPolicy: policy } = services;
  const { keys, settled } = payments;
  const cache = createResponseCache({
    maxBytes: cacheBytes,
    headers: { ...commonHeaders(config), 'content-security-policy': API_POLICY },
    outage: createOutage(db),
    keptMs: config.cacheKeptMinutes * 60_000,
  });
  // Only what is the same for all visitors, and is cached: accounts, carts and payments read what they wrote.
  const reads = replica?.database ?? db;
  const catalogue = createCatalogueService(reads, config.oldPricePolicy);
  const content = createContentService(reads);
  const ownCatalogue = replica ? createCatalogueService(db, config.oldPricePolicy) : catalogue;
  const pictures = createArtCache({ directory: `${config.dataDir}/media`, ...drawInThread() });
  const artwork = {
    pictures,
    findArt: async (owner: 'games' | 'news' | 'categories', id: number) =>
      owner === 'categories' ? catalogue.findCategoryArt(id) : { games: catalogue, news: content }[owner].findArt(id),
    findUpload: services.uploads.findUpload,
    isDatabaseAway,
  };

  const takeOver = createTakeOver(db);
  const account = { db, announce: createAnnounce(jobs, notify), limits, takeOver };
  const reach = { canMail: config.smtpUrl !== undefined, canText: config.smsUrl !== undefined };
  const passwords = createPasswordService({ ...account, ...reach });

  const { feePercent } = config.topUps;
  const { publicUrl } = config;
  const claims = createClaimsService({ db, keys, jobs, policy });
  const quotes = createQuoteService({
    db,
    catalogue: ownCatalogue,
    currency,
    payments,
    feePercent,
    suppliers: topUps.suppliers,
  });
  return {
    ...services,
    cache,
    replica,
    catalogue,
    related: createRelatedService(reads, config.oldPricePolicy),
    deliveryTimes: createDeliveryTimesService(db),
    content,
    activation: createActivationService(db),
    activationRules: createActivationService(reads),
    pictures,
    artwork,
    previews: createPreviewService({
      drafts: services.drafts,
      secret: config.keyEncryptionKey,
      publicUrl: config.publicUrl,
      oldPricePolicy: config.oldPricePolicy,
    }),
    support: createSupportService({ db, jobs, limits }),
    statistics: createStatisticsService(db),
    views: createViewsService(db),
    findSession: createSessionFinder(db),
    sessions: createSessionService(db),
    signIn: createSignInService(account),
    registration: createRegistrationService(account),
    socialSignIn: createSocialSignInService({ ...account, providers: createSignInProviders(config) }),
    accounts: createAccountService(db),
    passwords,
    contacts: createContactService({ ...account, passwords, ...reach, textBudget: textBudgetOf(config) }),
    guests: createGuestService(db, limits),
    orderAccess: createOrderAccessService({ ...account, ...reach }),
    createPageLink: (accountId: number, orderId: string) => createPageLink(db, accountId, orderId),
    avatars: createAvatarService({ db, limits }),
    favourites: createFavouritesService(db, ownCatalogue),
    alerts: createAlertsService({
      db,
      limits,
      catalogue: ownCatalogue,
      tokens: createStopTokens(config.keyEncryptionKey),
      channels: [...(reach.canMail ? (['mail'] as const) : []), ...(config.push ? (['push'] as const) : [])],
    }),
    pushSubscriptions: createPushSubscriptionsService({ db, limits, settings: config.push }),
    reviews: createReviewsService({ db, limits }),
    notifications: createNotificationsService(db),
    baskets: createBasketService({ db, limits, providerLabel: payments.providerLabel }),
    delivery: createDeliveryService(db, keys),
    claims,
    gifts: createGiftsService({ db, keys, jobs, limits, secret: config.keyEncryptionKey, canMail: reach.canMail }),
    giftOpening: createGiftOpeningService({ db, keys, claims, jobs, limits, notify, canMail: reach.canMail }),
    orders: createOrdersService({ db, settled, findProvider: payments.findProvider }),
    topUpOrders: createTopUpsService({
      db,
      quotes,
      payments,
      limits,
      publicUrl,
      onCallback: services.nodes.noteCallback,
    }),
  };
}

export type ConsoleServices = ReturnType<typeof composeConsole>;

/** What only the console of the operators needs, with the services of the store. */
export function composeConsole(services: WebServices) {
  const { config, database: db, currency, limits, operators, payments } = services;
  const operatorSessions = createOperatorSessionsService(db);
  const prices = createPricesService({ db, currencies: currency, oldPricePolicy: config.oldPricePolicy });
  const reconciliation = createReconciliationService(db, payments.findProvider);
  return {
    ...services,
    promoCodes: createPromoCodesService(db),
    prices,
    supportQueue: createSupportQueueService({ db, jobs }),
    answerTemplates: createAnswerTemplatesService(db),
    groups: createGroupsService(db),
    catalogueFiles: createCatalogueFilesService(db),
    operatorSessions,
    operatorSignIn: createOperatorSignInService({ db, limits, secondFactor: operators.secondFactor }),
    operatorProfile: createOperatorProfileService({ db, limits, checkPassword: checkOperatorPassword }),
    audit: createAuditService(db),
    today: createTodayService({ db, health: services.health, reconciliation, prices }),
    finance: createFinanceService(db),
    reconciliation,
    live: createLiveService(operatorSessions),
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
}

/** The team, for the console and for the commands. */
function composeOperators({ config, db, limits, keys, approvals }: OperatorParts) {
  const { mode, storeName, consoleUrl } = config;
  const isRequired = mode === 'production';
  const publicUrl = consoleUrl ?? 'http://localhost';
  const place = { storeName, host: new URL(publicUrl).hostname, origins: listOrigins({ mode, publicUrl }) };
  const secondFactor = createSecondFactorService({ db, secrets: keys.secrets, limits, place, isRequired });
  const checkPassword = checkOperatorPassword;
  return {
    secondFactor,
    team: createOperatorTeamService({ db, secondFactor, approvals }),
    roles: createOperatorRolesService(db, approvals),
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

/** What the worker does: messages that services send, jobs at fixed times, and polls every few seconds. */
export function composeWorker(services: Services) {
  const { config, database: db, currency, payments, topUps, notices, stock, priceChanges } = services;
  const { uploads, drafts, booking } = services;
  const { smtpUrl, mailFrom, smsUrl, smsToken, storeName, publicUrl, mailKeys } = config;
  const { supportEmail } = config.contacts;
  const from = { name: storeName, address: mailFrom };
  const requireTls = config.mode === 'production';
  const mailer = smtpUrl === undefined ? undefined : createMailer({ url: smtpUrl, from, requireTls });
  const sms = smsUrl === undefined ? undefined : createSmsSender({ url: smsUrl, token: smsToken });
  const channels = [
    ...(mailer ? [createMailChannel({ mailer, storeName, publicUrl })] : []),
    ...(config.push ? [createPushChannel(createPushSender(config.push))] : []),
  ];
  const alertEvents = createAlertEventsService({ db, jobs, channels });
  const tokens = createStopTokens(config.keyEncryptionKey);
  const secret = config.keyEncryptionKey;
  const giftMails = createGiftMailsService({ db, mailer, jobs, notify, secret, storeName, publicUrl });
  return {
    tasks: [
      accountMessagesTask({ db, mailer, sms, storeName, publicUrl, hasSession }),
      orderMessagesTask({
        db,
        keys: payments.keys,
        receipts: payments.receipts,
        mailer,
        storeName,
        publicUrl,
        mailKeys,
      }),
      claimMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }),
      giftMessagesTask(giftMails),
      supportMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }),
      supportAnswersTask({ db, mailer, supportEmail, storeName, publicUrl }),
      topUpMessagesTask({ db, mailer, storeName, publicUrl }),
      operatorMailsTask({ db, mailer, storeName, publicUrl, consoleUrl: config.consoleUrl }),
      ...alertTasks(
        createAlertMessagesService({ db, channels, tokens, oldPricePolicy: config.oldPricePolicy, publicUrl }),
      ),
    ],
    recurring: [
      currencyRefreshJob(currency),
      priceDropJob(db),
      idlePromoJob(db),
      accountsSweepJob(db),
      guestsSweepJob(db),
      operatorSweepJob(db),
      oldQuotesJob(db),
      oldDirectBasketsJob(db),
      oldNotificationsJob(db),
      ...paymentPollers(payments),
      ...topUpPollers(topUps),
      publishingPoller(drafts),
      pictureSweepJob(uploads),
      oldConsoleRowsJob(db),
      paidOrdersPoller(db),
      noticesPoller(notices),
      stockLevelPoller(stock.levels),
      stockRebuildJob(stock.levels),
      priceSchedulePoller(priceChanges),
      alertsPoller(alertEvents),
      giftsPoller(giftMails),
      oldAlertsJob(alertEvents),
      bookingPoller(booking),
      salesRebuildJob(booking),
      demandJob(createDemandService(db)),
    ],
    alertEvents,
    giftMails,
    close: () => mailer?.close(),
  };
}

const textBudgetOf = ({ smsPerDay }: Config): RateLimit => ({ name: 'sms-all', max: smsPerDay, minutes: 24 * 60 });
