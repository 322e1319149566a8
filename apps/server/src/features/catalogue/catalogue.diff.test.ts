import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { describeDiff, diffCatalogue } from './catalogue.diff.ts';
import { parseCatalogueFile } from './catalogue.file.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());
beforeEach(() => importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE }));

const diff = (text: string) => diffCatalogue(store.database, [parseCatalogueFile('sample.yaml', text)]);
const without102 = SAMPLE_CATALOGUE.replace(/ {6}- id: 102\n(?: {8}.+\n)+/, '');
const prices = async () =>
  (await sql`SELECT id, price_with_discount_cents, offered FROM product ORDER BY id`.execute(store.database)).rows;

it('finds nothing to change in the file that was imported', async () => {
  expect(await diff(SAMPLE_CATALOGUE)).toEqual({ added: [], changed: [], unchanged: 3, missing: [], warnings: [] });
});

it('shows new offers, changed ones with both prices, and those that would be withdrawn, and changes nothing', async () => {
  const before = await prices();
  const text = without102
    .replace('priceWithDiscount: 9.99', 'priceWithDiscount: 8.5')
    .replace('- id: 201', '- id: 202')
    .replace('region: TR', 'region: KZ');
  expect(describeDiff(await diff(text))).toEqual([
    'new        202 Night Rally — Standard: $4.50',
    'changed    101 Silver Saiga — Standard: $9.99 → $8.50',
    'withdrawn  102 Silver Saiga — Deluxe: $29.99',
    'withdrawn  201 Night Rally — Standard: $4.50',
    '1 new, 1 changed, 0 unchanged, 2 withdrawn offers',
  ]);
  expect(await prices()).toEqual(before);
});

it('names fields that change beside the price', async () => {
  const { changed, warnings } = await diff(
    SAMPLE_CATALOGUE.replace('region: TR', 'region: KZ').replace('price: 5\n', 'price: 6\n'),
  );
  expect(changed).toMatchObject([{ id: 201, fields: ['region', 'full price'] }]);
  expect(warnings).toEqual([]);
});

it('asks about a price that jumps by more than 30 percent, and about an offer that is forgotten', async () => {
  const { warnings } = await diff(without102.replace('priceWithDiscount: 4.5', 'priceWithDiscount: 0.45'));
  expect(warnings).toEqual([
    '201 Night Rally — Standard: the price changes from $4.50 to $0.45',
    '201 Night Rally — Standard: $0.45 is below the cost of its newest keys, $4.14',
    '102 Silver Saiga — Deluxe: it is not in the files and is withdrawn from sale',
  ]);
});

it('asks about a price below the cost of the newest batch of keys', async () => {
  await sql`INSERT INTO key_batch (product_id, supplier, cost_cents, key_count) VALUES (201, 'a', 900, 1), (201, 'b', 440, 1)`.execute(
    store.database,
  );
  const at = async (price: string) =>
    (await diff(SAMPLE_CATALOGUE.replace('priceWithDiscount: 4.5', `priceWithDiscount: ${price}`))).warnings;
  expect(await at('4.40')).toEqual([]);
  expect(await at('4.39')).toEqual(['201 Night Rally — Standard: $4.39 is below the cost of its newest keys, $4.40']);
  // An import with a wrong cost that was undone.
  await sql`INSERT INTO key_batch (product_id, supplier, cost_cents, key_count, undone_at, undone_by)
    VALUES (201, 'c', 10, 1, now(), 'test')`.execute(store.database);
  expect(await at('4.39')).toEqual(['201 Night Rally — Standard: $4.39 is below the cost of its newest keys, $4.40']);
});

it('refuses a file with a fault', async () => {
  await expect(diff(SAMPLE_CATALOGUE.replace('category: Racing', 'category: Nothing'))).rejects.toThrow(
    CatalogueFileError,
  );
});
