import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { composeServices, QUEUES } from './compose.ts';
import { composeConsole } from './compose-console.ts';
import { composeWeb } from './compose-web.ts';
import { composeWorker } from './compose-worker.ts';
import type { Config } from './config.ts';
import { buildConsole } from './console-app.ts';
import { warmPictures } from './features/artwork/artwork.warming.ts';
import { startHeartbeat } from './features/health/nodes.service.ts';
import type { KeysService } from './features/keys/keys.service.ts';
import { drainOnClose } from './http/drain.ts';
import { cannotListen } from './http/ports.ts';
import { mountStorefront } from './http/storefront.ts';
import { buildWorkerProbe } from './http/worker-probe.ts';
import { StartError } from './platform/data-folder.ts';
import { listenForChanges, listenForConsole } from './platform/database/changes.ts';
import { connect, type Database, listMissingSettings } from './platform/database/connection.ts';
import { migrate } from './platform/database/migrator.ts';
import { connectReplica } from './platform/database/read-replica.ts';
import { claimStoreMode } from './platform/database/store-mode.ts';
import { installJobs } from './platform/jobs/jobs.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { startTracing } from './platform/tracing/tracing.ts';
import { dutiesOf, isStopRequested, isWebProcess, onStop, say } from './process.ts';
import { startWebProcesses } from './web-processes.ts';

/** How to sign in to the console of the demo. */
const consoleHints: string[] = [];

/** Starts the parts of the store. `main.ts` has checked the configuration, the ports and the data folder. */
export async function start(config: Config): Promise<void> {
  const { servesWeb, runsWorker, ownsDemo, servesConsole, startsWebProcesses } = dutiesOf(config);
  const url = await prepareDatabase(config);
  const sessionUrl = config.databaseSessionUrl ?? url;

  const { tracing, storeName: serviceName } = config;
  if (tracing) onStop('traces', await startTracing({ ...tracing, serviceName }));
  const poolSize = config.databasePoolSize;
  const database = connect({ url, sessionUrl: config.databaseSessionUrl, poolSize });
  onStop('database pool', () => database.destroy());
  await assertSettings(database);
  await claimStoreMode(database, config.mode);
  const services = composeServices(config, database);
  const { payments, currency } = services;
  await openVault(payments.keys);
  if (ownsDemo) {
    const demo = await import('./demo/demo.ts');
    await demo.seedDemo(services, { url: sessionUrl, say });
    consoleHints.push(...demo.describeDemoOperators());
    await listen('stand-ins', await demo.buildDemoSandbox(config), 'SANDBOX_PORT', config.sandboxPort, config.host);
  }

  let worker: Worker | undefined;
  const isWorkerRunning = () => worker?.isRunning() ?? false;
  const cacheBytes = config.cacheMegabytes * 1024 * 1024;
  const servesStore = servesWeb && !startsWebProcesses;
  const replica =
    servesStore && config.databaseReadUrl
      ? connectReplica(database, {
          url: config.databaseReadUrl,
          poolSize: config.databasePoolSize,
          maxLagMs: config.databaseReadLagSeconds * 1000,
        })
      : undefined;
  if (replica) onStop('read replica', () => replica.database.destroy());
  // No picture is drawn before there is a server.
  const onWriteError = (error: unknown) => server.log.error({ err: error }, 'a picture was not written');
  const web = servesWeb
    ? composeWeb(services, { cacheBytes: servesStore ? cacheBytes : 0, replica, onWriteError })
    : undefined;
  const server: FastifyInstance =
    web && servesStore
      ? await buildApp(web, { isWorkerRunning: runsWorker ? isWorkerRunning : undefined })
      : buildWorkerProbe({ ...services, isVaultOpen: payments.keys.isVaultOpen, isWorkerRunning });
  if (web && servesStore) {
    const { clear: onChange, setListening: onConnected } = web.cache;
    const listener = await listenForChanges(sessionUrl, { onChange, onConnected, progress: replica?.progress });
    onStop('change listener', () => listener.close());
    // Loads and compiles for seconds. Before the worker, whose connections would time out meanwhile.
    await mountStorefront(server, config, web.cache);
    await server.ready();
  }

  // The first page needs rates. Before the worker, whose pollers use the same connections. If the bank or the database does not
  // answer in time, the store opens without them.
  const loadRates = async () => void ((await currency.hasRates()) || (await currency.refresh()));
  if (!isWebProcess)
    await loadRates().catch((error: unknown) => server.log.warn({ err: error }, 'no exchange rates yet'));
  if (runsWorker) {
    const { tasks, recurring, close } = composeWorker(services);
    onStop('mailer', close);
    const node = services.nodes.create('worker');
    worker = await startWorker({
      url: sessionUrl,
      database,
      work: [...recurring, ...tasks, node.heartbeat],
      log: server.log,
    });
    onStop('worker', async () => {
      await worker?.stop();
      await node.leave();
    });
  }
  if (web) {
    if (startsWebProcesses) {
      const stopAll = await startWebProcesses({
        count: config.webProcesses,
        environment: { DATABASE_URL: url },
        sales: services.sales,
        mayReplace: () => !isStopRequested(),
        onReplaced: (detail) => process.stderr.write(`${detail}\n`),
      });
      onStop('web processes', stopAll);
    } else {
      await listen('web server', server, 'PORT', config.port, config.host);
      const onSilence = (error: unknown) => server.log.warn({ err: error }, 'heartbeat failed');
      onStop('heartbeat', startHeartbeat(services.nodes.create('web'), onSilence));
    }
    if (servesConsole) {
      const consoleServices = composeConsole(web);
      const { publish, endAll } = consoleServices.live;
      const listener = await listenForConsole(sessionUrl, { onMessage: publish, onConnected: endAll });
      onStop('console listener', () => listener.close());
      const console = await buildConsole(consoleServices);
      await listen('console', console, 'CONSOLE_PORT', config.consolePort, config.host);
    }
    const { listSliderArt, listPopularArt } = web.catalogue;
    const onError = (error: unknown) => server.log.warn({ err: error }, 'pictures were not warmed');
    const warming = { pictures: web.pictures, listSliderArt, listPopularArt, onError };
    if (config.warmPictures && !isWebProcess) onStop('picture warming', warmPictures(warming));
  } else {
    // On one machine the worker may share its settings with the web process, which needs the port.
    await listen('worker health', server, 'PORT', config.port, config.host).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error;
      say(`The worker's health is not served. ${error.message}`);
    });
  }
  announce(config, server);
}

async function prepareDatabase(config: Config): Promise<string> {
  if (isWebProcess && config.databaseUrl) return config.databaseUrl;
  const url = config.databaseUrl ?? (await startOwnDatabase(config));
  const sessionUrl = config.databaseSessionUrl ?? url;
  const ran = await migrate(sessionUrl);
  if (ran.length > 0) say(`Migrated the database: ${ran.join(', ')}`);
  await installJobs(sessionUrl, QUEUES);
  return url;
}

/** Without them a statement could run without end, and a search would find other games. */
async function assertSettings(database: Database): Promise<void> {
  const missing = await listMissingSettings(database);
  if (missing.length === 0) return;
  const hint = 'see connect_query in deploy/cluster/pgbouncer.ini';
  throw new StartError(`The pool of DATABASE_URL does not set ${missing.join(', ')}: ${hint}`);
}

/** Keys that cannot be decrypted cannot be sold, so the store does not start without its key. */
async function openVault(keys: KeysService): Promise<void> {
  await keys.openVault().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The key vault cannot be opened: check KEY_ENCRYPTION_KEY (${reason})`);
  });
}

async function startOwnDatabase(config: Config): Promise<string> {
  const { startEmbeddedPostgres } = await import('./platform/database/embedded-postgres.ts');
  const postgres = await startEmbeddedPostgres({
    directory: `${config.dataDir}/postgres`,
    archiveTo: config.backupDir,
    onProgress: say,
    onUnexpectedExit: (detail) => process.stderr.write(`${detail}\n`),
  });
  onStop('PostgreSQL', () => postgres.stop());
  return postgres.url;
}

function announce(config: Config, server: FastifyInstance): void {
  const local = ['127.0.0.1', '0.0.0.0', '::'].includes(config.host);
  const host = local ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  const base = `http://${host}:${config.port}`;
  say('');
  if (config.role === 'worker') {
    say(`${config.storeName}: the worker is running`);
    if (server.server.listening) say(`  health     ${base}/health/ready`);
  } else {
    say(`${config.storeName} is open`);
    say(`  store      ${base}`);
    if (config.consoleUrl) say(`  console    ${config.consoleUrl}`);
    for (const line of config.consoleUrl ? consoleHints : []) say(`             ${line}`);
    say(`  API        ${base}/api/docs`);
    if (config.mode === 'demo') say(`  stand-ins  http://${host}:${config.sandboxPort}`);
  }
  say(`  data       ${config.databaseUrl ? 'the PostgreSQL of DATABASE_URL' : config.dataDir}`);
  say('Stop it with Ctrl-C.');
  server.log.info('ready');
}

async function listen(name: string, server: FastifyInstance, variable: string, port: number, host: string) {
  const close = drainOnClose(server);
  await server.listen({ port, host }).catch((error: unknown) => {
    throw cannotListen(error, variable, port, host);
  });
  onStop(name, close);
}
