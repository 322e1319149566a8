import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import type { ConfigurableProvider } from '@oyna/providers/provider-settings';
import type { TopUpSupplierDefinition } from '@oyna/providers/top-up-supplier';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import { PAYMENT_SANDBOXES, type PaymentSandboxDefinition } from '@oyna/sandboxes/payment-sandboxes';
import { TOP_UP_SANDBOXES, type TopUpSandboxDefinition } from '@oyna/sandboxes/top-up-sandboxes';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { composeServices, type Services } from '../compose.ts';
import { composeConsole } from '../compose-console.ts';
import { composeWeb } from '../compose-web.ts';
import { composeWorker } from '../compose-worker.ts';
import { parseConfig } from '../config.ts';
import { buildConsole } from '../console-app.ts';
import { buildDemoSandbox } from '../demo/demo.ts';
import type { CurrencyService } from '../features/currency/currency.service.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import { mountStorefront } from '../http/storefront.ts';
import { listenForChanges, listenForConsole } from '../platform/database/changes.ts';
import { connect, type Database } from '../platform/database/connection.ts';
import { connectReplica } from '../platform/database/read-replica.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { freePort } from './free-port.ts';
import { createDatabase, databaseUrl, dropDatabase } from './test-database.ts';

export interface TestStore {
  url: string;
  database: Database;
  server: FastifyInstance;
  cache: ResponseCache;
  /** How many statements of the public catalogue each server got. */
  countReads(): { replica: number; primary: number };
  currency: CurrencyService;
  sandboxUrl: string;
  /** The address of the store; it listens there with `listen`. */
  publicUrl: string;
  /** Shared services, to do what a worker does. */
  payments: Services['payments'];
  topUps: Services['topUps'];
  claimAnswers: Services['claimAnswers'];
  notices: Services['notices'];
  nodes: Services['nodes'];
  stock: Services['stock'];
  batches: Services['batches'];
  operatorOrders: Services['operatorOrders'];
  orderActions: Services['orderActions'];
  lookup: Services['lookup'];
  /** What a worker does about alerts. */
  alertEvents: ReturnType<typeof composeWorker>['alertEvents'];
  giftMails: ReturnType<typeof composeWorker>['giftMails'];
  /** The server of the operators' console, built when a test first asks. `signInOperator` signs in to it. */
  openConsole(): Promise<FastifyInstance>;
  close(): Promise<void>;
}

interface TestStoreOptions extends TestNodeOptions {
  /** `empty` has the tables only, `seeded` has the demo catalogue. */
  template?: 'empty' | 'seeded';
  /** Another way to the same database: a proxy that the test can cut, or the database of another test store. */
  url?: (direct: string) => string;
}

interface TestNodeOptions {
  environment?: Record<string, string>;
  /** A standby of the database. */
  readUrl?: string;
  /** Memory for cached responses. */
  cacheBytes?: number;
  /** How long to wait for the database. */
  silenceMs?: number;
  /** Run the tasks that services send. */
  worker?: boolean;
  /** Serve the built pages. */
  pages?: boolean;
  /** A payment provider that the registries do not have. */
  invented?: { provider: PaymentProviderDefinition; sandbox: PaymentSandboxDefinition };
  /** The same for a top-up supplier. It is used before the others of its service. */
  inventedSupplier?: { supplier: TopUpSupplierDefinition; sandbox: TopUpSandboxDefinition };
  /** Listen on a real port, so that the sandboxes can call back. */
  listen?: boolean;
}

/** A whole store on its own database, with the sandboxes on a real port. */
export async function createTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  // Imported here, because the resilience tests start nodes without vitest.
  const { inject } = await import('vitest');
  const clusterUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(clusterUrl, name, options.template === 'empty' ? 'oyna' : 'seeded');
  const direct = databaseUrl(clusterUrl, name);
  const node = await startTestNode({ ...options, url: options.url?.(direct) ?? direct });
  return {
    ...node,
    async close() {
      await node.close();
      await dropDatabase(clusterUrl, name);
    },
  };
}

/** One node of a store. Two nodes on the same URL share a database. */
export async function startTestNode(options: TestNodeOptions & { url: string }): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-store-'));
  const port = options.listen ? await freePort() : undefined;
  const environment = {
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...(port === undefined ? {} : { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }),
    ...options.environment,
  };
  const { invented, inventedSupplier } = options;
  const paymentProviders = invented ? [...PAYMENT_PROVIDERS, invented.provider] : PAYMENT_PROVIDERS;
  const paymentSandboxes = invented ? [...PAYMENT_SANDBOXES, invented.sandbox] : PAYMENT_SANDBOXES;
  const suppliers = inventedSupplier ? [inventedSupplier.supplier, ...TOP_UP_SUPPLIERS] : TOP_UP_SUPPLIERS;
  const topUpSandboxes = inventedSupplier ? [...TOP_UP_SANDBOXES, inventedSupplier.sandbox] : TOP_UP_SANDBOXES;
  const demo = parseConfig(environment, paymentProviders, suppliers);
  const sandbox = await buildDemoSandbox(demo, paymentSandboxes, topUpSandboxes);
  const sandboxUrl = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const config = parseConfig(
    { ...sandboxUrls(sandboxUrl, [...paymentProviders, ...suppliers], options.environment), ...environment },
    paymentProviders,
    suppliers,
  );
  const { silenceMs } = options;
  const database = connect({ url: options.url, poolSize: 4, ...(silenceMs === undefined ? {} : { silenceMs }) });
  const nationalBankUrl = `${sandboxUrl}/national-bank`;
  const services = composeServices({ ...config, nationalBankUrl }, database, paymentProviders, suppliers);
  const replica = options.readUrl
    ? connectReplica(database, { url: options.readUrl, poolSize: 4, maxLagMs: config.databaseReadLagSeconds * 1000 })
    : undefined;
  const web = composeWeb(services, { cacheBytes: options.cacheBytes ?? 10_000_000, replica });
  const { cache, currency, payments, topUps, claimAnswers, notices, nodes, stock } = web;
  const { batches, operatorOrders, orderActions, lookup } = web;
  const server = await buildApp(web);
  const listener = await listenForChanges(options.url, {
    onChange: cache.clear,
    onConnected: cache.setListening,
    progress: replica?.progress,
  });
  if (options.pages) await mountStorefront(server, config, cache);
  await server.ready();
  if (port !== undefined) await server.listen({ port, host: '127.0.0.1' });
  const { tasks, alertEvents, giftMails, close: closeMailer } = composeWorker(services);
  const worker = options.worker
    ? await startWorker({ url: options.url, database, work: tasks, log: server.log, pollSeconds: 0.5 })
    : undefined;
  let consoleServer: Promise<FastifyInstance> | undefined;
  async function startConsole(): Promise<FastifyInstance> {
    const consoleServices = composeConsole(web);
    const { publish, endAll } = consoleServices.live;
    const consoleListener = await listenForConsole(options.url, { onMessage: publish, onConnected: endAll });
    const built = await buildConsole(consoleServices);
    built.addHook('onClose', () => consoleListener.close());
    await built.ready();
    return built;
  }

  return {
    url: options.url,
    database,
    server,
    cache,
    countReads: () => replica?.counts() ?? { replica: 0, primary: 0 },
    currency,
    sandboxUrl,
    publicUrl: config.publicUrl,
    payments,
    topUps,
    claimAnswers,
    notices,
    nodes,
    stock,
    batches,
    operatorOrders,
    orderActions,
    lookup,
    alertEvents,
    giftMails,
    openConsole() {
      consoleServer ??= startConsole();
      return consoleServer;
    },
    async close() {
      await worker?.stop();
      await (await consoleServer)?.close();
      closeMailer();
      await server.close();
      await listener.close();
      await replica?.database.destroy();
      await database.destroy();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the sandboxes of a test are. Production knows no sandbox. */
function sandboxUrls(
  sandboxUrl: string,
  providers: readonly ConfigurableProvider[],
  { SHOP_MODE }: Record<string, string> = {},
): Record<string, string> {
  if (SHOP_MODE === 'production') return {};
  return {
    GOOGLE_ISSUER: `${sandboxUrl}/google`,
    VK_URL: `${sandboxUrl}/vk`,
    SMTP_URL: `${sandboxUrl}/mail/smtp.json`,
    SMS_URL: `${sandboxUrl}/sms`,
    PUSH_SANDBOX_URL: sandboxUrl,
    ...Object.fromEntries(providers.map(({ name, urlVariable }) => [urlVariable, `${sandboxUrl}/${name}`])),
  };
}
