import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A demo store of its own for the end-to-end tests: own ports, own data folder, gone afterwards. */
export default async function startStore() {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-e2e-'));
  const port = await freePort();
  const sandboxPort = await freePort();
  const store = spawn(process.execPath, [fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      WARM_PICTURES: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('is open')) resolve();
    };
    store.stdout.on('data', read);
    store.stderr.on('data', read);
    store.once('exit', (code) => reject(new Error(`The store ended with ${code}:\n${output}`)));
  });
  process.env['STORE_URL'] = `http://127.0.0.1:${port}`;
  process.env['SANDBOX_URL'] = `http://127.0.0.1:${sandboxPort}`;
  return async () => {
    const stopped = new Promise((resolve) => store.once('exit', resolve));
    store.kill('SIGTERM');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
