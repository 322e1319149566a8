import { createServer } from 'node:net';
import { fetchNationalBankRates } from '@oyna/providers/national-bank/national-bank';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { claimDataFolder, StartError } from './data-folder.ts';
import { listenForChanges } from './database/changes.ts';
import { connect } from './database/connection.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrator.ts';
import { seedDemo } from './demo-seed.ts';
import { currencyRefreshJob } from './features/currency/currency.jobs.ts';
import { createCurrencyService } from './features/currency/currency.service.ts';
import { createResponseCache } from './http/response-cache.ts';
import { API_POLICY, SECURITY_HEADERS } from './http/security-headers.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { buildSandbox } from './sandbox.ts';
import { mountStorefront } from './storefront.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What has been started, in order; stopped in the opposite one. */
const running: { name: string; stop: () => Promise<unknown> | unknown }[] = [];
const onStop = (name: string, stop: () => Promise<unknown> | unknown) => running.push({ name, stop });

async function start(config: Config): Promise<void> {
  const servesWeb = config.role !== 'worker';
  const runsWorker = config.role !== 'web';
  const isDemo = config.mode === 'demo';
  if (servesWeb) await assertPortIsFree('PORT', config.port, config.host);
  if (isDemo) await assertPortIsFree('SANDBOX_PORT', config.sandboxPort, config.host);

  const release = claimDataFolder(config.dataDir, config.databaseUrl === undefined);
  onStop('data folder', release);
  const url = config.databaseUrl ?? (await startOwnDatabase(config));
  const ran = await migrate(url);
  if (ran.length > 0) say(`Migrated the database: ${ran.join(', ')}`);

  const database = connect({ url, poolSize: config.databasePoolSize });
  onStop('database pool', () => database.destroy());
  if (isDemo) await seedDemo(database, say);

  if (isDemo) {
    const sandbox = await buildSandbox();
    await sandbox.listen({ port: config.sandboxPort, host: config.host });
    onStop('stand-ins', () => sandbox.close());
  }

  const currency = createCurrencyService(database, () =>
    fetchNationalBankRates({ baseUrl: config.nationalBankUrl, today: new Date() }),
  );
  const cache = createResponseCache({
    maxBytes: config.cacheMegabytes * 1024 * 1024,
    headers: { ...SECURITY_HEADERS, 'content-security-policy': API_POLICY },
  });
  let worker: Worker | undefined;
  const { server, warmPictures } = await buildApp({
    config,
    database,
    currency,
    cache,
    isWorkerRunning: runsWorker ? () => worker?.isRunning() ?? false : undefined,
  });
  const listener = await listenForChanges(url, { onChange: cache.clear, onConnected: cache.setEnabled });
  onStop('change listener', () => listener.close());

  if (runsWorker) {
    worker = await startWorker(url, [currencyRefreshJob(currency)], server.log);
    onStop('worker', () => worker?.stop());
    // Prices need a rate from the first page on; a bank that does not answer must not keep the store closed.
    if (!(await currency.hasRates())) {
      await currency.refresh().catch((error: unknown) => server.log.warn({ err: error }, 'no exchange rates yet'));
    }
  }
  if (servesWeb) {
    await mountStorefront(server, config, cache);
    await server.listen({ port: config.port, host: config.host });
    onStop('web server', () => server.close());
    onStop('picture warming', warmPictures());
  }
  announce(config, server);
}

async function startOwnDatabase(config: Config): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    directory: `${config.dataDir}/postgres`,
    onProgress: say,
    onUnexpectedExit: (detail) => process.stderr.write(`${detail}\n`),
  });
  onStop('PostgreSQL', () => postgres.stop());
  return postgres.url;
}

function announce(config: Config, server: FastifyInstance): void {
  if (config.role === 'worker') return say(`${config.storeName}: the worker is running. Stop it with Ctrl-C.`);
  const base = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`;
  say('');
  say(`${config.storeName} is open`);
  say(`  store      ${base}`);
  say(`  API        ${base}/api/docs`);
  if (config.mode === 'demo') say(`  stand-ins  http://localhost:${config.sandboxPort}`);
  say(`  data       ${config.databaseUrl ? 'the PostgreSQL of DATABASE_URL' : config.dataDir}`);
  say('Stop it with Ctrl-C.');
  server.log.info('ready');
}

function assertPortIsFree(variable: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : '';
      const reason = code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${code})`;
      reject(new StartError(`Port ${port} on ${host} ${reason}: choose another with ${variable}`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function stop(): Promise<void> {
  for (const { name, stop: stopPart } of running.splice(0).reverse()) {
    await Promise.resolve(stopPart()).catch((error: unknown) =>
      process.stderr.write(`${name} did not stop well: ${error}\n`),
    );
  }
}

let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    say('Stopping …');
    stopping = stop().then(() => process.exit(0));
  });
}

try {
  await start(loadConfig());
} catch (error) {
  if (!stopping) {
    const isExpected = error instanceof StartError || error instanceof ConfigError;
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`);
    await stop();
    process.exit(1);
  }
}
