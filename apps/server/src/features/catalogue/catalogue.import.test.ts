import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDemoCatalogue } from '../../testing/demo-catalogue.ts';
import { PATIENTLY } from '../../testing/eventually.ts';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { exportCatalogue } from './catalogue.export.ts';
import { importCatalogue } from './catalogue-import.service.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const give = (text: string) => importFiles(store.database, { 'sample.yaml': text });
const get = async (url: string) => (await store.server.inject(url)).json();

/** All rows of a table but the times of writing. */
async function rowsOf(table: string): Promise<unknown[]> {
  const { rows } =
    await sql`SELECT to_jsonb(t) - 'updated_at' AS row FROM ${sql.table(table)} t ORDER BY t::text`.execute(
      store.database,
    );
  return rows;
}
const CATALOGUE = [
  'category',
  'instruction',
  'country',
  'game',
  'product',
  'recommendation_group',
  'recommendation',
  'news',
  'product_total',
  'game_total',
];
const contents = async () =>
  Object.fromEntries(await Promise.all(CATALOGUE.map(async (table) => [table, await rowsOf(table)])));
const words = async () =>
  (
    await sql`SELECT word, games, (SELECT array_agg(game_id ORDER BY game_id) FROM search_posting WHERE word_id = id) FROM search_word ORDER BY word`.execute(
      store.database,
    )
  ).rows;

beforeEach(() => give(SAMPLE_CATALOGUE));

describe('an import', () => {
  it('is read through the API at once', async () => {
    await expect
      .poll(() => get('/api/v1/products/101?lng=kz'), PATIENTLY)
      .toMatchObject({
        name: 'Silver Saiga — Standard',
        price: 1999,
        priceWithDiscount: 999,
        oldPrice: 1999,
        description: '<p>Киік туралы</p>',
        instruction: '<p>Кілтті енгізіңіз</p>',
        gameName: 'Silver Saiga',
        categoryName: 'RPG',
      });
    expect(await get('/api/v1/game/20')).toMatchObject({
      price: 500,
      priceWithDiscount: 450,
      platform: 'Xbox',
      releasedOn: null,
    });
    expect((await get('/api/v1/Recomendation'))[0].games.map(({ id }: { id: number }) => id)).toEqual([20, 10]);
  });

  it('made again changes nothing', async () => {
    const before = { ...(await contents()), words: await words() };
    await give(SAMPLE_CATALOGUE);
    expect({ ...(await contents()), words: await words() }).toEqual(before);
  });

  it('updates what was there', async () => {
    await give(
      SAMPLE_CATALOGUE.replace('priceWithDiscount: 9.99', 'priceWithDiscount: 7.77')
        .replace('name: Night Rally', 'name: Day Rally')
        .replace('games: [20, 10]', 'games: [10]'),
    );
    await expect.poll(() => get('/api/v1/game/10'), PATIENTLY).toMatchObject({ priceWithDiscount: 777 });
    expect(await get('/api/v1/products/201')).toMatchObject({ gameName: 'Day Rally', name: 'Day Rally — Standard' });
    expect((await get('/api/v1/Recomendation'))[0].games.map(({ id }: { id: number }) => id)).toEqual([10]);
  });

  it('moves a game with all its offers to another category', async () => {
    await give(SAMPLE_CATALOGUE.replace('category: RPG', 'category: Racing'));
    await expect.poll(() => get('/api/v1/products?categoryname=Racing'), PATIENTLY).toMatchObject({ totalSize: 3 });
    expect(await get('/api/v1/products?categoryname=RPG')).toMatchObject({ items: [], totalSize: 0 });
    expect((await get('/api/v1/info/categories')).map(({ gameCount }: { gameCount: number }) => gameCount)).toEqual([
      0, 2,
    ]);
  });

  it('withdraws offers that a game no longer has, and deletes none', async () => {
    const without =
      SAMPLE_CATALOGUE.slice(0, SAMPLE_CATALOGUE.indexOf('      - id: 101')) +
      SAMPLE_CATALOGUE.slice(SAMPLE_CATALOGUE.indexOf('      - id: 102'));
    await give(without);
    await expect.poll(() => get('/api/v1/products/101'), PATIENTLY).toMatchObject({ available: false, price: 1999 });
    expect(await get('/api/v1/products/102')).toMatchObject({ available: true });
    expect(await get('/api/v1/game/10')).toMatchObject({ price: 2999, available: true });
    await give(SAMPLE_CATALOGUE);
    await expect.poll(() => get('/api/v1/products/101'), PATIENTLY).toMatchObject({ available: true });
  });

  it('leaves games alone that the files do not name', async () => {
    const games = SAMPLE_CATALOGUE.slice(SAMPLE_CATALOGUE.indexOf('games:'), SAMPLE_CATALOGUE.indexOf('  - id: 20'));
    await give(games.replace('popularity: 50', 'popularity: 51'));
    expect(await get('/api/v1/products/201')).toMatchObject({ available: true });
  });

  it('shows an offer that is not available, without a price on the card', async () => {
    await give(SAMPLE_CATALOGUE.replace('priceWithDiscount: 4.5', 'priceWithDiscount: 4.5\n        available: false'));
    await expect
      .poll(() => get('/api/v1/game/20'), PATIENTLY)
      .toMatchObject({ available: false, price: null, priceWithDiscount: null });
    expect(await get('/api/v1/products?gameid=20')).toMatchObject({
      totalSize: 1,
      items: [{ id: 201, available: false }],
    });
  });

  it('is all or nothing when the database refuses the last of it', async () => {
    const before = await contents();
    await sql`ALTER TABLE recommendation ADD CONSTRAINT none CHECK (position < 0) NOT VALID`.execute(store.database);
    try {
      await expect(give(SAMPLE_CATALOGUE.replaceAll('Saiga', 'Kulan').replace('hue: 265', 'hue: 1'))).rejects.toThrow(
        /none/,
      );
    } finally {
      await sql`ALTER TABLE recommendation DROP CONSTRAINT none`.execute(store.database);
    }
    expect(await contents()).toEqual(before);
  });
});

describe('export', () => {
  async function roundTrip(text: string): Promise<[string, string]> {
    const other = await createTestStore({ template: 'empty' });
    try {
      await importFiles(other.database, { 'export.yaml': text });
      return [text, await exportCatalogue(other.database)];
    } finally {
      await other.close();
    }
  }

  it('of the demo, imported into an empty database, is exported the same', async () => {
    const demo = await createTestStore();
    const [before, after] = await roundTrip(await exportCatalogue(demo.database)).finally(() => demo.close());
    expect(after).toBe(before);
    const seed = readDemoCatalogue().flatMap(({ data }) => data.games ?? []);
    expect(before.match(/^ {2}- id: \d+$/gm)?.length).toBeGreaterThan(seed.length);
  });

  it('keeps texts that look like something else', async () => {
    const names = [
      '1984',
      'null',
      'true',
      '~',
      '- dash: #hash',
      'colon: here',
      '2024-02-29',
      '0x10',
      'it\'s "quoted"',
      ' spaces ',
      'Қазақ — «тест»',
      'line\nbreak',
      '{brace}',
      '*star',
      '%percent',
      '!bang',
    ];
    for (const name of names) {
      await give(
        SAMPLE_CATALOGUE.replace('name: Silver Saiga', `name: ${JSON.stringify(name)}`).replace(
          'edition: Deluxe',
          `edition: ${JSON.stringify(name)}`,
        ),
      );
      const before = await exportCatalogue(store.database);
      await importFiles(store.database, { 'export.yaml': before });
      expect(await exportCatalogue(store.database)).toBe(before);
      const game = await store.database.selectFrom('game').select('name').where('id', '=', 10).executeTakeFirst();
      expect(game?.name).toBe(name);
    }
  });

  it('tells what is withdrawn', async () => {
    await store.database.updateTable('product').set({ offered: false }).where('id', '=', 102).execute();
    const text = await exportCatalogue(store.database);
    expect(text.match(/available: false/g)).toHaveLength(1);
    const [before, after] = await roundTrip(text);
    expect(after).toBe(before);
  });

  it('writes every price with its cents, whatever they are', async () => {
    for (const price of ['0.01', '0.07', '0.1', '1.1', '8.2', '19.99', '1005.01', '99999.99', '100000']) {
      await give(
        SAMPLE_CATALOGUE.replace('price: 29.99', 'price: 100000').replace(
          'priceWithDiscount: 29.99',
          `priceWithDiscount: ${price}`,
        ),
      );
      const row = await store.database
        .selectFrom('product')
        .select('price_with_discount_cents as cents')
        .where('id', '=', 102)
        .executeTakeFirst();
      const [whole = '', fraction = ''] = price.split('.');
      expect(row?.cents).toBe(Number(whole + fraction.padEnd(2, '0')));
      expect(await exportCatalogue(store.database)).toContain(`priceWithDiscount: ${Number(price)}\n`);
    }
  });
});

it('reads its own seed into an empty database, and again, with the same result', async () => {
  const other = await createTestStore({ template: 'empty' });
  try {
    const seed = readDemoCatalogue();
    const result = await importCatalogue(other.database, seed);
    expect(result.games).toBeGreaterThanOrEqual(185);
    const once = await exportCatalogue(other.database);
    expect(await importCatalogue(other.database, seed)).toEqual(result);
    expect(await exportCatalogue(other.database)).toBe(once);
  } finally {
    await other.close();
  }
});
