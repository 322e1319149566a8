import { sql } from 'kysely';
import type { Connection } from '../../database/connection.ts';
import { editDistance, foldWords, swapLayout } from './search-text.ts';

/**
 * Search in three steps, each bounded whatever the size of the catalogue: the words of the query are looked up among
 * the known words (exact, then beginning, then similar); the games of the rarest word are intersected with the
 * others'; the survivors are ranked.
 */

const MAXIMUM_WORDS = 6;
const WORDS_PER_TOKEN = 12;
const SIMILAR_CANDIDATES = 40;
const MAXIMUM_MATCHES = 1000;

interface KnownWord {
  id: number;
  word: string;
  games: number;
  /** 1 the same word, less for a beginning, less again for a similar one. */
  quality: number;
}

/** A reading of the query: as typed, or as typed under the other keyboard layout. */
interface Reading {
  words: string[];
  known: KnownWord[][];
}

/** Ids of the matching games, best first; at most 1000. */
export async function searchGames(db: Connection, query: string): Promise<number[]> {
  const readings = readingsOf(query);
  if (readings.length === 0) return [];
  await lookUpWords(db, readings);
  let reading = readings.find(isComplete);
  if (!reading) {
    await lookUpSimilar(db, readings);
    reading = readings.toSorted((a, b) => completeness(b) - completeness(a))[0];
  }
  if (!reading || completeness(reading) === 0) return [];
  return rank(await findCandidates(db, reading), reading);
}

function readingsOf(query: string): Reading[] {
  const readings = [query, swapLayout(query)].map((text) => foldWords(text).slice(0, MAXIMUM_WORDS));
  const unique = new Map(readings.map((words) => [words.join(' '), words]));
  unique.delete('');
  return [...unique.values()].map((words) => ({ words, known: words.map(() => []) }));
}

const isComplete = (reading: Reading) => reading.known.every((words) => words.length > 0);

/** How much of the query is understood, and how well: two half-guessed words weigh less than one that is certain. */
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
    // One letter begins too many words to mean any of them, unless it is all there is.
    const quality = row.word === asked ? 1 : 0.7 + 0.25 * (asked.length / row.word.length);
    readings[row.reading]?.known[row.place]?.push({ id: row.id, word: row.word, games: row.games, quality });
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

interface Candidate {
  id: number;
  search_name: string;
  popularity: number;
  word_ids: number[];
}

/** Games of the rarest word, checked against the others; a word nobody knows is left out of the demand. */
async function findCandidates(db: Connection, reading: Reading): Promise<Candidate[]> {
  const tokens = reading.known
    .filter((words) => words.length > 0)
    .toSorted((a, b) => gamesOf(a) - gamesOf(b))
    .map((words) => words.map((word) => word.id));
  const [rarest = [], ...others] = tokens;
  const everyOther = others.map(
    (ids) =>
      sql`AND EXISTS (SELECT 1 FROM search_posting p WHERE p.game_id = first.game_id AND p.word_id = ANY(${ids}))`,
  );
  const { rows } = await sql<Candidate>`
    WITH first AS (
      SELECT DISTINCT postings.game_id FROM unnest(${rarest}::int[]) AS asked (word_id)
      CROSS JOIN LATERAL (
        SELECT game_id FROM search_posting WHERE word_id = asked.word_id ORDER BY popularity DESC, game_id LIMIT ${MAXIMUM_MATCHES}
      ) AS postings
    ), matching AS (
      SELECT first.game_id FROM first WHERE true ${sql.join(everyOther, sql` `)}
    )
    SELECT game.id, game.search_name, game.popularity,
      ARRAY(SELECT p.word_id FROM search_posting p WHERE p.game_id = game.id AND p.word_id = ANY(${tokens.flat()})) AS word_ids
    FROM matching JOIN game ON game.id = matching.game_id
    WHERE game.offer_count > 0
    ORDER BY game.popularity DESC, game.id LIMIT ${MAXIMUM_MATCHES}`.execute(db);
  return rows;
}

const gamesOf = (words: KnownWord[]) => words.reduce((sum, word) => sum + word.games, 0);

/** The whole name first, then names that begin so, then the best words; popularity decides between equals. */
function rank(candidates: Candidate[], reading: Reading): number[] {
  const asked = reading.words.join(' ');
  const qualities = new Map(reading.known.flat().map((word) => [word.id, word.quality]));
  const scored = candidates.map(({ id, search_name: name, popularity, word_ids: ids }) => {
    const exact = name === asked ? 4 : name.startsWith(`${asked} `) ? 3 : name.startsWith(asked) ? 2 : 0;
    const words = ids.reduce((sum, word) => sum + (qualities.get(word) ?? 0), 0) / reading.words.length;
    return { id, score: exact + Math.min(words, 1.5) * 2 + popularity / 100 };
  });
  return scored.toSorted((a, b) => b.score - a.score || a.id - b.id).map(({ id }) => id);
}
