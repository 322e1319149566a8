import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { foldWords, initials } from './search-text.ts';

interface SearchableGame {
  id: number;
  name: string;
  aliases?: string[] | undefined;
  popularity: number;
}

/** Writes the words of these games anew. */
export async function indexGames(db: Connection, games: SearchableGame[]): Promise<void> {
  const entries = games.flatMap((game) =>
    wordsOf(game).map((word) => ({ word, game: game.id, popularity: game.popularity })),
  );
  const words = [...new Set(entries.map(({ word }) => word))];
  const ids = games.map(({ id }) => id);
  const left = await sql<{ id: number }>`
    DELETE FROM search_posting WHERE game_id = ANY(${ids}) RETURNING word_id AS id`.execute(db);
  await sql`INSERT INTO search_word (word, games) SELECT word, 0 FROM unnest(${words}::text[]) AS word ON CONFLICT (word) DO NOTHING`.execute(
    db,
  );
  await sql`
    INSERT INTO search_posting (word_id, game_id, popularity)
    SELECT search_word.id, entry.game, entry.popularity
    FROM unnest(${entries.map(({ word }) => word)}::text[], ${entries.map(({ game }) => game)}::int[],
      ${entries.map(({ popularity }) => popularity)}::smallint[]) AS entry (word, game, popularity)
    JOIN search_word ON search_word.word = entry.word`.execute(db);
  const leftIds = [...new Set(left.rows.map(({ id }) => id))];
  const isTouched = sql`(id = ANY(${leftIds}::int[]) OR word = ANY(${words}::text[]))`;
  await sql`
    UPDATE search_word SET games = (SELECT count(*) FROM search_posting WHERE word_id = search_word.id)
    WHERE ${isTouched}`.execute(db);
  await sql`DELETE FROM search_word WHERE games = 0 AND ${isTouched}`.execute(db);
}

function wordsOf({ name, aliases = [] }: SearchableGame): string[] {
  const ownWords = foldWords(name);
  const short = initials(ownWords);
  return [...new Set([...ownWords, ...aliases.flatMap(foldWords), ...(short ? [short] : [])])];
}
