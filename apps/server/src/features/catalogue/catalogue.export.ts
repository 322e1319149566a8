import { stringify } from 'yaml';
import type { Connection } from '../../platform/database/connection.ts';
import type { CatalogueData } from './catalogue.file.ts';
import { readGames, readGroups, readNews } from './catalogue.read.ts';

/** The whole catalogue in the format that `catalogue import` reads. */
export async function exportCatalogue(db: Connection): Promise<string> {
  const [categories, instructions, countries, games, groups, news] = await Promise.all([
    db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute(),
    db.selectFrom('instruction').selectAll().orderBy('name').execute(),
    db.selectFrom('country').selectAll().orderBy('position').orderBy('id').execute(),
    readGames(db),
    readGroups(db),
    readNews(db),
  ]);
  const data: CatalogueData = {
    categories: categories.map(({ id, name, title, hue }) => ({ id, name, title, hue })),
    instructions: Object.fromEntries(instructions.map(({ name, body }) => [name, body])),
    countries: countries.map(({ id, code, name }) => ({ id, code, name })),
    games,
    groups,
    news,
  };
  return stringify(data, { lineWidth: 0, aliasDuplicateObjects: false });
}
