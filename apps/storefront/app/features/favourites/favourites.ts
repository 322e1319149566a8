import type { Favourite } from '@oyna/api-client/models';
import type { CallApi } from '~/lib/browser-api.ts';
import { onSessionChange, readMemberToken } from '../../lib/session/session.ts';
import { setFavouriteIds } from './favourite-buttons.ts';
import { createFavouritesStore, type FavouritesMessage, hasHeart } from './favourites-store.ts';

let callApi: CallApi | undefined;
let owner: string | undefined;
let channel: BroadcastChannel | undefined;

const call: CallApi = async (make) => {
  if (!callApi) throw new Error('The favourites are not connected');
  return callApi(make);
};

export const favourites = createFavouritesStore<Favourite>({
  api: {
    list: () => call((api) => api.GET('/api/v1/favorites')),
    add: (gameId) => call((api) => api.POST('/api/v1/favorites', { body: { gameId }, keepalive: true })),
    remove: async (id) => {
      await call((api) => api.DELETE('/api/v1/favorites/{id}', { params: { path: { id } }, keepalive: true }));
    },
    clear: async () => {
      await call((api) => api.DELETE('/api/v1/favorites', { keepalive: true }));
    },
  },
  notifyOtherTabs: (message) => channel?.postMessage(message),
});

/** Connects the favourites to the API and loads them once. */
export function connectFavourites(connection: CallApi): typeof favourites {
  const isFirst = callApi === undefined;
  callApi = connection;
  if (isFirst) follow();
  if (owner !== undefined && favourites.read().status === 'asleep') void favourites.load();
  return favourites;
}

function follow(): void {
  owner = readMemberToken();
  channel = new BroadcastChannel('favourites');
  channel.addEventListener('message', ({ data }: MessageEvent<FavouritesMessage<Favourite>>) => favourites.apply(data));
  window.addEventListener('pagehide', () => favourites.finishClear());
  onSessionChange(() => {
    const token = readMemberToken();
    if (token === owner) return;
    owner = token;
    favourites.reset();
    if (token !== undefined) void favourites.load();
  });
  favourites.subscribe(() => {
    const state = favourites.read();
    const ids = new Set([...state.list.map(({ game }) => game.gameId), ...state.wanted.keys()]);
    setFavouriteIds([...ids].filter((gameId) => hasHeart(state, gameId)));
  });
}
