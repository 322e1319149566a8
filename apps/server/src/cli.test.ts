import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parseCatalogueFile } from './features/catalogue/catalogue.file.ts';
import { parsePromoChange, parsePromoCode } from './features/promo/promo.commands.ts';
import { claimDataFolder } from './platform/data-folder.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded-postgres.ts';
import { runCommand } from './testing/command-process.ts';
import { preparedDataFolder } from './testing/prepared-folder.ts';
import { smallCatalogue } from './testing/small-catalogue.ts';
import { cleanUp, isRunning, newFolder, PATIENCE, runCli, spawnCli, until } from './testing/store-process.ts';
import { createDatabase, databaseUrl, dropDatabase } from './testing/test-database.ts';

vi.setConfig(PATIENCE);
const folder = newFolder();
const prepared = preparedDataFolder();
let dataDir: string;
afterAll(cleanUp);

function catalogueFile(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const gamesIn = (content: string) => parseCatalogueFile('export', content).data.games;

function expectStopped(): void {
  expect(existsSync(join(dataDir, 'store.pid'))).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
}

describe.concurrent('a command that cannot be carried out', () => {
  const untouched = join(folder, 'untouched');
  const refuse = async (args: string[], code: 1 | 2, execute: typeof runCli = runCommand) => {
    const result = await execute(args, { DATA_DIR: untouched });
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
    expect(existsSync(untouched)).toBe(false); // no database was created for a refused command
    return result.stderr;
  };

  it.each([
    [[], 'a command is missing', ''],
    [['catalogue', 'improt', 'x'], "unknown command 'improt' (Did you mean import?)", 'catalogue '],
    [['catalogue', 'import'], "missing required argument 'file'", 'catalogue import '],
    [['orders', 'refund', 'ORDER', '--itme', '1'], "unknown option '--itme'", 'orders refund '],
    [
      ['orders', 'show', 'A', 'B'],
      "too many arguments for 'show'. Expected 1 argument but got 2: A, B.",
      'orders show ',
    ],
    [['promo', 'add', 'A'], 'promo add needs either --percent or --amount', 'promo add '],
    [['orders', 'settle', 'ORDER'], 'The command needs one of --accept and --reject', 'orders settle '],
    [
      ['customers', 'block', 'A', '--reason', 'B', '--until', '2027-02-30'],
      '--until must be a day, as 2027-12-31',
      'customers block ',
    ],
  ])('exits with 2, one line and a hint for %j', async (args, line, command) => {
    const [first, ...rest] = (await refuse(args, 2)).split('\n');
    expect(first?.startsWith(line)).toBe(true);
    expect(rest).toEqual([`See: npm run shop -- ${command}--help`, '']);
  });

  it('is refused in the same way by a process that runs it alone', async () => {
    const args = ['promo', 'add', 'A'];
    expect(await refuse(args, 2, runCli)).toBe(await refuse(args, 2));
  });

  it('exits with 1 and names the command that creates a store when there is none', async () => {
    expect(await refuse(['orders', 'list'], 1)).toBe(
      `There is no store in ${untouched} yet. Start it with npm start, or run: npm run shop -- migrate\n`,
    );
  });

  it('names every fault of every file by its line', async () => {
    const broken = catalogueFile('broken.yaml', 'games: [\n  {');
    const wrong = catalogueFile(
      'wrong.yaml',
      smallCatalogue('Wrong').replace('popularity: 50', 'popularity: 500').replace('price: 19.99', 'price: cheap'),
    );
    const lines = (await refuse(['catalogue', 'import', broken, wrong, join(folder, 'missing.yaml')], 1))
      .trim()
      .split('\n');
    expect(lines[0]).toMatch(/^The catalogue was not changed: \d+ fault\(s\)$/);
    expect(lines.some((line) => line.startsWith(`${broken}:`))).toBe(true);
    expect(lines).toContainEqual(expect.stringMatching(/wrong\.yaml:12: games\.0\.popularity must be <= 100$/));
    expect(lines).toContainEqual(expect.stringMatching(/wrong\.yaml:21: games\.0\.offers\.0\.price must be number$/));
    expect(lines).toContain(`${folder}/missing.yaml: cannot be read (ENOENT)`);
    expect(lines.join('\n')).not.toContain('    at ');
  });
});

describe('a promo code that makes no sense', () => {
  it.each([
    ['promo add needs either --percent or --amount', 'A', {}],
    ['promo add needs either --percent or --amount', 'A', { percent: '5', amount: '5' }],
    ['A promo code is up to 64 letters, digits, - and _', 'two words', { percent: '5' }],
    ['--percent must be a whole number from 1 to 100', 'A', { percent: '101' }],
    ['--percent must be a whole number from 1 to 100', 'A', { percent: '2.5' }],
    ['--amount must be an amount in US dollars, as 4.99', 'A', { amount: '4.999' }],
    ['--amount must be an amount in US dollars, as 4.99', 'A', { amount: '-5' }],
    ['--expires must be a day, as 2027-12-31', 'A', { percent: '5', expires: '2027-02-29' }],
    ['--expires must not be before --starts', 'A', { percent: '5', starts: '2027-02-02', expires: '2027-02-01' }],
    ['--limit must be a whole number from 1 to 2147483647', 'A', { percent: '5', limit: '0' }],
  ])('is not made: %s', (message, code, options) => {
    expect(() => parsePromoCode(code, options)).toThrow(message);
  });
});

describe('a change of a promo code that makes no sense', () => {
  it.each([
    ['promo change needs at least one option', 'A', {}],
    ['A promo code is up to 64 letters, digits, - and _', 'two words', { limit: '5' }],
    ['--limit must be a whole number from 1 to 2147483647', 'A', { limit: '0' }],
    ['--expires must be a day, as 2027-12-31', 'A', { expires: 'tomorrow' }],
    ['--starts must be a day, as 2027-12-31', 'A', { starts: 'none' }],
    ['--first-order must be yes or no', 'A', { firstOrder: 'maybe' }],
    ['--products must be numbers, as 101,102', 'A', { products: '1;2' }],
  ])('is not made: %s', (message, code, options) => {
    expect(() => parsePromoChange(code, options)).toThrow(message);
  });
});

describe('the catalogue of a stopped store', () => {
  beforeAll(async () => {
    dataDir = await prepared;
  });

  it('is changed by a good file, and the database is stopped again', async () => {
    const file = catalogueFile('good.yaml', smallCatalogue('By Hand'));
    const { code, stdout, stderr } = await runCli(['catalogue', 'import', file], { DATA_DIR: dataDir });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'Imported 1 games with 1 offers, 1 categories, 0 groups, 0 news\n',
      stderr: '',
    });
    expectStopped();
  });

  it('is exported in the form that import takes', async () => {
    const target = join(folder, 'export.yaml');
    const result = await runCli(['catalogue', 'export', target], { DATA_DIR: dataDir });
    expect(result).toEqual({ code: 0, stdout: `Wrote ${target}\n`, stderr: '' });
    expect(gamesIn(readFileSync(target, 'utf8'))).toMatchObject([
      { name: 'By Hand', offers: [{ price: 19.99, priceWithDiscount: 9.99 }] },
    ]);
    expectStopped();
  });

  it('is released, with its database stopped, when the command is interrupted', async () => {
    const command = spawnCli(['catalogue', 'export'], { DATA_DIR: dataDir });
    const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
    await until(() => existsSync(pidFile));
    const database = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    command.child.kill('SIGINT');
    expect(await command.exited).toBe(1);
    expect(isRunning(database)).toBe(false);
    expectStopped();
  });

  it('is left alone while a store is just starting on it', async () => {
    const release = claimDataFolder(dataDir, true);
    const { code, stderr } = await runCommand(['catalogue', 'export'], { DATA_DIR: dataDir });
    release();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data folder \S+ is in use by a running store \(process \d+\): .+\n$/);
  });
});

describe('the catalogue of a running store', () => {
  let postgres: EmbeddedPostgres;
  let release: () => void;
  beforeAll(async () => {
    release = claimDataFolder(dataDir, true);
    postgres = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') });
  });
  afterAll(async () => {
    await postgres.stop();
    release();
  });

  it('is reached through DATABASE_URL, and stays as it is when a file makes no sense', async () => {
    const dearer = smallCatalogue('Dearer').replace('Discount: 9.99', 'Discount: 99.99');
    const { code, stderr } = await runCommand(['catalogue', 'import', catalogueFile('dearer.yaml', dearer)], {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The catalogue was not changed: 1 fault\(s\)\n\S+dearer\.yaml:22: .+\n$/);
  });

  it('has promo codes added, listed and ended', async () => {
    const promo = (...args: string[]) =>
      runCommand(['promo', ...args], { DATABASE_URL: postgres.url, DATA_DIR: folder });
    const terms = ['--amount', '4.99', '--minimum', '20', '--starts', '2999-01-01', '--expires', '2999-12-31'];
    expect(await promo('add', 'spring', ...terms, '--limit', '100', '--per-user', '1')).toEqual({
      code: 0,
      stdout: 'Added SPRING\n',
      stderr: '',
    });
    await promo('add', 'TEN', '--percent', '10');
    expect(await promo('add', 'Spring', '--percent', '5')).toMatchObject({
      code: 1,
      stderr: 'There is a code SPRING already\n',
    });
    expect(await promo('end', 'ten')).toMatchObject({ code: 0, stdout: 'Ended TEN\n' });
    expect(await promo('end', 'NONE')).toMatchObject({ code: 1, stderr: 'There is no code NONE\n' });
    const lines = (await promo('list')).stdout.trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^TEN: 10 % off, used 0, since \S+, until \S+, ENDED$/),
      'SPRING: $4.99 off, from $20.00, used 0 of 100, 1 per user, since 2998-12-31T19:00:00.000Z, until 2999-12-31T19:00:00.000Z, NOT YET',
    ]);
  });

  it('prints what it looks up as JSON', async () => {
    const look = async (...args: string[]) => {
      const { code, stdout } = await runCommand([...args, '--json'], { DATABASE_URL: postgres.url, DATA_DIR: folder });
      expect(code).toBe(0);
      return JSON.parse(stdout);
    };
    expect(await look('promo', 'list')).toMatchObject([
      { code: 'TEN', percent: 10, state: 'ended' },
      { code: 'SPRING', amount: '4.99', minimum: '20.00', used: 0, limit: 100, perUser: 1, state: 'coming' },
    ]);
    for (const command of [['orders', 'list'], ['top-ups'], ['visits'], ['jobs', 'list']]) {
      expect(await look(...command)).toEqual([]);
    }
  });

  it('moves no keys without a terminal and without --yes', async () => {
    const quarantine = (...args: string[]) =>
      runCommand(['keys', 'quarantine', '--product', '900001', ...args], {
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
      });
    expect(await quarantine()).toEqual({
      code: 1,
      stdout: '0 keys of product 900001 are taken off sale\nNothing was changed. Add --yes to do it.\n',
      stderr: '',
    });
    expect(await quarantine('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 keys are in') });
  });

  it('has had no visits', async () => {
    const { code, stdout } = await runCommand(['visits'], { DATABASE_URL: postgres.url, DATA_DIR: folder });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'There are no visits yet\n' });
  });

  it('is read through the running database, which keeps running', async () => {
    const { code, stdout, stderr } = await runCommand(['catalogue', 'export'], { DATA_DIR: dataDir });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(gamesIn(stdout)).toMatchObject([{ name: 'By Hand' }]);
    expect(findRunningPostgres(join(dataDir, 'postgres'))).toBe(postgres.url);
    expect(existsSync(join(dataDir, 'store.pid'))).toBe(true);
  });
});

describe('a database with another schema', () => {
  const clusterUrl = inject('postgresUrl');
  const name = `cli_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(clusterUrl, name);
  let client: pg.Client;
  beforeAll(async () => {
    await createDatabase(clusterUrl, name, 'template0');
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await dropDatabase(clusterUrl, name);
  });
  const shop = (...args: string[]) => runCommand(args, { DATABASE_URL: url, DATA_DIR: folder });
  const listObjects = async () => {
    const { rows } = await client.query<{ name: string }>(`
      SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`);
    return rows.map(({ name }) => name);
  };

  it('is refused by a look-up while it is empty, and stays empty', async () => {
    expect(await shop('orders', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The database has an older schema, without 0001_catalogue\.sql, .+: run: npm run shop -- migrate\n$/,
      ),
    });
    expect(await listObjects()).toEqual([]);
  });

  it('is brought up to date by migrate, once', async () => {
    expect(await shop('migrate')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Migrated the database: 0001_catalogue\.sql, /),
    });
    expect(await shop('migrate')).toEqual({ code: 0, stdout: 'The schema is up to date\n', stderr: '' });
    expect(await shop('orders', 'list')).toMatchObject({ code: 0 });
  });

  it('is refused while a queue is missing', async () => {
    await client.query("SELECT pgboss.delete_queue('order-messages')");
    expect(await shop('orders', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database has no queue order-messages: run: npm run shop -- migrate\n',
    });
    expect(await shop('migrate')).toMatchObject({ code: 0 });
    expect(await shop('orders', 'list')).toMatchObject({ code: 0 });
  });

  it('is refused while one migration is missing, and is not changed', async () => {
    await client.query("DELETE FROM schema_migration WHERE name LIKE '0009_%'");
    const before = await listObjects();
    expect(await shop('jobs', 'retry')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database has an older schema, without 0009_'),
    });
    expect(await listObjects()).toEqual(before);
  });

  it('is refused when it has a migration that this version does not know', async () => {
    await client.query("INSERT INTO schema_migration (name, hash) VALUES ('9999_later.sql', 'x')");
    expect(await shop('orders', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database has 9999_later.sql, which this version of the store does not know\n',
    });
  });

  it.each([['migrate'], ['orders', 'list']])(
    'is refused by %s when a version before 0.2.0 made it',
    async (...args) => {
      await client.query(
        "INSERT INTO schema_migration (name, hash) VALUES ('0003_shopping.sql', 'x') ON CONFLICT DO NOTHING",
      );
      const before = await listObjects();
      expect(await shop(...args)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^This database was made by an unreleased version before 0\.2\.0 .+ Nothing was changed\.\n$/,
        ),
      });
      expect(await listObjects()).toEqual(before);
    },
  );
});
