import { createServer, type IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import underPressure from '@fastify/under-pressure';
import { AppError } from '@oyna/domain/errors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from './config.ts';
import { createAnnounce } from './features/account-messages/account-messages.service.ts';
import { accountRoutes } from './features/accounts/accounts.routes.ts';
import { createAccountService } from './features/accounts/accounts.service.ts';
import { createArtCache } from './features/artwork/artwork.cache.ts';
import { artworkRoutes } from './features/artwork/artwork.routes.ts';
import { drawInThread } from './features/artwork/artwork.threads.ts';
import { avatarRoutes } from './features/avatars/avatars.routes.ts';
import { createAvatarService } from './features/avatars/avatars.service.ts';
import { basketRoutes } from './features/basket/basket.routes.ts';
import { createBasketService } from './features/basket/basket.service.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { createCatalogueService } from './features/catalogue/catalogue.service.ts';
import { contactRoutes } from './features/contacts/contacts.routes.ts';
import { createContactService } from './features/contacts/contacts.service.ts';
import { contentRoutes } from './features/content/content.routes.ts';
import { createContentService } from './features/content/content.service.ts';
import { currencyRoutes } from './features/currency/currency.routes.ts';
import type { CurrencyService } from './features/currency/currency.service.ts';
import { countOpenClaims } from './features/delivery/claim-answers.service.ts';
import { createClaimsService } from './features/delivery/claims.service.ts';
import { deliveryRoutes } from './features/delivery/delivery.routes.ts';
import { createDeliveryService } from './features/delivery/delivery.service.ts';
import { favouritesRoutes } from './features/favourites/favourites.routes.ts';
import { createFavouritesService } from './features/favourites/favourites.service.ts';
import { ordersRoutes } from './features/history/orders.routes.ts';
import { createOrdersService } from './features/history/orders.service.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { createNotificationsService, notify } from './features/notifications/notifications.service.ts';
import { passwordRoutes } from './features/passwords/passwords.routes.ts';
import { createPasswordService } from './features/passwords/passwords.service.ts';
import type { Payments } from './features/payment/create-payments.ts';
import { paymentRoutes } from './features/payment/payment.routes.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { createRegistrationService } from './features/registration/registration.service.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { createSessionFinder, createSessionService } from './features/sessions/sessions.service.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { createSignInService } from './features/sign-in/sign-in.service.ts';
import { createSignInProviders } from './features/social-sign-in/social-sign-in.providers.ts';
import { socialSignInRoutes } from './features/social-sign-in/social-sign-in.routes.ts';
import { createSocialSignInService } from './features/social-sign-in/social-sign-in.service.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { createStatisticsService } from './features/statistics/statistics.service.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { createSupportService } from './features/support/support.service.ts';
import type { TopUps } from './features/top-up/create-top-ups.ts';
import { topUpRoutes } from './features/top-up/top-up.routes.ts';
import { createTopUpsService } from './features/top-up/top-up.service.ts';
import { createQuoteService } from './features/top-up/top-up-quotes.service.ts';
import { toPathAndQuery } from './http/address.ts';
import { registerAuth } from './http/auth.ts';
import { answerClientError, registerErrors, sendError, sendNotFound } from './http/errors.ts';
import { refuseInfiniteNumbers } from './http/finite-numbers.ts';
import { cleanForwardedFor } from './http/forwarded.ts';
import { registerHealth } from './http/health.ts';
import { describeRequest } from './http/logged-request.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerOpenApi } from './http/openapi.ts';
import { listOrigins } from './http/origins.ts';
import { createRequestId } from './http/request-id.ts';
import type { ResponseCache } from './http/response-cache.ts';
import { buildResponseSerializer } from './http/response-serializers.ts';
import { API_POLICY, commonHeaders } from './http/security-headers.ts';
import type { Database } from './platform/database/connection.ts';
import { createRateLimits } from './platform/database/rate-limits.ts';
import { countDeadLetters, type Jobs } from './platform/jobs/jobs.ts';
import { networkOf } from './platform/network-address.ts';

export interface AppParts {
  config: Config;
  database: Database;
  currency: CurrencyService;
  cache: ResponseCache;
  jobs: Jobs;
  payments: Payments;
  topUps: TopUps;
  isWorkerRunning?: (() => boolean) | undefined;
  /** How long it is known whose a token is; not at all, unless said. */
}

export interface App {
  server: FastifyInstance;
  /** Draws the covers that pages ask for first, in the background; returns what stops it. */
  warmPictures: () => () => void;
}

const REQUESTS_LOGGED_AT = ['info', 'debug', 'trace'];
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of the usual proxies, so that it is never us who hang up on them. */
const KEEP_ALIVE_MS = 72_000;
const BODY_LIMIT = 256 * 1024;
const WARMED_PICTURES = 300;

/** The whole HTTP side of the store, not yet listening. */
export async function buildApp({
  config,
  database,
  currency,
  cache,
  jobs,
  payments,
  topUps,
  isWorkerRunning,
}: AppParts): Promise<App> {
  const headers = { ...commonHeaders(config), 'content-security-policy': API_POLICY };
  const addCommonHeaders = (request: FastifyRequest, reply: FastifyReply): void =>
    void reply.headers(headers).header('x-request-id', request.id);
  const { trustProxy: proxies } = config;
  /** The cache and the routes see one form of an address. It stays the same when it is normalised again. */
  const normalizeTarget = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string =>
    method === 'GET' || method === 'HEAD' ? cache.addresses.normalize(url) : toPathAndQuery(url);
  const server = Fastify({
    // One line per request is worth its cost only to whoever asked for it; metrics count them all.
    logController: new LogController({ disableRequestLogging: !REQUESTS_LOGGED_AT.includes(config.logLevel) }),
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: describeRequest },
    },
    genReqId: createRequestId,
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // What is kept is answered before anything else looks at the request.
    serverFactory: (handle) =>
      createServer({ requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
        if (proxies !== false) cleanForwardedFor(request.headers);
        request.url = normalizeTarget(request);
        if (!cache.serve(request, response)) handle(request, response);
      }),
    rewriteUrl: normalizeTarget,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true } },
    schemaController: { compilersFactory: { buildSerializer: buildResponseSerializer } },
    // An address that cannot be read never becomes a request with hooks; its answer looks like the others all the same.
    frameworkErrors: (error, request, reply) => {
      addCommonHeaders(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, createRequestId()),
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply);
    // `*` and the like name no resource of the store.
    done(request.url.startsWith('/') ? undefined : new AppError('invalid-parameter'));
  });
  server.addHook('onRoute', cache.onRoute);
  server.addHook('onRoute', refuseInfiniteNumbers);
  registerErrors(server);
  await server.register(underPressure, {
    maxEventLoopDelay: 10_000,
    exposeStatusRoute: false,
    // Where nothing was measured since the last look, as on a machine that stands still for a second, it speaks of an
    // infinite delay. Nobody is turned away for that.
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
  registerAuth(server, createSessionFinder(database));
  registerMetrics(server, {
    isPublic: config.mode === 'demo',
    token: config.metricsToken,
    countCached: cache.served,
    countDeadLetters: () => countDeadLetters(database),
    countOpenClaims: () => countOpenClaims(database),
  });
  registerHealth(server, { database, isVaultOpen: payments.keys.isVaultOpen, isWorkerRunning });

  const catalogue = createCatalogueService(database, config.oldPricePolicy);
  const content = createContentService(database);
  await server.register(catalogueRoutes, { catalogue, cache });
  await server.register(currencyRoutes, { currency, cache });
  await server.register(contentRoutes, { content, cache });
  const limits = createRateLimits(database, { isOn: config.rateLimits });
  await server.register(supportRoutes, { support: createSupportService({ db: database, jobs, limits }) });
  await server.register(statisticsRoutes, { statistics: createStatisticsService(database) });
  const reach = { canMail: config.smtpUrl !== undefined, canText: config.smsUrl !== undefined };
  const announce = createAnnounce(jobs, notify);
  const account = { db: database, announce, limits };
  const accounts = createAccountService(database);
  const passwords = createPasswordService({ ...account, ...reach });
  const contacts = createContactService({ ...account, passwords, ...reach });
  const sessions = createSessionService(database);
  await server.register(signInRoutes, { signIn: createSignInService(account), sessions });
  await server.register(registrationRoutes, { registration: createRegistrationService(account) });
  await server.register(accountRoutes, { accounts });
  await server.register(contactRoutes, { accounts, contacts });
  await server.register(passwordRoutes, { passwords });
  await server.register(sessionRoutes, { sessions });
  await server.register(avatarRoutes, { accounts, avatars: createAvatarService({ db: database, limits }) });
  const providers = createSignInProviders(config);
  const socialSignIn = createSocialSignInService({ ...account, providers });
  await server.register(socialSignInRoutes, { socialSignIn, origins: listOrigins(config) });
  await server.register(favouritesRoutes, { favourites: createFavouritesService(database, catalogue) });
  await server.register(basketRoutes, { baskets: createBasketService(database, limits) });
  await server.register(notificationsRoutes, { notifications: createNotificationsService(database) });
  const delivery = createDeliveryService(database, payments.keys);
  const claims = createClaimsService({ db: database, keys: payments.keys, jobs, settings: config.replacement });
  await server.register(paymentRoutes, {
    payments: payments.payments,
    watch: payments.watch,
    methods: payments.methods,
    cache,
    origins: listOrigins(config),
  });
  await server.register(deliveryRoutes, { delivery, claims });
  server.addHook('preClose', async () => payments.settled.tellAll());
  await server.register(ordersRoutes, { orders: createOrdersService(database, payments.settled) });
  const { feePercent } = config.topUps;
  const quotes = createQuoteService({ db: database, catalogue, currency, payments, feePercent, ...topUps });
  await server.register(topUpRoutes, {
    topUps: createTopUpsService({ db: database, quotes, payments, limits, publicUrl: config.publicUrl }),
    methods: payments.methods,
    cache,
    feePercent,
    origins: listOrigins(config),
  });
  const pictures = createArtCache({ directory: `${config.dataDir}/media`, render: drawInThread() });
  await server.register(artworkRoutes, {
    pictures,
    findArt: { games: catalogue.findArt, news: content.findArt },
  });

  server.setNotFoundHandler(sendNotFound);
  const warmPictures = () => {
    const abort = new AbortController();
    const warm = async () => {
      const ignoreProgress = () => {};
      await pictures.warm(await catalogue.listSliderArt(), ignoreProgress, abort.signal, 'heads');
      await pictures.warm(await catalogue.listPopularArt(WARMED_PICTURES), ignoreProgress, abort.signal, 'lists');
    };
    warm().catch((error: unknown) => server.log.warn({ err: error }, 'pictures were not warmed'));
    return () => abort.abort();
  };
  return { server, warmPictures };
}
