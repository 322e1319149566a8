import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { editDistance, foldUnfinished, foldWords, swapLayout } from './search-text.ts';

/**
 * Search in three steps, each bounded whatever the size of the catalogue: the words of the query are looked up among
 * the known words (exact, then beginning, then similar); the games of the rarest word are intersected with the
 * others'; the games that are left are ranked.
 */

const MAXIMUM_WORDS = 6;
const WORDS_PER_TOKEN = 12;
const SIMILAR_CANDIDATES = 40;
const MAXIMUM_POSTINGS = 2000;
const MAXIMUM_NAMED = 40;

interface KnownWord {
  id: number;
  word: string;
  games: number;
  /** 1 the same word, less for a beginning, less again for a similar one. */
  quality: number;
}

/** A reading of the query: as typed, as the beginning of something, or as typed under the other keyboard layout. */
interface Reading {
  words: string[];
  known: KnownWord[][];
}

/** Ids of the matching games, best first. */
export type GameSearch = (query: string, limit: number) => Promise<number[]>;

/** A page asks for its games and for their filters at the same time: the same search runs once. */
export function createGameSearch(db: Connection): GameSearch {
  const running = new Map<string, Promise<number[]>>();
  return (query, limit) => {
    const key = `${limit} ${query}`;
    const shared = running.get(key);
    if (shared) return shared;
    const search = searchGames(db, query, limit).finally(() => running.delete(key));
    running.set(key, search);
    return search;
  };
}

export async function searchGames(db: Connection, query: string, limit: number): Promise<number[]> {
  const readings = readingsOf(query);
  if (readings.length === 0) return [];
  await lookUpWords(db, readings);
  let reading = readings.find(isComplete);
  if (!reading) {
    await lookUpSimilar(db, readings);
    reading = readings.toSorted((a, b) => completeness(b) - completeness(a))[0];
  }
  if (!reading || completeness(reading) === 0) return [];
  return findGames(db, reading, limit);
}

function readingsOf(query: string): Reading[] {
  const [finished, unfinished, swapped] = [foldWords(query), foldUnfinished(query), foldWords(swapLayout(query))];
  // A search for a numeral alone is unlikely: "x" means Xbox rather than ten.
  const isLoneNumeral = finished.length === 1 && /^\d/.test(finished[0] ?? '');
  const inOrder = isLoneNumeral ? [unfinished, finished, swapped] : [finished, unfinished, swapped];
  const readings = inOrder.map((words) => words.slice(0, MAXIMUM_WORDS));
  const unique = new Map(readings.map((words) => [words.join(' '), words]));
  unique.delete('');
  return [...unique.values()].map((words) => ({ words, known: words.map(() => []) }));
}

const isComplete = (reading: Reading) => reading.known.every((words) => words.length > 0);

/** How well the words of the query match: two uncertain matches count less than one exact match. */
const completeness = (reading: Reading) =>
  reading.known.reduce((sum, words) => sum + Math.max(0, ...words.map((word) => word.quality)), 0) /
  reading.known.length;

type Hit = Omit<KnownWord, 'quality'> & { reading: number; place: number };

async function lookUpWords(db: Connection, readings: Reading[]): Promise<void> {
  const { readingNumbers, places, words } = columns(readings, () => true);
  const { rows } = await sql<Hit>`
    SELECT asked.reading, asked.place, found.id, found.word, found.games
    FROM unnest(${readingNumbers}::int[], ${places}::int[], ${words}::text[]) AS asked (reading, place, word)
    CROSS JOIN LATERAL (
      SELECT id, word, games FROM search_word
      WHERE search_word.word >= asked.word COLLATE "C" AND search_word.word < (asked.word || ${'\u{10ffff}'}) COLLATE "C"
      ORDER BY search_word.word <> asked.word, games DESC, id LIMIT ${WORDS_PER_TOKEN}
    ) AS found`.execute(db);
  for (const row of rows) {
    const asked = readings[row.reading]?.words[row.place] ?? '';
    const quality = row.word === asked ? 1 : 0.7 + 0.25 * (asked.length / row.word.length);
    readings[row.reading]?.known[row.place]?.push({ id: row.id, word: row.word, games: row.games, quality });
  }
  // Only the last word may be incomplete. For the others an exact match counts alone.
  for (const { known } of readings) {
    known.forEach((words, place) => {
      const exact = words.find(({ quality }) => quality === 1);
      if (exact && place < known.length - 1) known[place] = [exact];
    });
  }
}

async function lookUpSimilar(db: Connection, readings: Reading[]): Promise<void> {
  const missing = columns(
    readings,
    (reading, place) => reading.known[place]?.length === 0 && (reading.words[place]?.length ?? 0) > 2,
  );
  if (missing.words.length === 0) return;
  const { rows } = await sql<Hit>`
    SELECT asked.reading, asked.place, found.id, found.word, found.games
    FROM unnest(${missing.readingNumbers}::int[], ${missing.places}::int[], ${missing.words}::text[]) AS asked (reading, place, word)
    CROSS JOIN LATERAL (
      SELECT id, word, games FROM search_word WHERE search_word.word % asked.word
      ORDER BY similarity(search_word.word, asked.word) DESC, games DESC LIMIT ${SIMILAR_CANDIDATES}
    ) AS found`.execute(db);
  for (const row of rows) {
    const asked = readings[row.reading]?.words[row.place] ?? '';
    const allowed = asked.length < 5 ? 1 : asked.length < 9 ? 2 : 3;
    const distance = editDistance(asked, row.word, allowed);
    if (distance > allowed) continue;
    const quality = 0.65 - 0.5 * (distance / asked.length);
    readings[row.reading]?.known[row.place]?.push({ id: row.id, word: row.word, games: row.games, quality });
  }
}

function columns(readings: Reading[], wanted: (reading: Reading, place: number) => boolean) {
  const readingNumbers: number[] = [];
  const places: number[] = [];
  const words: string[] = [];
  readings.forEach((reading, number) => {
    reading.words.forEach((word, place) => {
      if (!wanted(reading, place)) return;
      readingNumbers.push(number);
      places.push(place);
      words.push(word);
    });
  });
  return { readingNumbers, places, words };
}

/**
 * Games of the rarest word, checked against the others, and games whose whole name begins with the query. The whole
 * name comes first, then names that begin so, then the best words; popularity decides between equals, and after it sales
 * and views. A word that no game has is ignored.
 */
async function findGames(db: Connection, reading: Reading, limit: number): Promise<number[]> {
  const tokens = reading.known.filter((words) => words.length > 0).toSorted((a, b) => gamesOf(a) - gamesOf(b));
  const [rarest = [], ...others] = tokens;
  const idsOf = (words: KnownWord[]) => words.map((word) => word.id);
  const perWord = others.length === 0 ? limit : Math.max(limit, Math.floor(MAXIMUM_POSTINGS / rarest.length));
  const everyOther = others.map(
    (words) =>
      sql`AND EXISTS (SELECT 1 FROM search_posting p WHERE p.game_id = first.game_id AND p.word_id = ANY(${idsOf(words)}))`,
  );
  const asked = reading.words.join(' ');
  const { rows } = await sql<{ id: number }>`
    WITH first AS (
      SELECT posting.game_id, posting.popularity, asked.quality
      FROM unnest(${idsOf(rarest)}::int[], ${rarest.map((word) => word.quality)}::real[]) AS asked (word_id, quality)
      CROSS JOIN LATERAL (
        SELECT game_id, popularity FROM search_posting WHERE word_id = asked.word_id
        ORDER BY popularity DESC, game_id LIMIT ${perWord}
      ) AS posting
    ), found AS (
      (SELECT game_id AS id, max(quality) AS quality, max(popularity) AS popularity
       FROM first WHERE true ${sql.join(everyOther, sql` `)}
       GROUP BY game_id ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${limit})
      UNION ALL
      (SELECT id, CASE WHEN search_name = ${asked} THEN 4 WHEN starts_with(search_name, ${`${asked} `}) THEN 3 ELSE 1 END, popularity
       FROM game
       WHERE search_name >= ${asked} COLLATE "C" AND search_name < ${`${asked}\u{10ffff}`} COLLATE "C"
       ORDER BY search_name, id LIMIT ${MAXIMUM_NAMED})
    )
    SELECT found.id FROM found JOIN game ON game.id = found.id AND game.offer_count > 0
    GROUP BY found.id, game.demand
    ORDER BY max(quality) + max(found.popularity) / 100.0 DESC, game.demand DESC, found.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const gamesOf = (words: KnownWord[]) => words.reduce((sum, word) => sum + word.games, 0);
