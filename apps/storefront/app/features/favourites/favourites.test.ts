import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallApi } from '../../lib/browser-api.ts';

beforeEach(() => {
  const token = JSON.stringify({ value: 'token', expiry: '2999-01-01T00:00:00Z' });
  vi.stubGlobal('window', { addEventListener() {}, localStorage: { getItem: () => token } });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

it('sends a click even if the page is left right after it', async () => {
  const sent: [string, string, boolean][] = [];
  const answer =
    (method: string, data: unknown) =>
    async (path: string, options: { keepalive?: boolean } = {}) => {
      sent.push([method, path, options.keepalive === true]);
      return data;
    };
  const api = {
    GET: answer('GET', []),
    POST: answer('POST', { id: 1, game: { gameId: 7 } }),
    DELETE: answer('DELETE', undefined),
  };
  const callApi = ((make: (client: typeof api) => Promise<unknown>) => make(api)) as unknown as CallApi;
  const { connectFavourites } = await import('./favourites.ts');
  const favourites = connectFavourites(callApi);
  await favourites.add(7);
  await favourites.toggle(7);
  const changes = sent.filter(([method]) => method !== 'GET');
  expect(changes).toEqual([
    ['POST', '/api/v1/favorites', true],
    ['DELETE', '/api/v1/favorites/{id}', true],
  ]);
});
