import type { GameCard } from '@oyna/api-client/models';
import { presentPrice } from '@oyna/domain/pricing';

export interface SuggestedGame {
  to: string;
  name: string;
  platform: string;
  region: string;
  picture: string;
  colour: string;
  /** US cents. */
  price: number | undefined;
}

export interface SuggestedCategory {
  to: string;
  title: string;
}

export interface Suggestions {
  games: readonly SuggestedGame[];
  categories: readonly SuggestedCategory[];
}

interface Answer {
  games: readonly GameCard[];
  categories: readonly { name: string; title: string }[];
}

export function toSuggestions({ games, categories }: Answer): Suggestions {
  return {
    games: games.map((game) => ({
      to: `/catalog/${game.gameId}`,
      name: game.gameName,
      platform: game.platform,
      region: game.region,
      picture: game.images.poster,
      colour: game.color,
      price: presentPrice(game),
    })),
    categories: categories.map(({ name, title }) => ({
      to: `/catalog?${new URLSearchParams({ categoryname: name })}`,
      title,
    })),
  };
}

/** The page that Enter opens when no suggestion is chosen (spec §2). */
export function resultsPath(query: string): string {
  return `/games?${new URLSearchParams({ name: query })}`;
}

/** The pages of the options in order: games, categories, all results. */
export function optionPaths({ games, categories }: Suggestions, query: string): string[] {
  return [...games, ...categories].map(({ to }) => to).concat(resultsPath(query));
}
