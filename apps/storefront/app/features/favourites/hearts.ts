/**
 * Which hearts are full, and who is told of a press: all that a card needs. The favourites themselves come when somebody
 * has signed in (favourites.ts), so that they cost a visitor nothing.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let full: ReadonlySet<number> = new Set();
let onPress: (gameId: number) => void = () => {};

export function useIsFull(gameId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => full.has(gameId),
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
  return () => listeners.delete(listener);
}
