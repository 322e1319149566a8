import type { RelatedGames } from '@oyna/api-client/models';
import { presentPrice } from '@oyna/domain/pricing';
import type { TFunction } from 'i18next';
import { genreName } from '../../lib/genre-name.ts';
import type { RelatedGame } from './related-games.tsx';

type Words = TFunction<'product-details'>;

export function relationsView(relations: RelatedGames['relations'], t: Words): RelatedGame[] {
  return relations.map(({ kind, game }) => ({
    id: game.gameId,
    name: game.gameName,
    kind: t(`relation-${kind}`),
    picture: game.images.poster,
    colour: game.color,
    price: presentPrice(game),
    oldPrice: game.oldPrice ?? undefined,
  }));
}

/** Why a game is called similar. */
export function reasonText(
  { kind, values }: RelatedGames['similar'][number]['reason'],
  t: Words,
  genres: TFunction<'genres'>,
): string {
  if (kind === 'genres') return t('same-genres', { names: values.map((genre) => genreName(genre, genres)).join(', ') });
  return t(`same-${kind}`, { name: values[0] ?? '' });
}

const MINUTE = 60;

/** True for the orders that it names: half of them took no longer. */
export function deliverySentence(delivery: RelatedGames['delivery'], t: Words): string | undefined {
  if (!delivery) return undefined;
  const { seconds, orders, platform } = delivery;
  const time =
    seconds < 1
      ? t('time-moment')
      : seconds < 2 * MINUTE
        ? t('time-seconds', { count: seconds })
        : t('time-minutes', { count: Math.ceil(seconds / MINUTE) });
  return platform === null ? t('delivery-game', { orders, time }) : t('delivery-platform', { orders, time, platform });
}
