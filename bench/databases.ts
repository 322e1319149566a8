import pg from 'pg';
import { parseConfig } from '../apps/server/src/config.ts';
import { stockDemo } from '../apps/server/src/demo/demo-keys.ts';
import { importCatalogue } from '../apps/server/src/features/catalogue/catalogue-import.service.ts';
import { createKeysService } from '../apps/server/src/features/keys/keys.service.ts';
import { connect, type Database } from '../apps/server/src/platform/database/connection.ts';
import { migrate } from '../apps/server/src/platform/database/migrator.ts';
import { readDemoCatalogue } from '../apps/server/src/testing/demo-catalogue.ts';
import { createDatabase, databaseUrl } from '../apps/server/src/testing/test-database.ts';
import type { CatalogueSample } from './catalogue-paths.ts';
import { generateCatalogue } from './generated-catalogue.ts';

/** A database with the demo catalogue and, with `products`, generated products in addition. */
export async function prepareDatabase(
  clusterUrl: string,
  name: string,
  say: (line: string) => void,
  products = 0,
  seed = 1,
) {
  await createDatabase(clusterUrl, name, 'template1');
  const url = databaseUrl(clusterUrl, name);
  await migrate(url);
  const database = connect({ url, poolSize: 2 });
  await importCatalogue(database, readDemoCatalogue());
  await stockDemo(database, createKeysService(database, { current: parseConfig({}).keyEncryptionKey }));
  await database.destroy();
  if (products > 0) {
    const started = Date.now();
    await generateCatalogue(url, products, seed);
    say(`  a catalogue of ${products.toLocaleString('en')} products: ${Math.round((Date.now() - started) / 1000)} s`);
  }
  return url;
}

/** Games, products and categories, taken evenly from the whole catalogue. */
export async function sampleCatalogue(url: string, size: number): Promise<CatalogueSample> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows = async <T>(sql: string, parameters: unknown[] = []) => (await client.query(sql, parameters)).rows as T[];
  const every = (table: string) =>
    `FROM ${table} WHERE id % greatest(1, (SELECT count(*) / $1 FROM ${table})) = 0 ORDER BY id LIMIT $1`;
  const games = await rows<{ id: number; name: string }>(`SELECT id, name ${every('game')}`, [size]);
  const products = await rows<{ id: number }>(`SELECT id ${every('product')}`, [size]);
  const categories = await rows<{ name: string }>('SELECT name FROM category');
  await client.end();
  return {
    gameIds: games.map(({ id }) => id),
    names: games.map(({ name }) => name),
    productIds: products.map(({ id }) => id),
    categories: categories.map(({ name }) => name),
  };
}

/** Offers of keys that are for sale. */
export const listAvailableKeys = (database: Database, limit: number): Promise<{ id: number }[]> =>
  database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .where('available', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();
