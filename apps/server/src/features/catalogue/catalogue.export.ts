import { mapAttributes } from '@oyna/domain/offer-attributes';
import { stringify } from 'yaml';
import type { Connection } from '../../platform/database/connection.ts';
import type { CatalogueData } from './catalogue.file.ts';

/** The whole catalogue in the format that `catalogue import` reads. */
export async function exportCatalogue(db: Connection): Promise<string> {
  const [categories, instructions, countries, games, products, groups, recommendations, news] = await Promise.all([
    db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('instruction').selectAll().orderBy('name').execute(),
    db.selectFrom('country').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('game').selectAll().orderBy('id').execute(),
    db.selectFrom('product').selectAll().orderBy('game_id').orderBy('position').orderBy('id').execute(),
    db.selectFrom('recommendation_group').selectAll().orderBy('position').orderBy('name').execute(),
    db.selectFrom('recommendation').selectAll().orderBy('position').execute(),
    db.selectFrom('news').selectAll().orderBy('id').execute(),
  ]);
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const offers = Map.groupBy(products, (product) => product.game_id);
  const members = Map.groupBy(recommendations, (row) => row.group_name);

  const data: CatalogueData = {
    categories: categories.map(({ id, name, title, hue }) => ({ id, name, title, hue })),
    instructions: Object.fromEntries(instructions.map(({ name, body }) => [name, body])),
    countries: countries.map(({ id, code, name }) => ({ id, code, name })),
    games: games.map((game) => ({
      id: game.id,
      name: game.name,
      ...(game.aliases.length > 0 ? { aliases: game.aliases } : {}),
      category: categoryNames.get(game.category_id) ?? '',
      ...(game.genres.length > 0 ? { genres: game.genres } : {}),
      ...(game.developer ? { developer: game.developer } : {}),
      ...(game.publisher ? { publisher: game.publisher } : {}),
      ...(game.released_on ? { released: game.released_on } : {}),
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
    })),
    groups: groups.map(({ name, title }) => ({
      name,
      title,
      games: (members.get(name) ?? []).map(({ game_id }) => game_id),
    })),
    news: news.map(({ id, published_on: published, title, summary, body, art }) => ({
      id,
      published,
      title,
      summary,
      body,
      art,
    })),
  };
  return stringify(data, { lineWidth: 0, aliasDuplicateObjects: false });
}
