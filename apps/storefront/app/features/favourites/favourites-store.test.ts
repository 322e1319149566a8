import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFavouritesStore, type FavouritesMessage, hasHeart, type KeptGame } from './favourites-store.ts';

function start(gameIds: number[] = []) {
  let nextId = 100;
  const server = new Map(gameIds.map((gameId) => [gameId, gameId + 1000]));
  const calls: string[] = [];
  let fault: Error | undefined;
  const answer = async <T>(call: string, effect: () => T): Promise<T> => {
    calls.push(call);
    await Promise.resolve();
    if (fault) throw fault;
    return effect();
  };
  const message: FavouritesMessage<KeptGame>[] = [];
  const store = createFavouritesStore<KeptGame>({
    notifyOtherTabs: (one) => message.push(one),
    api: {
      list: () => answer('list', () => [...server].map(([gameId, id]) => ({ id, game: { gameId } }))),
      add: (gameId) =>
        answer(`add ${gameId}`, () => {
          nextId += 1;
          server.set(gameId, nextId);
          return { id: nextId, game: { gameId } };
        }),
      remove: (id) =>
        answer(`remove ${id}`, () => {
          for (const [gameId, known] of server) if (known === id) server.delete(gameId);
        }),
      clear: () => answer('clear', () => server.clear()),
    },
  });
  const hearts = () => [1, 2, 3].filter((gameId) => hasHeart(store.read(), gameId));
  return {
    store,
    server,
    calls,
    message,
    hearts,
    fail: (status: number | undefined) => {
      fault = status === undefined ? undefined : Object.assign(new Error('no'), { status });
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a heart', () => {
  it('is full at once, and stays when the server has it', async () => {
    const { store, hearts, calls, message } = start();
    await store.load();
    const done = store.toggle(2);
    expect(hearts()).toEqual([2]);
    await done;
    expect(hearts()).toEqual([2]);
    expect(calls).toEqual(['list', 'add 2']);
    expect(message).toEqual([{ kind: 'added', favourite: { id: 101, game: { gameId: 2 } } }]);
  });

  it('is reset when the server refuses the change', async () => {
    const { store, hearts, fail } = start([1]);
    await store.load();
    fail(503);
    const emptied = store.toggle(1);
    expect(hearts()).toEqual([]);
    await expect(emptied).rejects.toThrow();
    expect(hearts()).toEqual([1]);
    await expect(store.toggle(2)).rejects.toThrow();
    expect(hearts()).toEqual([1]);
  });

  it('ends in the state of the last click', async () => {
    const { store, hearts, calls } = start();
    await store.load();
    await Promise.all([store.toggle(2), store.toggle(2), store.toggle(2)]);
    expect(hearts()).toEqual([2]);
    expect(calls).toEqual(['list', 'add 2']);
    await Promise.all([store.toggle(2), store.toggle(2)]);
    expect(hearts()).toEqual([2]);
  });

  it('waits for the favourites when clicked before they are loaded', async () => {
    const { store, hearts, calls } = start([1]);
    await store.add(1);
    expect(hearts()).toEqual([1]);
    expect(calls).toEqual(['list']);
  });

  it('is empty when another device has emptied it before', async () => {
    const { store, hearts, fail } = start([1]);
    await store.load();
    fail(404);
    await store.toggle(1);
    expect(hearts()).toEqual([]);
  });

  it('follows the other tabs', async () => {
    const { store, hearts } = start([1]);
    await store.load();
    store.apply({ kind: 'added', favourite: { id: 5, game: { gameId: 3 } } });
    store.apply({ kind: 'removed', gameId: 1 });
    expect(hearts()).toEqual([3]);
    store.apply({ kind: 'cleared' });
    expect(hearts()).toEqual([]);
  });
});

describe('clearing', () => {
  it('sends the change to the server after five seconds', async () => {
    const { store, server, hearts, calls, message } = start([1, 2]);
    await store.load();
    store.clear();
    expect(hearts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(4900);
    expect(calls).toEqual(['list']);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.size).toBe(0);
    expect(message).toEqual([{ kind: 'cleared' }]);
  });

  it('can be undone', async () => {
    const { store, server, hearts } = start([1, 2]);
    await store.load();
    store.clear();
    store.undoClear();
    await vi.runAllTimersAsync();
    expect([hearts(), server.size]).toEqual([[1, 2], 2]);
  });

  it('is done at once when a heart is clicked or the page is left', async () => {
    const { store, server, hearts } = start([1, 2]);
    await store.load();
    store.clear();
    await store.toggle(2);
    expect(hearts()).toEqual([2]);
    expect([...server.keys()]).toEqual([2]);
  });

  it('restores everything when the server refuses the change', async () => {
    const { store, hearts, fail } = start([1, 2]);
    await store.load();
    fail(503);
    store.clear();
    await vi.runAllTimersAsync();
    expect(hearts()).toEqual([1, 2]);
    expect(store.read().failure).toBeDefined();
  });
});

it('shows when the favourites could not be loaded, and retries', async () => {
  const { store, fail } = start([1]);
  fail(503);
  await store.load();
  expect(store.read().status).toBe('failed');
  fail(undefined);
  await store.load();
  expect(store.read()).toMatchObject({ status: 'ready', list: [{ game: { gameId: 1 } }] });
});

it('does not show the favourites of the last account', async () => {
  const { store, hearts } = start([1]);
  const loading = store.load();
  store.reset();
  await loading;
  expect(hearts()).toEqual([]);
  expect(store.read().status).toBe('asleep');
});
