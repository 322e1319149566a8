import type { GameCard } from '@oyna/api-client/models';
import { onceForAnswers } from '~/lib/once-for-answers.server.ts';
import { type CardGame, toCardGame } from './card-game.ts';

/** The same cards for the same answer of the API. */
export function cardsOf(games: readonly GameCard[]): readonly CardGame[] {
  return onceForAnswers('cards', [games], () => games.map(toCardGame));
}
