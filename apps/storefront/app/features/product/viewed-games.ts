import { MAX_VIEWED_GAMES } from '@oyna/domain/constants';
import { readStored, store } from '../../lib/browser-storage.ts';

/** The games that this browser has looked at, the last one first. Only their ids are sent to the server. */
const KEY = 'viewedGames';

/** The storage can hold any text. Anything but a list of ids is ignored. */
export function parseViewed(text: string | undefined): number[] {
  try {
    const ids: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id) && id > 0 && id < 1e9) : [];
  } catch {
    return [];
  }
}

/** With the game in the first place, once; the oldest ones are forgotten. */
export function addViewed(ids: readonly number[], gameId: number): number[] {
  return [gameId, ...ids.filter((id) => id !== gameId)].slice(0, MAX_VIEWED_GAMES + 1);
}

/** Remembers the game and returns the others. */
export function viewGame(gameId: number): number[] {
  const ids = addViewed(parseViewed(readStored('localStorage', KEY)), gameId);
  store('localStorage', KEY, JSON.stringify(ids));
  return ids.slice(1);
}

/** Games that the store does not have any more are not asked for again. */
export function forgetGames(gone: readonly number[]): void {
  const ids = parseViewed(readStored('localStorage', KEY)).filter((id) => !gone.includes(id));
  store('localStorage', KEY, JSON.stringify(ids));
}
