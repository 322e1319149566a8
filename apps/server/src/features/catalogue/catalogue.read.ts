import { mapAttributes } from '@oyna/domain/offer-attributes';
import type { Connection } from '../../platform/database/connection.ts';
import type { CatalogueData, GameData, NewsData } from './catalogue.file.ts';
import { fileDetailsOf } from './catalogue-details.schemas.ts';

/** Games with their offers as files have them; all of them without `ids`. */
export async function readGames(db: Connection, ids?: number[]): Promise<GameData[]> {
  const all = { games: db.selectFrom('game').selectAll(), products: db.selectFrom('product').selectAll() };
  const [games, products, categories] = await Promise.all([
    (ids ? all.games.where('id', 'in', ids) : all.games).orderBy('id').execute(),
    (ids ? all.products.where('game_id', 'in', ids) : all.products)
      .orderBy('game_id')
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db.selectFrom('category').select(['id', 'name']).execute(),
  ]);
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const offers = Map.groupBy(products, (product) => product.game_id);
  return games.map((game) => ({
    id: game.id,
    name: game.name,
    ...(game.aliases.length > 0 ? { aliases: game.aliases } : {}),
    category: categoryNames.get(game.category_id) ?? '',
    ...(game.genres.length > 0 ? { genres: game.genres } : {}),
    ...(game.developer ? { developer: game.developer } : {}),
    ...(game.publisher ? { publisher: game.publisher } : {}),
    ...(game.released_on ? { released: game.released_on } : {}),
    ...fileDetailsOf(game),
    popularity: game.popularity,
    art: game.art,
    ...(game.old_price_extra_cents > 0 ? { oldPriceExtra: game.old_price_extra_cents / 100 } : {}),
    description: game.description,
    offers: (offers.get(game.id) ?? []).map((offer) => ({
      id: offer.id,
      edition: offer.edition,
      type: offer.type as 'Key',
      ...mapAttributes((name) => offer[name]),
      // Two decimals of a whole number of cents: exact in the text that is written.
      price: offer.price_cents / 100,
      priceWithDiscount: offer.price_with_discount_cents / 100,
      instruction: offer.instruction_name,
      ...(offer.offered ? {} : { available: false }),
    })),
  }));
}

export async function readGroups(db: Connection): Promise<NonNullable<CatalogueData['groups']>> {
  const [groups, recommendations] = await Promise.all([
    db.selectFrom('recommendation_group').selectAll().orderBy('position').orderBy('name').execute(),
    db.selectFrom('recommendation').selectAll().orderBy('position').execute(),
  ]);
  const members = Map.groupBy(recommendations, (row) => row.group_name);
  return groups.map(({ name, title }) => ({
    name,
    title,
    games: (members.get(name) ?? []).map(({ game_id }) => game_id),
  }));
}

/** All news without `id`. */
export async function readNews(db: Connection, id?: number): Promise<NewsData[]> {
  const all = db.selectFrom('news').selectAll().orderBy('id');
  const rows = await (id === undefined ? all : all.where('id', '=', id)).execute();
  return rows.map(({ id, published_on: published, title, summary, body, art }) => ({
    id,
    published,
    title,
    summary,
    body,
    art,
  }));
}
