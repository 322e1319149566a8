import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { choosePostgresRunner } from '../../apps/server/src/platform/database/postgres-runner.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { preparedDataFolder } from '../../apps/server/src/testing/prepared-folder.ts';
import { smallCatalogue } from '../../apps/server/src/testing/small-catalogue.ts';
import { cleanUp, newFolder, run, until } from '../../apps/server/src/testing/store-process.ts';
import { findPreviousRelease, writeRelease } from './previous-release.ts';

/** The tasks of an operator that need a shell: the lines of docs/operating.md, as they are there. */

vi.setConfig({ testTimeout: 420_000, hookTimeout: 120_000 });
afterAll(cleanUp);

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAMS = '/usr/lib/postgresql/15';
const MOST_LINES = 12;
/** Two releases take 30 seconds of a processor, so `npm test` leaves the upgrade to `npm run prove`. */
const isFull = process.env['PROVE_SIZE'] !== undefined;
const document = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
const tasks = new Map(
  [...document.matchAll(/^```sh (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', lines = '']) => [name, lines]),
);

interface Around {
  /** What the task begins with. */
  before?: string;
  /** What is looked at when its lines have run, while the processes that they started run. */
  after?: string;
}

/** Runs the lines of a task one after the other, as an operator types them, and stops at the first that fails. */
async function runTask(name: string, environment: Record<string, string>, { before = '', after = '' }: Around = {}) {
  const script = `set -e
trap 'kill -TERM $(jobs -p) 2>/dev/null || true; wait' EXIT
cd "$NEW_RELEASE"
shop() { node apps/server/src/cli.ts "$@"; }
${before}
${tasks.get(name)}
${after}`;
  const path = [dirname(process.execPath), join(PROGRAMS, 'bin'), process.env['PATH']].join(':');
  const common = { PATH: path, HOME: newFolder(), NEW_RELEASE: ROOT, LOG_LEVEL: 'warn', WARM_PICTURES: 'off' };
  const { exited, stdout, stderr } = run(['bash', '-c', script], { ...common, ...environment });
  const code = await exited;
  expect({ code, stderr: stderr() }, `${name}\n${stdout()}`).toEqual({ code: 0, stderr: '' });
  return stdout();
}

it('each take at most twelve lines', () => {
  expect([...tasks.keys()]).toEqual(['rotate', 'backup', 'restore', 'external', 'apart', 'upgrade']);
  for (const [name, lines] of tasks) expect(lines.trim().split('\n').length, name).toBeLessThanOrEqual(MOST_LINES);
});

describe('on the embedded database', () => {
  const MASTER = 'cd'.repeat(32);
  const KEYS = ['AAAAA-BBBBB-CCCC1', 'AAAAA-BBBBB-CCCC2'];
  const folder = newFolder();
  const keys = join(folder, 'keys.txt');
  const later = join(folder, 'master');
  let environment: Record<string, string>;
  beforeAll(async () => {
    writeFileSync(keys, KEYS.join('\n'));
    environment = { DATA_DIR: await preparedDataFolder(), BACKUP_DIR: join(folder, 'backups') };
  });
  const listKeys = 'shop keys export --product 900001';

  it('the encryption key is rotated', async () => {
    const printed = await runTask(
      'rotate',
      { ...environment, KEY_ENCRYPTION_KEY: MASTER },
      {
        before: `shop keys import ${keys} --product 900001 --supplier Nord --cost 3.50 --yes`,
        after: `printf %s "$KEY_ENCRYPTION_KEY" > ${later}`,
      },
    );
    expect(printed).toContain('Sealed 2 keys');
  });

  it('a backup is made, and restored elsewhere', async () => {
    const current = { ...environment, KEY_ENCRYPTION_KEY: readFileSync(later, 'utf8') };
    expect(await runTask('backup', current)).toContain('Backed up: ');
    const elsewhere = newFolder();
    const printed = await runTask('restore', { ...current, ELSEWHERE: elsewhere }, { after: listKeys });
    expect(printed).toContain('Restored to ');
    for (const key of KEYS) expect(printed).toContain(key);
    expect(existsSync(join(elsewhere, 'data/postgres/cluster/PG_VERSION'))).toBe(true);
  });

  it.skipIf(!isFull)('a release is upgraded', async ({ skip }) => {
    const commit = findPreviousRelease();
    if (!commit) return skip('this clone has no history: git fetch --unshallow');
    const own = newFolder();
    const catalogue = join(own, 'catalogue.yaml');
    writeFileSync(catalogue, smallCatalogue('Upgraded'));
    const ports = { PORT: `${await freePort()}`, SANDBOX_PORT: `${await freePort()}`, CONSOLE_PORT: '0' };
    // Without BACKUP_DIR, which would archive the WAL of each step.
    const folders = { DATA_DIR: join(own, 'data'), OLD_RELEASE: join(own, 'release') };
    writeRelease(commit, folders.OLD_RELEASE);
    const printed = await runTask(
      'upgrade',
      { ...ports, ...folders, WEB_PROCESSES: '1' },
      {
        before: `cd "$OLD_RELEASE"
shop migrate
shop catalogue import ${catalogue} --yes
node apps/server/src/main.ts &
export NODE_PID=$!
curl -sf --retry 90 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$PORT/health/ready"`,
        after: 'curl -sf "http://127.0.0.1:$PORT/api/v1/products"',
      },
    );
    expect(printed).toContain('Backed up: ');
    expect(printed.match(/Migrated the database: /g)).toHaveLength(2);
    expect(printed).toContain('"totalSize":1');
  });
});

const isInstalled = ['postgres', 'psql', 'pg_dump'].every((name) => existsSync(join(PROGRAMS, 'bin', name)));

describe.skipIf(!isInstalled)('on a PostgreSQL of the machine (skipped without /usr/lib/postgresql/15)', () => {
  const folder = newFolder();
  const environment: Record<string, string> = {
    STORE_PASSWORD: 'harbour',
    OWNER_EMAIL: 'owner@shop.example',
    // There is no such host: the store opens without rates.
    NATIONAL_BANK_URL: 'https://bank.invalid',
  };
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    mkdirSync(join(folder, 'postgres'), { mode: 0o700 });
    const runner = choosePostgresRunner(join(folder, 'postgres'), PROGRAMS);
    const cluster = join(runner.directory, 'cluster');
    const create = runner.command('initdb', ['-D', cluster, '-U', 'root', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
    expect(spawnSync(create.command, create.args, { ...create.options, stdio: 'ignore' }).status).toBe(0);
    const port = await freePort();
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${cluster}`, 'fsync=off'];
    const start = runner.command('postgres', ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]);
    const server = spawn(start.command, start.args, { ...start.options, stdio: 'ignore' });
    const exited = new Promise((resolve) => server.once('exit', resolve));
    stop = async () => {
      server.kill('SIGINT');
      await exited;
      rmSync(runner.directory, { recursive: true, force: true });
    };
    Object.assign(environment, { PGHOST: '127.0.0.1', PGPORT: `${port}`, PGUSER: 'root' });
    await until(() => canConnect(`postgresql://root@127.0.0.1:${port}/postgres`));
    for (const name of ['PORT', 'SANDBOX_PORT', 'CONSOLE_PORT', 'WORKER_PORT'])
      environment[name] = `${await freePort()}`;
    environment['DATA_DIR'] = join(folder, 'data');
    environment['BACKUP_DIR'] = join(folder, 'backups');
  });
  afterAll(() => stop());
  const saved = join(folder, 'environment');

  it('production starts, has its console, and is backed up', async () => {
    const printed = await runTask('external', environment, {
      after: `curl -sf -o /dev/null -w 'console %{http_code}\\n' "http://127.0.0.1:$CONSOLE_PORT/"
export -p | grep -E ' (SHOP_MODE|DATABASE_URL|PUBLIC_URL|SELLER_DETAILS|KEY_ENCRYPTION_KEY)=' > ${saved}`,
    });
    expect(printed).toContain('"status":"ok"');
    expect(printed).toContain('https://desk.shop.example/invitation#');
    expect(printed).toContain('console 200');
    expect(printed).toContain('Backed up: ');
  });

  it('web and worker run apart', async () => {
    const printed = await runTask('apart', environment, {
      before: `. ${saved}`,
      // Without CONSOLE_URL there is no console.
      after: `if curl -s "http://127.0.0.1:$CONSOLE_PORT/"; then exit 1; fi`,
    });
    expect(printed).toMatch(/web {2}\S+ {2}/);
    expect(printed).toMatch(/worker {2}\S+ {2}/);
  });
});

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
