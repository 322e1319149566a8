import type { IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import underPressure from '@fastify/under-pressure';
import { AppError } from '@oyna/domain/errors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { WebServices } from './compose-web.ts';
import { accountRoutes } from './features/accounts/accounts.routes.ts';
import { activationRoutes } from './features/activation/activation.routes.ts';
import { alertsRoutes } from './features/alerts/alerts.routes.ts';
import { artworkRoutes } from './features/artwork/artwork.routes.ts';
import { avatarRoutes } from './features/avatars/avatars.routes.ts';
import { basketRoutes } from './features/basket/basket.routes.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { relatedRoutes } from './features/catalogue/catalogue-related.routes.ts';
import { contactRoutes } from './features/contacts/contacts.routes.ts';
import { contentRoutes } from './features/content/content.routes.ts';
import { contentPreviewRoutes } from './features/content/content-preview.routes.ts';
import { currencyRoutes } from './features/currency/currency.routes.ts';
import { countClaimsByReason, countOpenClaims } from './features/delivery/claim-answers.service.ts';
import { deliveryRoutes } from './features/delivery/delivery.routes.ts';
import { favouritesRoutes } from './features/favourites/favourites.routes.ts';
import { giftRoutes } from './features/gifts/gifts.routes.ts';
import { guestRoutes } from './features/guests/guests.routes.ts';
import { historyRoutes } from './features/history/history.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { passwordRoutes } from './features/passwords/passwords.routes.ts';
import { paymentRoutes } from './features/payment/payment.routes.ts';
import { receiptRoutes } from './features/payment/receipt.routes.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { reviewsRoutes } from './features/reviews/reviews.routes.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { socialSignInRoutes } from './features/social-sign-in/social-sign-in.routes.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { topUpRoutes } from './features/top-up/top-up.routes.ts';
import { toPathAndQuery } from './http/address.ts';
import { createHttpServer, limitConnections } from './http/connections.ts';
import { registerAuth } from './http/customer-access.ts';
import { registerErrors, sendNotFound } from './http/errors.ts';
import { cleanForwardedFor } from './http/forwarded.ts';
import { registerHealth } from './http/health.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerOpenApi } from './http/openapi.ts';
import { listOrigins } from './http/origins.ts';
import { refuseInfiniteNumbers } from './http/refused-values.ts';
import { API_POLICY, commonHeaders } from './http/security-headers.ts';
import { serverOptions } from './http/server-options.ts';
import { registerTraces } from './http/traces.ts';
import { countDeadLetters } from './platform/jobs/jobs.ts';
import { networkOf } from './platform/network-address.ts';

interface AppOptions {
  /** Only where this process runs the worker. */
  isWorkerRunning?: (() => boolean) | undefined;
}

/** Builds the HTTP server of the store. It does not listen yet. */
export async function buildApp(services: WebServices, { isWorkerRunning }: AppOptions = {}): Promise<FastifyInstance> {
  const { config, database, cache, payments } = services;
  const headers = { ...commonHeaders(config), 'content-security-policy': API_POLICY };
  const addCommonHeaders = (request: FastifyRequest, reply: FastifyReply): void =>
    void reply.headers(headers).header('x-request-id', request.id);
  const { trustProxy: proxies } = config;
  /** The cache and the routes see the same normal form of an address. */
  const normalizeTarget = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string =>
    method === 'GET' || method === 'HEAD' ? cache.addresses.normalize(url) : toPathAndQuery(url);
  const server = Fastify({
    ...serverOptions(config, addCommonHeaders),
    // A cached response is sent before Fastify sees the request.
    serverFactory: (handle) => {
      const http = createHttpServer((request, response) => {
        if (proxies !== false) cleanForwardedFor(request.headers);
        request.url = normalizeTarget(request);
        if (!cache.serve(request, response)) handle(request, response);
      });
      // Behind a proxy all connections have its address, and the proxy has the limit.
      if (config.rateLimits && proxies === false) limitConnections(http);
      return http;
    },
    rewriteUrl: normalizeTarget,
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply);
    // `*` and absolute addresses name no resource of the store.
    done(request.url.startsWith('/') ? undefined : new AppError('invalid-parameter'));
  });
  server.addHook('onRoute', cache.onRoute);
  server.addHook('onClose', async () => cache.close());
  server.addHook('onRoute', refuseInfiniteNumbers);
  registerTraces(server);
  registerErrors(server);
  await server.register(underPressure, {
    maxEventLoopDelay: 10_000,
    exposeStatusRoute: false,
    // The plugin reports an infinite delay when it has measured nothing, as after a pause of the machine. Requests are
    // served then.
    pressureHandler: async (_request, _reply, _type, delay) => {
      if (delay !== Number.POSITIVE_INFINITY) throw new AppError('unavailable');
    },
  });
  if (config.rateLimits) {
    await server.register(rateLimit, {
      global: false,
      keyGenerator: ({ ip }) => networkOf(ip),
      errorResponseBuilder: () => new AppError('too-many-requests'),
    });
  }
  await registerOpenApi(server, { title: `${config.storeName} API`, url: config.publicUrl });
  registerAuth(server, services.findSession);
  registerMetrics(server, {
    isPublic: config.mode === 'demo',
    token: config.metricsToken,
    countCached: cache.served,
    countKept: cache.servedKept,
    countDeadLetters: () => countDeadLetters(database),
    countOpenClaims: () => countOpenClaims(database),
    countClaimsByReason: () => countClaimsByReason(database),
    countReads: services.replica?.counts,
    sales: services.sales,
    gauges: services.gauges,
  });
  registerHealth(server, { database, isVaultOpen: payments.keys.isVaultOpen, isWorkerRunning });

  await registerRoutes(server, services);
  server.setNotFoundHandler(sendNotFound);
  return server;
}

async function registerRoutes(server: FastifyInstance, services: WebServices): Promise<void> {
  const { config, cache, catalogue, content, accounts, sessions, payments } = services;
  const { watch, methods, settled } = payments;
  const origins = listOrigins(config);
  await server.register(catalogueRoutes, { catalogue, cache });
  const { related, deliveryTimes } = services;
  await server.register(relatedRoutes, { related, findDeliveryTime: deliveryTimes.find, cache });
  await server.register(currencyRoutes, { currency: services.currency, cache });
  await server.register(contentRoutes, { content, cache });
  await server.register(activationRoutes, { activation: services.activationRules, cache });
  await server.register(contentPreviewRoutes, { previews: services.previews });
  await server.register(supportRoutes, { support: services.support });
  await server.register(statisticsRoutes, { statistics: services.statistics, views: services.views });
  await server.register(signInRoutes, {
    signIn: services.signIn,
    sessions,
    forgetBrowser: services.pushSubscriptions.forgetBrowser,
  });
  await server.register(registrationRoutes, { registration: services.registration });
  await server.register(accountRoutes, { accounts });
  await server.register(contactRoutes, { accounts, contacts: services.contacts });
  await server.register(passwordRoutes, { passwords: services.passwords });
  await server.register(sessionRoutes, { sessions });
  await server.register(avatarRoutes, { accounts, avatars: services.avatars });
  await server.register(socialSignInRoutes, { socialSignIn: services.socialSignIn, origins });
  const { guests, orderAccess: access, createPageLink } = services;
  await server.register(guestRoutes, { guests, access, createPageLink });
  await server.register(favouritesRoutes, { favourites: services.favourites });
  await server.register(alertsRoutes, { alerts: services.alerts, subscriptions: services.pushSubscriptions });
  await server.register(reviewsRoutes, { reviews: services.reviews, cache });
  await server.register(basketRoutes, { baskets: services.baskets });
  await server.register(notificationsRoutes, { notifications: services.notifications });
  await server.register(paymentRoutes, { payments: payments.payments, watch, methods, cache, origins });
  await server.register(receiptRoutes, { receipts: payments.receipts });
  await server.register(deliveryRoutes, { delivery: services.delivery, claims: services.claims });
  await server.register(giftRoutes, { gifts: services.gifts, opening: services.giftOpening });
  // Requests that wait for a payment are answered before the server closes.
  server.addHook('preClose', async () => settled.notifyAll());
  await server.register(historyRoutes, { orders: services.orders });
  const { feePercent } = config.topUps;
  await server.register(topUpRoutes, { topUps: services.topUpOrders, methods, cache, feePercent, origins });
  await server.register(artworkRoutes, services.artwork);
}
