import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimDataFolder } from './data-folder.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { parseCatalogueFile } from './features/catalogue/catalogue.file.ts';
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

  it('is read through the database that runs, which goes on', async () => {
    const { code, stdout, stderr } = await runCli(['catalogue', 'export'], { DATA_DIR: dataDir });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(gamesIn(stdout)).toMatchObject([{ name: 'By Hand' }]);
    expect(findRunningPostgres(join(dataDir, 'postgres'))).toBe(postgres.url);
    expect(existsSync(join(dataDir, 'store.pid'))).toBe(true);
  });
});
