import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8');

/** A browser with caches in order of creation, as the standard says. */
function createBrowser() {
  const stored = new Map<string, Map<string, Response>>();
  const network = { isDown: false };
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const files = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, files);
      const put = async (path: string, file: Response) => void files.set(path, file);
      return { put };
    },
  };
  const fetch = async (path: string) => {
    if (path === '/offline') return new Response('<script src="/assets/a.js"></script>');
    return new Response('', { status: network.isDown ? 503 : 200 });
  };
  const install = async (version: string) => {
    const listeners = new Map<string, (event: object) => void>();
    const addEventListener = (type: string, listener: (event: object) => void) => void listeners.set(type, listener);
    const scope = { addEventListener, caches, fetch, registration: {}, skipWaiting: async () => {} };
    runInNewContext(`const VERSION = '${version}';\n${source}`, scope);
    for (const type of ['install', 'activate']) {
      const work: Promise<void>[] = [];
      listeners.get(type)?.({ waitUntil: (given: Promise<void>) => void work.push(given) });
      await Promise.all(work);
    }
  };
  return { stored, network, install };
}

it('keeps the cache of the build before, also after a rollback', async () => {
  const { stored, install } = createBrowser();
  for (const build of ['a', 'b', 'a']) await install(build);
  expect([...stored.keys()]).toEqual(['oyna-b', 'oyna-a']);
  expect([...(stored.get('oyna-a')?.keys() ?? [])]).toEqual(['/assets/a.js', '/offline']);
  await install('c');
  expect([...stored.keys()]).toEqual(['oyna-a', 'oyna-c']);
});

it('keeps the caches as they are when a rollback cannot load its files', async () => {
  const { stored, network, install } = createBrowser();
  for (const build of ['a', 'b']) await install(build);
  network.isDown = true;
  await expect(install('a')).rejects.toThrow('/assets/a.js answers 503');
  expect([...stored.keys()]).toEqual(['oyna-a', 'oyna-b']);
});
