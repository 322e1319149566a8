/**
 * The state of the heart buttons: which games are favourites, and the handler of a click. The favourites themselves
 * (favourites.ts) are loaded only for signed-in customers on pages with such a button.
 */
import { useSyncExternalStore } from 'react';

/** One per button on the page. */
const buttons = new Set<() => void>();
/** Notified when the first button appears and when the last one disappears. */
const watchers = new Set<() => void>();
let favouriteIds: ReadonlySet<number> = new Set();
let onClick: (gameId: number) => void = () => {};

export function useIsFavourite(gameId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => favouriteIds.has(gameId),
    () => false,
  );
}

export function useHasFavouriteButtons(): boolean {
  return useSyncExternalStore(
    watch,
    () => buttons.size > 0,
    () => false,
  );
}

export function setFavouriteIds(gameIds: Iterable<number>): void {
  favouriteIds = new Set(gameIds);
  for (const listener of [...buttons]) listener();
}

export function clickFavourite(gameId: number): void {
  onClick(gameId);
}

export function onFavouriteClick(handler: (gameId: number) => void): () => void {
  onClick = handler;
  return () => {
    if (onClick === handler) onClick = () => {};
  };
}

function subscribe(listener: () => void): () => void {
  buttons.add(listener);
  if (buttons.size === 1) notifyWatchers();
  return () => {
    buttons.delete(listener);
    if (buttons.size === 0) notifyWatchers();
  };
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notifyWatchers(): void {
  for (const watcher of [...watchers]) watcher();
}
