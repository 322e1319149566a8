import type { ApiClient } from '@oyna/api-client/client';
import { RECOMMENDATION_GROUPS } from '@oyna/domain/constants';
import { optional } from '~/lib/page.server.ts';
import { type CardGame, toCardGame } from './card-game.ts';

const SUGGESTED = 12;

/** Games to offer when nothing was found. Without them the page is shorter. */
export async function loadPopularGames(api: ApiClient): Promise<CardGame[]> {
  const groups = await optional(api.GET('/api/v1/Recomendation'));
  const group = groups?.find(({ name }) => name === RECOMMENDATION_GROUPS.popular);
  return (group?.games ?? []).slice(0, SUGGESTED).map(toCardGame);
}
