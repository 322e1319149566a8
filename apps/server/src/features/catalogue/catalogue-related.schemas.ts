import { MAX_VIEWED_GAMES } from '@oyna/domain/constants';
import { RELATION_KINDS } from '@oyna/domain/game-details';
import Type from 'typebox';
import { LanguageParameter } from '../../http/language.ts';
import { component } from '../../http/openapi.ts';
import { GameCard } from './catalogue.schemas.ts';
import { SIMILAR_REASONS } from './similar-games.ts';

const SimilarReason = Type.Object({
  kind: Type.Enum([...SIMILAR_REASONS]),
  values: Type.Array(Type.String(), { description: 'What both games have: a name, or the common genres' }),
});

const DeliveryTime = Type.Object({
  seconds: Type.Integer({ description: 'Median from paid to delivered' }),
  orders: Type.Integer({ description: 'How many of the last orders it is taken from' }),
  platform: Type.Union([Type.String(), Type.Null()], {
    description: 'The platform whose keys were counted; null for keys of this game',
  }),
});

export const RelatedGames = component(
  'RelatedGames',
  Type.Object({
    relations: Type.Array(Type.Object({ kind: Type.Enum(['base', ...RELATION_KINDS]), game: GameCard }), {
      description: 'The base game, its editions and its additions',
    }),
    similar: Type.Array(Type.Object({ game: GameCard, reason: SimilarReason })),
    delivery: Type.Union([DeliveryTime, Type.Null()], { description: 'Null while too few keys were delivered' }),
  }),
);

export const CardsQuery = Type.Object({
  ids: Type.String({
    pattern: `^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,${MAX_VIEWED_GAMES - 1}}$`,
    description: `Ids of up to ${MAX_VIEWED_GAMES} games with commas between them`,
  }),
  lng: LanguageParameter,
});
