import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ConsoleServices } from './compose-console.ts';
import { activationAdminRoutes } from './features/activation/activation.admin-routes.ts';
import { approvalsAdminRoutes } from './features/approvals/approvals.admin-routes.ts';
import { artworkRoutes } from './features/artwork/artwork.routes.ts';
import { auditRoutes } from './features/audit/audit.admin-routes.ts';
import { catalogueFilesAdminRoutes } from './features/content/catalogue-files.admin-routes.ts';
import { contentAdminRoutes } from './features/content/content.admin-routes.ts';
import { customersAdminRoutes } from './features/customers/customers.admin-routes.ts';
import { claimsAdminRoutes } from './features/delivery/claims.admin-routes.ts';
import { replacementPolicyAdminRoutes } from './features/delivery/replacement-policy.admin-routes.ts';
import { financeAdminRoutes } from './features/finance/finance.admin-routes.ts';
import { reconciliationAdminRoutes } from './features/finance/reconciliation.admin-routes.ts';
import { healthAdminRoutes } from './features/health/health.admin-routes.ts';
import { batchesAdminRoutes } from './features/keys/batches.admin-routes.ts';
import { keyImportsAdminRoutes } from './features/keys/key-imports.admin-routes.ts';
import { stockAdminRoutes } from './features/keys/stock.admin-routes.ts';
import { liveAdminRoutes } from './features/live/live.admin-routes.ts';
import { lookupAdminRoutes } from './features/lookup/lookup.admin-routes.ts';
import { operatorNoticesAdminRoutes } from './features/operator-notices/operator-notices.admin-routes.ts';
import { operatorProfileRoutes } from './features/operators/operator-profile.admin-routes.ts';
import { operatorSessionRoutes } from './features/operators/operator-session.admin-routes.ts';
import { operatorTeamRoutes } from './features/operators/operator-team.admin-routes.ts';
import { ordersAdminRoutes } from './features/orders/orders.admin-routes.ts';
import { picturesAdminRoutes } from './features/pictures/pictures.admin-routes.ts';
import { priceChangesAdminRoutes } from './features/prices/price-changes.admin-routes.ts';
import { pricesAdminRoutes } from './features/prices/prices.admin-routes.ts';
import { promoAdminRoutes } from './features/promo/promo.admin-routes.ts';
import { reviewsAdminRoutes } from './features/reviews/reviews.admin-routes.ts';
import { settingsAdminRoutes } from './features/settings/settings.admin-routes.ts';
import { answerTemplatesAdminRoutes } from './features/support/answer-templates.admin-routes.ts';
import { supportAdminRoutes } from './features/support/support.admin-routes.ts';
import { todayAdminRoutes } from './features/today/today.admin-routes.ts';
import { toPathAndQuery } from './http/address.ts';
import { createHttpServer, limitConnections, UPLOAD_MS } from './http/connections.ts';
import { mountConsolePages } from './http/console-pages.ts';
import { registerErrors } from './http/errors.ts';
import { cleanForwardedFor } from './http/forwarded.ts';
import { describeApi } from './http/openapi.ts';
import { registerOperatorAuth, SESSION_COOKIE } from './http/operator-auth.ts';
import { listOrigins } from './http/origins.ts';
import { refuseInfiniteNumbers, refuseUnstorableTexts } from './http/refused-values.ts';
import { API_POLICY, commonHeaders } from './http/security-headers.ts';
import { serverOptions } from './http/server-options.ts';

/** Builds the HTTP server of the operators' console: its API and its pages, on its own origin. It does not listen yet. */
export async function buildConsole(services: ConsoleServices): Promise<FastifyInstance> {
  const { config } = services;
  const { mode, trustProxy, consoleUrl = `http://localhost:${config.consolePort}` } = config;
  const headers = { ...commonHeaders(config), 'content-security-policy': API_POLICY, 'referrer-policy': 'no-referrer' };
  const addHeaders = (request: FastifyRequest, reply: FastifyReply): void =>
    void reply.headers(headers).header('x-request-id', request.id);
  const normalizeTarget = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => toPathAndQuery(url);
  const server = Fastify({
    ...serverOptions(config, addHeaders),
    serverFactory: (handle) => {
      const http = createHttpServer(
        (request, response) => {
          if (trustProxy !== false) cleanForwardedFor(request.headers);
          handle(request, response);
        },
        { requestMs: UPLOAD_MS },
      );
      // Behind a proxy all connections have its address, and the proxy has the limit.
      if (config.rateLimits && trustProxy === false) limitConnections(http);
      return http;
    },
    rewriteUrl: normalizeTarget,
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.addHook('onRequest', async (request, reply) => addHeaders(request, reply));
  server.addHook('onRoute', refuseInfiniteNumbers);
  server.addHook('onRoute', refuseUnstorableTexts);
  registerErrors(server);
  await describeApi(server, {
    document: 'console',
    title: `${config.storeName} console`,
    url: consoleUrl,
    description: 'Amounts are texts in the currency of the payment. Lists are pages: {items, next}.',
    securitySchemes: {
      operator: {
        type: 'apiKey',
        in: 'cookie',
        name: SESSION_COOKIE,
        description: 'The session of an operator. The scopes of a route are the permission and `fresh`.',
      },
    },
    tags: [
      { name: 'session', description: 'Sign-in and second factor' },
      { name: 'profile', description: 'What operators manage for themselves' },
      { name: 'team', description: 'Operators, invitations, roles' },
      { name: 'approvals', description: 'Requests that wait for a second operator' },
      { name: 'audit', description: 'What was done, by whom' },
      { name: 'orders', description: 'Orders, refunds, search, live events' },
      { name: 'claims', description: 'Claims about keys' },
      { name: 'stock', description: 'Keys in stock, batches, imports' },
      { name: 'customers', description: 'Customers' },
      { name: 'catalogue', description: 'Games, news and their pictures' },
      { name: 'messages', description: 'Messages of the contact form' },
      { name: 'reviews', description: 'Reviews of customers' },
      { name: 'prices', description: 'Prices of offers and their changes' },
      { name: 'finance', description: 'Sales, fees, margin, reconciliation with providers' },
      { name: 'promo', description: 'Promo codes' },
      { name: 'settings', description: 'What operators set while the store runs' },
      { name: 'health', description: 'Processes, jobs, partners, rates, backups' },
    ],
  });
  registerOperatorAuth(server, {
    findOperator: services.operatorSessions.find,
    origins: listOrigins({ mode, publicUrl: consoleUrl }),
    networks: config.consoleNetworks,
  });

  await registerRoutes(server, services);
  await mountConsolePages(server, { hasPatterns: mode !== 'production' });
  return server;
}

async function registerRoutes(server: FastifyInstance, services: ConsoleServices): Promise<void> {
  const { operatorSessions: sessions, operatorSignIn: signIn, operatorProfile: profile, operators, audit } = services;
  const { secondFactor, team, roles, invitations } = operators;
  const { knownProviders: providers } = services.payments;
  await server.register(operatorSessionRoutes, { sessions, signIn, secondFactor, invitations, providers });
  await server.register(operatorProfileRoutes, { profile, sessions, secondFactor });
  await server.register(operatorTeamRoutes, { team, roles, invitations });
  await server.register(approvalsAdminRoutes, { approvals: services.approvals, policy: services.approvalPolicy });
  await server.register(auditRoutes, { audit });
  const { operatorOrders: orders, orderActions: actions } = services;
  await server.register(ordersAdminRoutes, { orders, actions });
  await server.register(lookupAdminRoutes, { lookup: services.lookup });
  await server.register(todayAdminRoutes, { today: services.today });
  await server.register(liveAdminRoutes, { live: services.live });
  await server.register(operatorNoticesAdminRoutes, { notices: services.notices });
  await server.register(customersAdminRoutes, { customers: services.customers });
  await server.register(batchesAdminRoutes, { batches: services.batches });
  await server.register(stockAdminRoutes, { stock: services.stock.board, imports: services.stock.imports });
  await server.register(keyImportsAdminRoutes, { imports: services.stock.imports });
  await server.register(replacementPolicyAdminRoutes, { policy: services.replacementPolicy });
  await server.register(claimsAdminRoutes, { claims: services.claimAnswers });
  await server.register(supportAdminRoutes, { messages: services.supportQueue });
  await server.register(reviewsAdminRoutes, { moderation: services.moderation });
  await server.register(answerTemplatesAdminRoutes, { templates: services.answerTemplates });
  const { payments } = services;
  const chargedProviders = [...payments.providers.values()].map(({ name, currencies }) => ({
    name,
    label: payments.providerLabel(name),
    currencies,
  }));
  await server.register(financeAdminRoutes, { finance: services.finance });
  await server.register(reconciliationAdminRoutes, { reconciliation: services.reconciliation });
  const { health, nodes, failedJobs: jobs, currency } = services;
  await server.register(healthAdminRoutes, { health, nodes, jobs, currency });
  await server.register(settingsAdminRoutes, { settings: services.settings, providers: chargedProviders });
  await server.register(activationAdminRoutes, { activation: services.activation });
  await server.register(promoAdminRoutes, { promoCodes: services.promoCodes });
  await server.register(pricesAdminRoutes, { prices: services.prices });
  await server.register(priceChangesAdminRoutes, { changes: services.priceChanges });
  await server.register(picturesAdminRoutes, { pictures: services.uploads });
  const { drafts, previews, groups, catalogueFiles: files } = services;
  await server.register(contentAdminRoutes, { drafts, previews });
  await server.register(catalogueFilesAdminRoutes, { files, groups });
  await server.register(artworkRoutes, services.artwork);
}
