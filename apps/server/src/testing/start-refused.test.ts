import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from './free-port.ts';
import { cleanUp, newFolder, PATIENCE, spawnStore } from './store-process.ts';

vi.setConfig(PATIENCE);
afterAll(cleanUp);

/** The error of a start that must fail: nothing on stdout, no stack, exit 1, and no folder is left. */
async function refusalOf(environment: Record<string, string>): Promise<string[]> {
  const folder = join(newFolder(), 'data');
  const store = await spawnStore({ DATA_DIR: folder, ...environment });
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

  it('names the busy port of the sandboxes', async () => {
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

  it('has one line for each variable that is wrong, or that production lacks', async () => {
    const lines = await refusalOf({
      SHOP_MODE: 'production',
      RATE_LIMITS: 'off',
      DATABASE_URL: 'mysql://u:secret@x/y',
      PORT: 'eighty',
      ROLE: 'king',
    });
    expect(lines.sort()).toEqual([
      'DATABASE_URL is not valid: an address that begins with postgres:// or postgresql:// is needed',
      'KEY_ENCRYPTION_KEY is missing: SHOP_MODE=production needs it',
      'PORT=eighty is not valid: a whole number from 1 to 65535 is needed',
      'PUBLIC_URL is missing: SHOP_MODE=production needs it',
      'RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on',
      'ROLE=king is not valid: one of all, web, worker is needed',
      'SELLER_DETAILS is missing: SHOP_MODE=production needs it',
    ]);
  });

  it('names a data folder that cannot be made', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusalOf({ DATA_DIR: join(file, 'data') })).toEqual([
      `The data folder ${file}/data cannot be written (ENOTDIR): choose another with DATA_DIR`,
    ]);
  });
});
