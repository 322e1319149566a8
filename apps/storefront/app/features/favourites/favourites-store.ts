/** The favourites of a signed-in customer. A heart changes at once and is reset if the server refuses the change. */
import { UNDO_MS } from '@oyna/domain/constants';

export interface KeptGame {
  id: number;
  game: { gameId: number };
}

export interface FavouritesApi<Favourite extends KeptGame> {
  list(): Promise<readonly Favourite[]>;
  add(gameId: number): Promise<Favourite>;
  remove(id: number): Promise<void>;
  clear(): Promise<void>;
}

/** Messages between tabs. */
export type FavouritesMessage<Favourite extends KeptGame> =
  | { kind: 'added'; favourite: Favourite }
  | { kind: 'removed'; gameId: number }
  | { kind: 'cleared' };

export interface FavouritesState<Favourite extends KeptGame> {
  status: 'asleep' | 'loading' | 'ready' | 'failed';
  list: readonly Favourite[];
  failure: unknown;
  /** Cleared, and can still be restored. */
  isCleared: boolean;
  /** The state that each clicked heart will have, until the server responds. */
  wanted: ReadonlyMap<number, boolean>;
}

interface Surroundings<Favourite extends KeptGame> {
  api: FavouritesApi<Favourite>;
  notifyOtherTabs(message: FavouritesMessage<Favourite>): void;
}

export function createFavouritesStore<Favourite extends KeptGame>({ api, notifyOtherTabs }: Surroundings<Favourite>) {
  const listeners = new Set<() => void>();
  const asleep: FavouritesState<Favourite> = {
    status: 'asleep',
    list: [],
    failure: undefined,
    isCleared: false,
    wanted: new Map(),
  };
  let state = asleep;
  let loading: Promise<void> | undefined;
  let clearTimer: ReturnType<typeof setTimeout> | undefined;
  let clearing: Promise<void> = Promise.resolve();
  /** Increases with each account, so that late responses for the previous account are ignored. */
  let round = 0;

  function set(patch: Partial<FavouritesState<Favourite>>): void {
    state = { ...state, ...patch };
    for (const listener of [...listeners]) listener();
  }

  const kept = (gameId: number) => state.list.find(({ game }) => game.gameId === gameId);
  const without = (gameId: number) => state.list.filter(({ game }) => game.gameId !== gameId);

  function want(gameId: number, isFull: boolean | undefined): void {
    const wanted = new Map(state.wanted);
    if (isFull === undefined) wanted.delete(gameId);
    else wanted.set(gameId, isFull);
    set({ wanted });
  }

  function apply(message: FavouritesMessage<Favourite>): void {
    if (message.kind === 'cleared') set({ list: [] });
    else if (message.kind === 'removed') set({ list: without(message.gameId) });
    else set({ list: [message.favourite, ...without(message.favourite.game.gameId)] });
  }

  function settle(message: FavouritesMessage<Favourite>): void {
    apply(message);
    notifyOtherTabs(message);
  }

  function load(): Promise<void> {
    const own = round;
    loading ??= (async () => {
      set({ status: state.status === 'ready' ? 'ready' : 'loading', failure: undefined });
      try {
        const list = await api.list();
        if (own === round) set({ status: 'ready', list });
      } catch (failure) {
        if (own === round) set({ status: state.status === 'ready' ? 'ready' : 'failed', failure });
      } finally {
        if (own === round) loading = undefined;
      }
    })();
    return loading;
  }

  /** Repeats until the server has the last state; states in between are not sent. */
  async function follow(gameId: number): Promise<void> {
    if (state.status !== 'ready') await load();
    if (state.status !== 'ready') throw state.failure;
    await clearing;
    for (;;) {
      const isFull = state.wanted.get(gameId);
      const favourite = kept(gameId);
      if (isFull === undefined || isFull === (favourite !== undefined)) return;
      if (favourite) {
        await api.remove(favourite.id).catch(unlessGone);
        settle({ kind: 'removed', gameId });
      } else {
        settle({ kind: 'added', favourite: await api.add(gameId) });
      }
    }
  }

  async function press(gameId: number, isFull: boolean): Promise<void> {
    finishClear();
    const isUnderWay = state.wanted.has(gameId);
    want(gameId, isFull);
    if (isUnderWay) return;
    const own = round;
    try {
      await follow(gameId);
    } finally {
      if (own === round) want(gameId, undefined);
    }
  }

  function finishClear(): void {
    clearTimeout(clearTimer);
    if (!state.isCleared) return;
    const { list } = state;
    settle({ kind: 'cleared' });
    set({ isCleared: false });
    clearing = api.clear().catch((failure: unknown) => {
      set({ list, failure });
      for (const favourite of list.toReversed()) notifyOtherTabs({ kind: 'added', favourite });
    });
  }

  return {
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    apply,

    /** Resolves when the server has the change; rejects and resets it when the server refuses. */
    toggle: (gameId: number) => press(gameId, !hasHeart(state, gameId)),
    add: (gameId: number) => press(gameId, true),

    /** Removes all favourites after the time for undo. */
    clear(): void {
      set({ isCleared: true, failure: undefined });
      clearTimeout(clearTimer);
      clearTimer = setTimeout(finishClear, UNDO_MS);
    },
    undoClear(): void {
      clearTimeout(clearTimer);
      set({ isCleared: false });
    },
    finishClear,

    /** Another customer signed in, or the customer signed out. */
    reset(): void {
      round += 1;
      loading = undefined;
      clearTimeout(clearTimer);
      set(asleep);
    },
  };
}

/** The state of a heart: the last click, otherwise the state of the server. */
export function hasHeart(state: FavouritesState<KeptGame>, gameId: number): boolean {
  const isKept = !state.isCleared && state.list.some(({ game }) => game.gameId === gameId);
  return state.wanted.get(gameId) ?? isKept;
}

function unlessGone(error: unknown): void {
  if ((error as { status?: number }).status !== 404) throw error;
}
