import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimDataFolder } from './data-folder.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { parseCatalogueFile } from './features/catalogue/catalogue.file.ts';
import { parsePromoCode } from './features/promo/promo.commands.ts';
import { smallCatalogue } from './testing/small-catalogue.ts';
import {
  cleanUp,
  isRunning,
  newFolder,
  PATIENCE,
  preparedDataFolder,
  runCli,
  spawnCli,
  until,
} from './testing/store-process.ts';

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
  const refuse = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(args, { DATA_DIR: untouched });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(existsSync(untouched)).toBe(false); // no database was made only to say no
    return stderr;
  };

  it('is answered with the commands there are', async () => {
    expect(await refuse('catalogue', 'improt', 'x')).toMatch(
      /^There is no command catalogue improt\n\nUsage: npm run shop/,
    );
  });

  it('is told what it lacks', async () => {
    expect(await refuse('catalogue', 'import')).toMatch(/^catalogue import needs a file\n\nUsage: /);
  });

  it('is told what it has to decide', async () => {
    expect(await refuse('orders', 'settle', 'ORDER')).toMatch(
      /^orders settle needs an order, and --accept or --reject\n/,
    );
    expect(await refuse('top-ups', 'settle', 'ORDER', '--accept')).toMatch(
      /^top-ups settle needs an order, and --delivered or --failed\n/,
    );
    expect(await refuse('rates', 'accept')).toBe('rates accept needs every rate that has jumped, as KZT=612.5\n');
  });

  it('names every fault of every file by its line', async () => {
    const broken = catalogueFile('broken.yaml', 'games: [\n  {');
    const wrong = catalogueFile(
      'wrong.yaml',
      smallCatalogue('Wrong').replace('popularity: 50', 'popularity: 500').replace('price: 19.99', 'price: cheap'),
    );
    const lines = (await refuse('catalogue', 'import', broken, wrong, join(folder, 'missing.yaml'))).trim().split('\n');
    expect(lines[0]).toMatch(/^The catalogue was not changed: \d+ fault\(s\)$/);
    expect(lines.some((line) => line.startsWith(`${broken}:`))).toBe(true);
    expect(lines).toContainEqual(expect.stringMatching(/wrong\.yaml:12: games\.0\.popularity must be <= 100$/));
    expect(lines).toContainEqual(expect.stringMatching(/wrong\.yaml:21: games\.0\.offers\.0\.price must be number$/));
    expect(lines).toContain(`${folder}/missing.yaml: cannot be read (ENOENT)`);
    expect(lines.join('\n')).not.toContain('    at ');
  });
});

describe.concurrent('a promo code that makes no sense', () => {
  it.each([
    ['promo add needs one code', []],
    ['promo add needs one code', ['A', 'B', '--percent', '5']],
    ['promo add needs either --percent or --amount', ['A']],
    ['promo add needs either --percent or --amount', ['A', '--percent', '5', '--amount', '5']],
    ['A promo code is up to 64 letters, digits, - and _', ['two words', '--percent', '5']],
    ['--percent must be a whole number from 1 to 100', ['A', '--percent', '101']],
    ['--percent must be a whole number from 1 to 100', ['A', '--percent', '2.5']],
    ['--amount must be an amount in US dollars, as 4.99', ['A', '--amount', '4.999']],
    ['--amount must be an amount in US dollars, as 4.99', ['A', '--amount=-5']],
    ['--expires must be a day, as 2027-12-31', ['A', '--percent', '5', '--expires', '2027-02-29']],
    ['--expires must not be before --starts', ['A', '--percent=5', '--starts=2027-02-02', '--expires=2027-02-01']],
    ['--limit must be a whole number from 1 to 2147483647', ['A', '--percent', '5', '--limit', '0']],
    ["Unknown option '--forever'", ['A', '--percent', '5', '--forever']],
  ])('is not made: %s', (message, args) => {
    expect(() => parsePromoCode(args)).toThrow(message);
  });

  it('is told of by the command, before there is a database', async () => {
    const untouched = join(folder, 'no-promo');
    const { code, stderr } = await runCli(['promo', 'add', 'A'], { DATA_DIR: untouched });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'promo add needs either --percent or --amount\n' });
    expect(existsSync(untouched)).toBe(false);
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

  it('is let go, with its database stopped, when the command is interrupted', async () => {
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
    const { code, stderr } = await runCli(['catalogue', 'export'], { DATA_DIR: dataDir });
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
    const { code, stderr } = await runCli(['catalogue', 'import', catalogueFile('dearer.yaml', dearer)], {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The catalogue was not changed: 1 fault\(s\)\n\S+dearer\.yaml:22: .+\n$/);
  });

  it('has promo codes added, listed and ended', async () => {
    const promo = (...args: string[]) => runCli(['promo', ...args], { DATABASE_URL: postgres.url, DATA_DIR: folder });
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
      'SPRING: $4.99 off, from $20.00, used 0 of 100, 1 per user, since 2999-01-01T00:00:00.000Z, until 3000-01-01T00:00:00.000Z, NOT YET',
      expect.stringMatching(/^TEN: 10 % off, used 0, since \S+, until \S+, ENDED$/),
    ]);
  });

  it('has had no visits', async () => {
    const { code, stdout } = await runCli(['visits'], { DATABASE_URL: postgres.url, DATA_DIR: folder });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nobody has come yet\n' });
  });

  it('is read through the database that runs, which goes on', async () => {
    const { code, stdout, stderr } = await runCli(['catalogue', 'export'], { DATA_DIR: dataDir });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(gamesIn(stdout)).toMatchObject([{ name: 'By Hand' }]);
    expect(findRunningPostgres(join(dataDir, 'postgres'))).toBe(postgres.url);
    expect(existsSync(join(dataDir, 'store.pid'))).toBe(true);
  });
});
