import { useEffect } from 'react';
import { readStored, store } from './browser-storage.ts';

const COUNTED = 'viewedGames';

/** Counts a view of a game once per tab, anonymously: without token and cookie. */
export function useGameView(gameId: number | undefined): void {
  useEffect(() => {
    if (gameId === undefined) return;
    const counted = readStored('sessionStorage', COUNTED)?.split(',') ?? [];
    if (counted.includes(String(gameId))) return;
    store('sessionStorage', COUNTED, [...counted, gameId].join(','));
    // A failure is ignored.
    fetch('/api/v1/statistics/view', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ gameId }),
      credentials: 'omit',
      keepalive: true,
      priority: 'low',
    }).catch(() => {});
  }, [gameId]);
}
