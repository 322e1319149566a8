/** What the score reads of a game. */
export interface ComparedGame {
  id: number;
  type: string | null;
  series: string | null;
  developer: string | null;
  publisher: string | null;
  genres: readonly string[];
  /** Popularity and demand, 0 to 200. */
  rank: number;
  /** The motif of the generated cover. Absent for a game with an uploaded one. */
  motif?: string;
}

export const SIMILAR_REASONS = ['series', 'developer', 'publisher', 'genres'] as const;
export interface SimilarReason {
  kind: (typeof SIMILAR_REASONS)[number];
  /** What both have: one name, or the common genres. */
  values: string[];
}

export interface SimilarGame<Game> {
  game: Game;
  reason: SimilarReason;
}

/**
 * The next part of a series is what most people look for. A studio says more about a game than its publisher does. Genres
 * count by the part that both share of all that they have. Popularity only orders games that are equally alike.
 */
const POINTS = { series: 100, developer: 30, publisher: 20, genres: 60 };
const POPULARITY_POINTS = 10;
const MAX_RANK = 200;
/** Half of the genres, or the publisher. */
const MIN_POINTS = 20;

/**
 * The games that are most like the given one, the best first, each with the reason that counts most. A game that only
 * shares genres and repeats a cover of the row gives way to the next one.
 */
export function similarGames<Game extends ComparedGame>(
  game: ComparedGame,
  others: readonly Game[],
  limit: number,
): SimilarGame<Game>[] {
  const alike = others
    .filter(({ id, type }) => id !== game.id && type === game.type)
    .map((other) => ({ game: other, ...compare(game, other) }))
    .filter(({ points }) => points >= MIN_POINTS)
    .toSorted((a, b) => totalOf(b) - totalOf(a) || a.game.id - b.game.id)
    .map(({ game: other, reason }) => ({ game: other, reason }));
  const motifs = new Set<string>();
  const isRepeated = ({ game: { motif }, reason }: SimilarGame<Game>) => {
    if (motif === undefined) return false;
    const isKnown = motifs.has(motif);
    motifs.add(motif);
    return isKnown && reason.kind === 'genres';
  };
  const { first = [], repeated = [] } = Object.groupBy(alike, (found) => (isRepeated(found) ? 'repeated' : 'first'));
  return [...first, ...repeated].slice(0, limit);
}

const totalOf = ({ points, game }: { points: number; game: ComparedGame }) =>
  points + (POPULARITY_POINTS * game.rank) / MAX_RANK;

function compare(one: ComparedGame, other: ComparedGame): { points: number; reason: SimilarReason } {
  const common = one.genres.filter((genre) => other.genres.includes(genre));
  const all = new Set([...one.genres, ...other.genres]).size;
  const same = (kind: 'series' | 'developer' | 'publisher') => {
    const value = one[kind];
    return value !== null && value === other[kind]
      ? { kind, points: POINTS[kind], values: [value] }
      : { kind, points: 0, values: [] };
  };
  const parts = [
    same('series'),
    same('developer'),
    same('publisher'),
    { kind: 'genres' as const, points: all === 0 ? 0 : (POINTS.genres * common.length) / all, values: common },
  ];
  const [best] = parts.toSorted((a, b) => b.points - a.points);
  return {
    points: parts.reduce((sum, { points }) => sum + points, 0),
    reason: { kind: best?.kind ?? 'genres', values: best?.values ?? [] },
  };
}
