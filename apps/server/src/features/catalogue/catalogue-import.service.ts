import { LANGUAGES } from '@oyna/domain/constants';
import { attributesOf } from '@oyna/domain/offer-attributes';
import { type Insertable, sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';
import type { DB } from '../../platform/database/tables.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import type { CatalogueSource, GameData } from './catalogue.file.ts';
import { centsOf, checkReferences } from './catalogue.references.ts';
import { indexGames } from './catalogue.search-index.ts';
import { detailColumns } from './catalogue-details.schemas.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';
import { foldWords } from './search-text.ts';

const ROWS_PER_STATEMENT = 500;

export interface ImportResult {
  categories: number;
  games: number;
  offers: number;
  groups: number;
  news: number;
}

/**
 * Creates or updates everything the files hold; all or nothing. An offer that a listed game no longer has is
 * withdrawn, not deleted: a customer may have bought it.
 */
export function importCatalogue(database: Database, sources: CatalogueSource[]): Promise<ImportResult> {
  return inTransaction(database, (db) => writeCatalogue(db, sources));
}

/** Writes games, offers, groups, categories and news: files and drafts go through it. Prices change in `prices`, too. */
export async function writeCatalogue(db: Connection, sources: CatalogueSource[]): Promise<ImportResult> {
  const faults = await checkReferences(db, sources);
  if (faults.length > 0) throw new CatalogueFileError(faults);
  const all = <T>(pick: (data: CatalogueSource['data']) => T[] | undefined) =>
    sources.flatMap(({ data }) => pick(data) ?? []);
  const games = all((data) => data.games);
  const groups = all((data) => data.groups);
  const news = all((data) => data.news);
  const categories = all((data) => data.categories);

  await upsert(
    db,
    'category',
    ['id'],
    categories.map((category, position) => ({ ...category, position })),
  );
  const instructions = sources.flatMap(({ data }) => Object.entries(data.instructions ?? {}));
  await upsert(
    db,
    'instruction',
    ['name'],
    instructions.map(([name, body]) => ({ name, body: cleaned(body) })),
  );
  await upsert(
    db,
    'country',
    ['id'],
    all((data) => data.countries).map((country, position) => ({ ...country, position })),
  );
  await importGames(db, games);
  await upsert(
    db,
    'news',
    ['id'],
    news.map(({ published, body, ...rest }) => ({
      ...rest,
      published_on: published,
      body: cleaned(body),
    })),
  );
  await upsert(
    db,
    'recommendation_group',
    ['name'],
    groups.map(({ name, title }, position) => ({ name, title, position })),
  );
  for (const { name, games: ids } of groups) {
    await db.deleteFrom('recommendation').where('group_name', '=', name).execute();
    await upsert(
      db,
      'recommendation',
      ['group_name', 'game_id'],
      ids.map((game_id, position) => ({ group_name: name, game_id, position })),
    );
  }
  const result = {
    categories: categories.length,
    games: games.length,
    offers: games.reduce((sum, game) => sum + game.offers.length, 0),
    groups: groups.length,
    news: news.length,
  };
  return result;
}

async function importGames(db: Connection, games: GameData[]): Promise<void> {
  const rows = await db.selectFrom('category').select(['id', 'name']).execute();
  const categoryIds = new Map(rows.map(({ id, name }) => [name, id]));
  const categoryOf = (game: GameData) => categoryIds.get(game.category) ?? 0;

  await upsert(
    db,
    'game',
    ['id'],
    games.map((game, position) => ({
      id: game.id,
      name: game.name,
      search_name: foldWords(game.name).join(' '),
      aliases: game.aliases ?? [],
      category_id: categoryOf(game),
      genres: game.genres ?? [],
      developer: game.developer ?? null,
      publisher: game.publisher ?? null,
      released_on: game.released ?? null,
      ...detailColumns(game),
      popularity: game.popularity,
      description: cleaned(game.description),
      old_price_extra_cents: centsOf(game.oldPriceExtra ?? 0),
      art: game.art,
      position,
    })),
  );

  const offers = games.flatMap((game) =>
    game.offers.map((offer, position) => ({
      id: offer.id,
      game_id: game.id,
      category_id: categoryOf(game),
      name: `${game.name} — ${offer.edition}`,
      sort_name: `${game.name} — ${offer.edition}`.toLowerCase(),
      edition: offer.edition,
      type: offer.type,
      ...attributesOf(offer),
      price_cents: centsOf(offer.price),
      price_with_discount_cents: centsOf(offer.priceWithDiscount),
      instruction_name: offer.instruction,
      offered: offer.available ?? true,
      popularity: game.popularity,
      released_on: game.released ?? null,
      position,
    })),
  );
  await upsert(db, 'product', ['id'], offers);
  const gameIds = games.map(({ id }) => id);
  await sql`
    UPDATE product SET offered = false
    WHERE offered AND game_id = ANY(${gameIds}) AND id <> ALL(${offers.map(({ id }) => id)})`.execute(db);
  // The key vault decides whether an offer is available.
  await sql`SELECT refresh_availability(ARRAY(SELECT id FROM product WHERE game_id = ANY(${gameIds})))`.execute(db);
  await indexGames(db, games);
}

async function upsert<T extends keyof DB & string>(
  db: Connection,
  table: T,
  key: string[],
  rows: Insertable<DB[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
  const updates = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT) as never)
      .onConflict((conflict) => conflict.columns(key as never).doUpdateSet(updates as never))
      .execute();
  }
}

const cleaned = (text: LocalizedText) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, sanitizeHtml(text[language])])) as LocalizedText;
