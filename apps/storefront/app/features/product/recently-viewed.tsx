import type { GameCard } from '@oyna/api-client/models';
import { Rail } from '@oyna/ui/rail';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { forgetGames, viewGame } from './viewed-games.ts';

/** How far above the end of the page the games are asked for. */
const AHEAD = '400px';

interface RecentlyViewedProps {
  gameId: number;
  renderGame(game: GameCard): ReactNode;
}

/** The games that this browser has looked at before. Asked for by one call, and only when the visitor comes near. */
export function RecentlyViewed({ gameId, renderGame }: RecentlyViewedProps) {
  const { t } = useTranslation('product');
  const callApi = useApi();
  const place = useRef<HTMLDivElement>(null);
  const [games, setGames] = useState<GameCard[]>([]);

  useEffect(() => {
    const ids = viewGame(gameId);
    if (!place.current || ids.length === 0) return;
    let isShown = true;
    const load = async () => {
      const query = { ids: ids.join(',') };
      const found = await callApi((api) => api.GET('/api/v1/game/cards', { params: { query } }));
      const known = new Set(found.map((game) => game.gameId));
      forgetGames(ids.filter((id) => !known.has(id)));
      if (isShown) setGames(found);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        load().catch((error: unknown) => logFailure('the viewed games were not loaded', error));
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => {
      isShown = false;
      observer.disconnect();
    };
  }, [gameId, callApi]);

  return (
    <div ref={place}>
      {games.length > 0 && (
        <Rail title={t('viewed')}>
          {games.map((game) => (
            <li key={game.gameId}>{renderGame(game)}</li>
          ))}
        </Rail>
      )}
    </div>
  );
}
