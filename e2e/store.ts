import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/src/testing/free-port.ts';

/** Starts a demo store for the end-to-end tests with its own ports and data folder, and removes it afterwards. */
export default async function startStore() {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-e2e-'));
  const port = await freePort();
  const sandboxPort = await freePort();
  const consolePort = await freePort();
  const store = spawn(process.execPath, [fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CONSOLE_PORT: String(consolePort),
      // The address that the browser uses, so that providers redirect back to it.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      // Kept from run to run, and shared with the other tests that start a store.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/oyna-node/', import.meta.url)),
      RATE_LIMITS: 'off',
      WARM_PICTURES: 'off',
      SOCIAL_TELEGRAM: 'https://t.me/oyna_example',
      SOCIAL_VK: 'https://vk.com/oyna_example',
      SOCIAL_INSTAGRAM: 'https://www.instagram.com/oyna_example',
      SOCIAL_YOUTUBE: 'https://www.youtube.com/@oyna_example',
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
  process.env['CONSOLE_URL'] = `http://localhost:${consolePort}`;
  process.env['STORE_DATA_DIR'] = folder;
  const stop = async () => {
    const stopped = new Promise((resolve) => store.once('exit', resolve));
    store.kill('SIGTERM');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Its imports read the addresses above.
    const { sellEarlier } = await import('./earlier-sales.ts');
    await sellEarlier();
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
