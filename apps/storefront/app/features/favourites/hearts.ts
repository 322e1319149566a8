/**
 * Which hearts are full, and who is told of a press: all that a card needs. The favourites themselves come when somebody
 * has signed in and a heart is on the page (favourites.ts), so that they cost nobody else anything.
 */
import { useSyncExternalStore } from 'react';

/** One of each heart on the page. */
const listeners = new Set<() => void>();
/** Told when the first heart comes and when the last one goes. */
const watchers = new Set<() => void>();
let full: ReadonlySet<number> = new Set();
let onPress: (gameId: number) => void = () => {};

export function useIsFull(gameId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => full.has(gameId),
    () => false,
  );
}

export function useHasHearts(): boolean {
  return useSyncExternalStore(
    watch,
    () => listeners.size > 0,
    () => false,
  );
}

export function showHearts(gameIds: Iterable<number>): void {
  full = new Set(gameIds);
  for (const listener of [...listeners]) listener();
}

export function pressHeart(gameId: number): void {
  onPress(gameId);
}

export function handlePresses(handler: (gameId: number) => void): () => void {
  onPress = handler;
  return () => {
    if (onPress === handler) onPress = () => {};
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tellWatchers();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) tellWatchers();
  };
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tellWatchers(): void {
  for (const watcher of [...watchers]) watcher();
}
