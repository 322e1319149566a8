import type { GameCard } from '@oyna/api-client/models';
import { presentPrice } from '@oyna/domain/pricing';
import type { Rating } from '@oyna/domain/review';

/** What a card shows. A page contains its data twice, as HTML and for hydration, so it contains no more than this. */
export interface CardGame {
  id: number;
  name: string;
  platform: string;
  type: string;
  region: string;
  /** An address of its picture; every size follows from it. */
  picture: string;
  colour: string;
  /** US cents. */
  price: number | undefined;
  oldPrice: number | undefined;
  discountPercent: number | undefined;
  /** Undefined without reviews. */
  rating: Rating | undefined;
}

export function toCardGame(game: GameCard): CardGame {
  return {
    id: game.gameId,
    name: game.gameName,
    platform: game.platform,
    type: game.typeName,
    region: game.region,
    picture: game.images.poster,
    colour: game.color,
    price: presentPrice(game),
    oldPrice: game.oldPrice ?? undefined,
    discountPercent: game.discountPercent ?? undefined,
    rating: game.rating ?? undefined,
  };
}
