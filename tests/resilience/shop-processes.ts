import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { sql } from 'kysely';
import { QUEUES } from '../../apps/server/src/compose.ts';
import { parseCatalogueFile } from '../../apps/server/src/features/catalogue/catalogue.file.ts';
import { importCatalogue } from '../../apps/server/src/features/catalogue/catalogue-import.service.ts';
import { connect } from '../../apps/server/src/platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/database/migrator.ts';
import { installJobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { smallCatalogue } from '../../apps/server/src/testing/small-catalogue.ts';
import { isRunning, postgresPid, run, until } from '../../apps/server/src/testing/store-process.ts';
import type { ShopAccess } from './test-environment.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const SANDBOX = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url));

const NODE = [process.execPath, '--max-semi-space-size=8'];

const ROLES = { web: 'web', worker: 'worker', 'second-worker': 'worker' } as const;
type Process = keyof typeof ROLES;
export type Part = 'database' | Process;

/** A store of several processes. Each can be killed. */
export interface Shop extends ShopAccess {
  databaseUrl: string;
  consoleUrl: string;
  /** Kills the part with SIGKILL and starts it again. Resolves when it is back. */
  kill(part: Part): Promise<void>;
  /** The process that runs the part now. */
  processOf(part: Process): Pick<ReturnType<typeof run>, 'pid' | 'stdout'>;
  /** The output of all processes so far. */
  logs(): string;
  close(): Promise<void>;
}

interface ShopOptions {
  folder: string;
  parts?: readonly Process[];
  environment?: Record<string, string>;
  /** Arguments for Node, such as `--expose-gc`. */
  nodeArguments?: readonly string[];
}

/** PostgreSQL runs with fsync on, as in production. The sandboxes are a separate process. The caller cleans up. */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { folder, parts = ['web', 'worker'], environment = {}, nodeArguments = [] } = options;
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') });
  const database = connect({ url: postgres.url, poolSize: 8 });
  await prepare(postgres, database);
  const [port, sandboxPort, consolePort] = [await freePort(), await freePort(), await freePort()];
  const unusedPort = await freePort();
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const common = { DATABASE_URL: postgres.url, ...shopEnvironment(url, sandboxUrl), ...environment };
  const sandbox = await startSandbox(common, sandboxPort);

  const written: (() => string)[] = [];
  const open = async (name: Process) => {
    const ports = {
      PORT: `${name === 'web' ? port : await freePort()}`,
      SANDBOX_PORT: `${unusedPort}`,
    };
    const settings = {
      CONSOLE_PORT: name === 'web' ? `${consolePort}` : '0',
      ...common,
      ...ports,
      ROLE: ROLES[name],
      DATA_DIR: join(folder, name),
    };
    const opened = run([...NODE, ...nodeArguments, MAIN], settings);
    written.push(() => opened.stdout() + opened.stderr());
    await opened.printed('Stop it with Ctrl-C.');
    return opened;
  };
  const running = new Map<Process, Awaited<ReturnType<typeof open>>>();
  for (const name of parts) running.set(name, await open(name));

  return {
    url,
    sandboxUrl,
    database,
    databaseUrl: postgres.url,
    consoleUrl: `http://127.0.0.1:${environment['CONSOLE_PORT'] ?? consolePort}`,
    async kill(part) {
      if (part === 'database') return killDatabase(dataDir, database);
      running.get(part)?.child.kill('SIGKILL');
      await running.get(part)?.exited;
      running.set(part, await open(part));
    },
    processOf(part) {
      const found = running.get(part);
      if (!found) throw new Error(`The shop runs no ${part}`);
      return found;
    },
    logs: () => written.map((read) => read()).join('\n'),
    async close() {
      for (const { child, exited } of [...running.values(), sandbox]) {
        child.kill('SIGKILL');
        await exited;
      }
      await database.destroy();
      await postgres.stop();
    },
  };
}

/** The settings of a store whose outside world is at `sandboxUrl`. */
export const shopEnvironment = (url: string, sandboxUrl: string): Record<string, string> => ({
  PUBLIC_URL: url,
  LOG_LEVEL: 'warn',
  WARM_PICTURES: 'off',
  RATE_LIMITS: 'off',
  SMTP_URL: `${sandboxUrl}/mail/smtp.json`,
  PUSH_SANDBOX_URL: sandboxUrl,
  ...Object.fromEntries(PAYMENT_PROVIDERS.map(({ name, urlVariable }) => [urlVariable, `${sandboxUrl}/${name}`])),
  GENGINE_URL: `${sandboxUrl}/g-engine`,
  G2BULK_URL: `${sandboxUrl}/g2bulk`,
});

export const runMain = (environment: Record<string, string>, main = MAIN) => run([...NODE, main], environment);

export async function startSandbox(environment: Record<string, string>, port: number) {
  const sandbox = run([...NODE, SANDBOX], { ...environment, SANDBOX_PORT: `${port}` });
  await sandbox.printed('ready');
  return sandbox;
}

/** The schema, the queues and a small catalogue. */
export async function prepare(postgres: Pick<EmbeddedPostgres, 'url'>, database: Shop['database']): Promise<void> {
  await migrate(postgres.url);
  await installJobs(postgres.url, QUEUES);
  await importCatalogue(database, [parseCatalogueFile('small', severalGames())]);
}

/** The most products that one test stocks. */
const GAMES = 8;

function severalGames(): string {
  const [head, game = ''] = smallCatalogue('Test').split(/(?<=games:\n)/);
  const games = Array.from({ length: GAMES }, (_, index) => game.replaceAll('900001', String(900_001 + index)));
  return [head, ...games].join('');
}

/** The embedded PostgreSQL restarts by itself on the same port. */
async function killDatabase(dataDir: string, database: Shop['database']): Promise<void> {
  const pid = postgresPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await until(() => !isRunning(pid));
  await until(async () => {
    try {
      await sql`SELECT 1`.execute(database);
      return true;
    } catch {
      return false;
    }
  });
}
