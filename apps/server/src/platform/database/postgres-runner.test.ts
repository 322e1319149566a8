import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cleanUp, newFolder, PATIENCE, run, scriptCommand, stopPostgres } from '../../testing/store-process.ts';
import { choosePostgresRunner } from './postgres-runner.ts';

vi.setConfig(PATIENCE);
const SHARED = '/var/lib/oyna';
const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href;
const made = new Set<string>();

afterAll(async () => {
  await cleanUp();
  for (const path of made) {
    await stopPostgres(path);
    rmSync(path, { recursive: true, force: true });
  }
  if (existsSync(SHARED) && readdirSync(SHARED).length === 0) rmdirSync(SHARED);
});

/** Like a container that forbids namespaces: `unshare` is not on the PATH. */
function startWithoutNamespaces(directory: string) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
    const postgres = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)}, onProgress: console.log });
    console.log('at ' + postgres.url + ' .');
    process.on('SIGTERM', () => postgres.stop().then(() => process.exit()));
    setInterval(() => {}, 1000);`;
  return run(scriptCommand(script), { PATH: '/nowhere' });
}

async function clusterOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SHOW data_directory');
  await client.end();
  return rows[0].data_directory;
}

async function startAndStop(directory: string): Promise<{ cluster: string; output: string }> {
  made.add(join(SHARED, createHash('sha256').update(directory).digest('hex').slice(0, 12)));
  const process = startWithoutNamespaces(directory);
  await process.printed(' .\n');
  const cluster = await clusterOf(/at (\S+) \./.exec(process.stdout())?.[1] ?? '');
  process.child.kill('SIGTERM');
  expect(await process.exited).toBe(0);
  return { cluster, output: process.stdout() };
}

describe.skipIf(process.getuid?.() !== 0)('root without namespaces', () => {
  it.concurrent('runs PostgreSQL as the user nobody, inside a data folder that this user can reach', async () => {
    const dataDir = join(newFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const { cluster } = await startAndStop(join(dataDir, 'postgres'));
    expect(cluster).toBe(join(dataDir, 'postgres/cluster'));
    expect(statSync(cluster).uid).toBe(65_534);
    expect(statSync(dataDir).mode & 0o777).toBe(0o701);
  });

  it.concurrent('uses /var/lib/oyna when the user nobody cannot reach the data folder, also at the next start', async () => {
    const directory = join(newFolder(0o700), 'data/postgres');
    const first = await startAndStop(directory);
    expect(first.cluster).toMatch(/^\/var\/lib\/oyna\/[0-9a-f]{12}\/cluster$/);
    expect(first.output).toContain(`  in ${dirname(first.cluster)}, which its user can reach\n`);
    expect(statSync(dirname(first.cluster)).mode & 0o777).toBe(0o700);

    rmSync(dirname(directory), { recursive: true }); // the password is stored with the cluster
    const second = await startAndStop(directory);
    expect(second.cluster).toBe(first.cluster);
    expect(second.output).not.toContain('Creating the database');
  });

  it('copies the programs once to a folder where the user nobody can run them', () => {
    const native = join(newFolder(0o700), 'native');
    mkdirSync(join(native, 'bin'), { recursive: true });
    mkdirSync(join(native, 'lib'));
    writeFileSync(join(native, 'lib/libpq.so.5'), 'the library');
    symlinkSync('libpq.so.5', join(native, 'lib/libpq.so'));
    writeFileSync(join(native, 'bin/postgres'), '#!/bin/sh\nid -u\ncat "$(dirname "$0")/../lib/libpq.so"\n');
    chmodSync(join(native, 'bin/postgres'), 0o700); // as with `umask 077`
    chmodSync(join(native, 'bin'), 0o700);
    chmodSync(join(native, 'lib/libpq.so.5'), 0o600);
    const directory = join(newFolder(), 'data/postgres');
    mkdirSync(directory, { recursive: true });

    for (let start = 0; start < 2; start++) {
      const { command, args, options } = choosePostgresRunner(directory, native, true, false).command('postgres', []);
      made.add(dirname(dirname(command)));
      expect(command).toMatch(/^\/var\/lib\/oyna\/postgres-[0-9a-f]{12}\/bin\/postgres$/);
      expect(spawnSync(command, args, { encoding: 'utf8', ...options }).stdout).toBe('65534\nthe library');
    }
    expect(readdirSync(SHARED).filter((name) => name.includes('.new-'))).toEqual([]);
  });
});

describe('an ordinary user', () => {
  it('runs PostgreSQL directly', () => {
    const runner = choosePostgresRunner('/data/postgres', '/native', false);
    expect(runner.directory).toBe('/data/postgres');
    expect(runner.command('initdb', ['-x'])).toEqual({ command: '/native/bin/initdb', args: ['-x'], options: {} });
  });
});
