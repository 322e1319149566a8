import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { asNobody, cleanUp, freePort, newFolder, PATIENCE, spawnStore } from './store-process.ts';

vi.setConfig(PATIENCE);
afterAll(cleanUp);

/** What a start says that must not succeed: nothing on stdout, no stack, exit 1, and nothing is left of it. */
async function refusalOf(environment: Record<string, string>, prefix: string[] = []): Promise<string[]> {
  const folder = join(newFolder(), 'data');
  const store = await spawnStore({ DATA_DIR: folder, ...environment }, { prefix });
  expect(await store.exited).toBe(1);
  expect(store.stdout()).toBe('');
  expect(existsSync(join(folder, 'store.pid'))).toBe(false);
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  expect(store.stderr().endsWith('\n')).toBe(true);
  return store.stderr().trimEnd().split('\n');
}

async function occupy(host: string): Promise<{ port: number; free: () => void }> {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return { port, free: () => void server.close() };
}

describe.concurrent('a start that cannot succeed', () => {
  it('names the busy port, whether it is taken on this address or on all', async () => {
    const taken = await occupy('0.0.0.0');
    expect(await refusalOf({ PORT: String(taken.port) })).toEqual([
      `Port ${taken.port} on 127.0.0.1 is already in use: choose another with PORT`,
    ]);
    taken.free();
  });

  it('names the busy port of the stand-ins', async () => {
    const taken = await occupy('127.0.0.1');
    expect(await refusalOf({ SANDBOX_PORT: String(taken.port) })).toEqual([
      `Port ${taken.port} on 127.0.0.1 is already in use: choose another with SANDBOX_PORT`,
    ]);
    taken.free();
  });

  it('names an address that this machine does not have', async () => {
    const [line, ...more] = await refusalOf({ HOST: '192.0.2.1' });
    expect(line).toMatch(/^Port \d+ on 192\.0\.2\.1 cannot be opened \(EADDRNOTAVAIL\): choose another with HOST$/);
    expect(more).toEqual([]);
  });

  it('has one line for each wrong variable', async () => {
    const lines = await refusalOf({
      PORT: 'eighty',
      ROLE: 'king',
      DATABASE_URL: 'mysql://u:secret@x/y',
      LOG_LEVEL: 'loud',
    });
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).not.toContain('secret');
    for (const name of ['PORT=eighty', 'ROLE=king', 'DATABASE_URL', 'LOG_LEVEL=loud']) {
      expect(lines.some((line) => line.startsWith(`${name} is not valid: `))).toBe(true);
    }
  });

  it('names a data folder that cannot be made', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusalOf({ DATA_DIR: join(file, 'data') })).toEqual([
      `The data folder ${file}/data cannot be written (ENOTDIR): choose another with DATA_DIR`,
    ]);
  });

  it.skipIf(process.getuid?.() === 0 && asNobody.length === 0)('names a data folder of somebody else', async () => {
    const folder = join(newFolder(), 'data');
    mkdirSync(folder);
    chmodSync(folder, 0o555);
    expect(await refusalOf({ DATA_DIR: folder }, asNobody)).toEqual([
      `The data folder ${folder} cannot be written (EACCES): choose another with DATA_DIR`,
    ]);
  });

  it('says why the PostgreSQL of DATABASE_URL cannot be reached, and keeps its password to itself', async () => {
    const port = await freePort();
    expect(await refusalOf({ DATABASE_URL: `postgresql://u:secret@127.0.0.1:${port}/x` })).toEqual([
      `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
    ]);
  });

  it('asks for everything that production needs', async () => {
    expect(await refusalOf({ SHOP_MODE: 'production', RATE_LIMITS: 'off' })).toEqual([
      'DATABASE_URL is missing: SHOP_MODE=production needs it',
      'PUBLIC_URL is missing: SHOP_MODE=production needs it',
      'KEY_ENCRYPTION_KEY is missing: SHOP_MODE=production needs it',
      'RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on',
    ]);
  });
});
