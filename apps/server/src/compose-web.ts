import type { Services } from './compose.ts';
import { createAnnounce } from './features/account-messages/account-messages.service.ts';
import { createAccountService } from './features/accounts/accounts.service.ts';
import { createActivationService } from './features/activation/activation.service.ts';
import { createAlertsService } from './features/alerts/alerts.service.ts';
import { createPushSubscriptionsService } from './features/alerts/push-subscriptions.service.ts';
import { createStopTokens } from './features/alerts/stop-token.ts';
import { createArtCache } from './features/artwork/artwork.cache.ts';
import { drawInThread } from './features/artwork/artwork.threads.ts';
import { createAvatarService } from './features/avatars/avatars.service.ts';
import { createBasketService } from './features/basket/basket.service.ts';
import { createCatalogueService } from './features/catalogue/catalogue.service.ts';
import { createRelatedService } from './features/catalogue/catalogue-related.service.ts';
import { createContactService } from './features/contacts/contacts.service.ts';
import { createContentService } from './features/content/content.service.ts';
import { createPreviewService } from './features/content/content-preview.service.ts';
import { createClaimsService } from './features/delivery/claims.service.ts';
import { createDeliveryService } from './features/delivery/delivery.service.ts';
import { createDeliveryTimesService } from './features/delivery/delivery-times.service.ts';
import { createFavouritesService } from './features/favourites/favourites.service.ts';
import { createGiftOpeningService } from './features/gifts/gift-opening.service.ts';
import { createGiftsService } from './features/gifts/gifts.service.ts';
import { createGuestService } from './features/guests/guests.service.ts';
import { createOrderAccessService } from './features/guests/order-access.service.ts';
import { createPageLink } from './features/guests/order-links.service.ts';
import { createTakeOver } from './features/guests/take-over.service.ts';
import { createHistoryService } from './features/history/history.service.ts';
import { createNotificationsService, notify } from './features/notifications/notifications.service.ts';
import { createPasswordService } from './features/passwords/passwords.service.ts';
import { createRegistrationService } from './features/registration/registration.service.ts';
import { createReviewsService } from './features/reviews/reviews.service.ts';
import { createSessionFinder, createSessionService } from './features/sessions/sessions.service.ts';
import { createSignInService } from './features/sign-in/sign-in.service.ts';
import { createSignInProviders } from './features/social-sign-in/social-sign-in.providers.ts';
import { createSocialSignInService } from './features/social-sign-in/social-sign-in.service.ts';
import { createStatisticsService } from './features/statistics/statistics.service.ts';
import { createViewsService } from './features/statistics/views.service.ts';
import { createSupportService } from './features/support/support.service.ts';
import { createTopUpsService } from './features/top-up/top-up.service.ts';
import { createQuoteService } from './features/top-up/top-up-quotes.service.ts';
import { createResponseCache } from './http/response-cache.ts';
import { API_POLICY, commonHeaders } from './http/security-headers.ts';
import { createOutage } from './platform/database/outage.ts';
import { isDatabaseAway } from './platform/database/postgres-errors.ts';
import type { ReadReplica } from './platform/database/read-replica.ts';
import { jobs } from './platform/jobs/jobs.ts';

export type WebServices = ReturnType<typeof composeWeb>;

interface WebOptions {
  cacheBytes: number;
  /** What the public catalogue reads from. Without it: the database. */
  replica?: ReadReplica | undefined;
  /** Reports each picture that is shown but could not be kept as a file. Without it none is reported. */
  onWriteError?: (error: unknown) => void;
}

/** What only the web server needs, with the shared services. */
export function composeWeb(services: Services, { cacheBytes, replica, onWriteError = () => {} }: WebOptions) {
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
  const pictures = createArtCache({ directory: `${config.dataDir}/media`, onWriteError, ...drawInThread() });
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
    contacts: createContactService({ ...account, passwords, ...reach, textBudget: services.textBudget }),
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
    orders: createHistoryService({ db, settled, findProvider: payments.findProvider }),
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
