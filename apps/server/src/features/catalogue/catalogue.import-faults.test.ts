import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, importFiles, SAMPLE_CATALOGUE } from '../../testing/sample-catalogue.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const TABLES = [
  'category',
  'instruction',
  'country',
  'game',
  'product',
  'recommendation_group',
  'recommendation',
  'news',
  'search_word',
  'search_posting',
  'product_total',
  'game_total',
];

/** Every row of the catalogue, so that "nothing changed" means nothing. */
async function contents(): Promise<unknown> {
  const rows = TABLES.map((table) =>
    sql`SELECT ${sql.lit(table)} AS "table", t::text AS row FROM ${sql.table(table)} t ORDER BY 2`.execute(
      store.database,
    ),
  );
  return (await Promise.all(rows)).map((result) => result.rows);
}

/** Puts `wrong` in place of `right`; a § in it marks the line that is to be named. */
function spoil(right: string, wrong: string): { text: string; line: number } {
  const [before, after] = [SAMPLE_CATALOGUE.indexOf(right), SAMPLE_CATALOGUE.indexOf(right) + right.length];
  expect(before, right).toBeGreaterThanOrEqual(0);
  const marked = SAMPLE_CATALOGUE.slice(0, before) + wrong + SAMPLE_CATALOGUE.slice(after);
  const mark = wrong.includes('§') ? marked.indexOf('§') : before;
  return { text: marked.replace('§', ''), line: marked.slice(0, mark).split('\n').length };
}

/** The part of the catalogue from one mark up to another. */
function between(from: string, to: string): string {
  return SAMPLE_CATALOGUE.slice(SAMPLE_CATALOGUE.indexOf(from), SAMPLE_CATALOGUE.indexOf(to));
}

type Case = [fault: string, right: string, wrong: string, says: RegExp];

describe('one fault is named by file and line', () => {
  it.each<Case>([
    // Syntax and schema
    ['a bracket left open', 'games: [20, 10]\nnews:', 'games: [20, 10\n§news:', /./],
    ['a key given twice', '    hue: 265', '    hue: 265\n§    hue: 266', /unique/i],
    ['a bad indent', '    name: Night Rally', '§   name: Night Rally', /./],
    ['an alias', '    name: Silver Saiga', '    name: §*saiga', /alias/i],
    ['an unknown property', '    genres: [rpg]', '    §genre: rpg', /genre/],
    ['an unknown property of an offer', '        platform: Xbox', '        platform: Xbox\n        §stock: 5', /stock/],
    ['an unknown section', 'groups:', '§shelves: []\ngroups:', /shelves/],
    ['a missing property', 'id: 201\n        edition: Standard', 'id: 201', /edition/],
    ['a missing language', ', kz: Рөлдік }', ' }', /kz/],
    ['an empty text', 'en: Role-playing', 'en: ""', /title\.en/],
    ['a text of another type', 'name: Silver Saiga', 'name: 2048', /name .*string/],
    ['a number of another type', 'popularity: 50', 'popularity: high', /popularity .*integer/],
    ['a number out of range', 'popularity: 50', 'popularity: 101', /popularity/],
    ['a broken number', 'id: 201', 'id: 201.5', /id .*integer/],
    [
      'an unknown type of offer',
      'type: Key\n        platform: Xbox',
      'type: Coupon\n        platform: Xbox',
      /must be one of .*Key/,
    ],
    ['an unknown motif', 'motif: orbit', 'motif: unicorn', /must be one of/],
    ['a list in place of a text', 'category: Racing', 'category: [Racing]', /category/],
    ['a game without offers', `offers:\n      ${between('- id: 201', 'groups:')}`, 'offers: []\n', /offers/],
    ['a wrong country code', 'code: KZ', 'code: kz', /code/],
    // References and values
    ['a price of three decimals', 'price: 19.99', 'price: 19.999', /decimals/],
    ['a discounted price of three decimals', 'priceWithDiscount: 4.5', 'priceWithDiscount: 4.501', /decimals/],
    ['a price too small to see', 'price: 5\n', 'price: 1e-7\n', /decimals|price/],
    ['a price of nothing', 'priceWithDiscount: 4.5', 'priceWithDiscount: 0', /priceWithDiscount/],
    ['a negative price', 'price: 5\n', 'price: -5\n', /price/],
    ['a discount upwards', 'priceWithDiscount: 9.99', 'priceWithDiscount: 20.00', /above the price/],
    ['an extra of three decimals', 'oldPriceExtra: 10', 'oldPriceExtra: 10.001', /decimals/],
    ['an impossible day of release', 'released: 2024-02-29', 'released: 2023-02-29', /2023-02-29/],
    ['a day in another order', 'released: 2024-02-29', 'released: 29.02.2024', /released/],
    ['an impossible day of news', 'published: 2026-01-31', 'published: 2026-02-31', /2026-02-31/],
    ['a category id used twice', 'id: 2\n', 'id: 1\n', /category id 1 .*sample\.yaml:2/],
    ['a category name used twice', 'name: Racing', 'name: RPG', /rpg .*sample\.yaml:3/],
    ['a category name in another case', 'name: Racing', 'name: rpg', /rpg .*sample\.yaml:3/],
    ['a game id used twice', 'id: 20\n', 'id: 10\n', /game id 10/],
    ['an offer id used twice', 'id: 201', 'id: 101', /offer id 101/],
    ['a game stands twice in a group', 'games: [20, 10]', 'games: [20, 10, 20]', /twice/],
    ['a category that is not there', 'category: RPG', 'category: Cooking', /no category Cooking/],
    [
      'an instruction that is not there',
      'priceWithDiscount: 4.5\n        instruction: steam-key',
      'priceWithDiscount: 4.5\n        instruction: §prayer',
      /no instruction prayer/,
    ],
    ['a game that is not there', 'games: [20, 10]', 'games: [20, 77]', /no game 77/],
  ])('%s', async (_, right, wrong, says) => {
    const { text, line } = spoil(right, wrong);
    const before = await contents();
    const faults = await faultsOf(store.database, { 'sample.yaml': text });
    const named = faults.filter((fault) => fault.startsWith(`sample.yaml:${line}: `));
    expect(
      named.some((fault) => says.test(fault)),
      faults.join('\n'),
    ).toBe(true);
    for (const fault of faults) expect(fault).toMatch(/^sample\.yaml:\d+: ./);
    expect(await contents()).toEqual(before);
  });
});

it('names several faults at once, in several files', async () => {
  const text = [
    ['popularity: 50', 'popularity: 500'],
    ['hue: 18', 'hue: red'],
    ['code: KZ', 'code: KAZ'],
  ].reduce((spoilt, [right = '', wrong = '']) => spoilt.replace(right, wrong), SAMPLE_CATALOGUE);
  const faults = await faultsOf(store.database, { 'one.yaml': text, 'two.yaml': 'games: [', 'three.yaml': 'news: 5' });
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(
    expect.arrayContaining(['one.yaml', 'two.yaml', 'three.yaml']),
  );
  expect(faults.filter((fault) => fault.startsWith('one.yaml:'))).toHaveLength(3);
});

it('names several wrong references and values at once', async () => {
  const text = SAMPLE_CATALOGUE.replace('category: RPG', 'category: Cooking')
    .replace('price: 19.99', 'price: 19.999')
    .replace('[20, 10]', '[20, 11]');
  expect(await faultsOf(store.database, { 'sample.yaml': text })).toHaveLength(3);
});

it('finds what two files give twice', async () => {
  const one = 'instructions:\n  steam-key: { ru: а, en: b, kz: с }\n';
  const faults = await faultsOf(store.database, { 'one.yaml': one, 'two.yaml': `\n${one}` });
  expect(faults).toEqual([expect.stringMatching(/^two\.yaml:3: .*steam-key.* one\.yaml:2/)]);
});

describe('against what the store already holds', () => {
  beforeAll(() => importFiles(store.database, { 'sample.yaml': SAMPLE_CATALOGUE }));

  it.each<[string, string, string]>([
    ['an offer of another game', between('games:', 'groups:').replace('id: 10\n', 'id: 30\n'), 'belongs to game 10'],
    [
      'a category name of another id',
      'categories:\n  - id: 3\n    name: rpg\n    title: { ru: а, en: b, kz: с }\n    hue: 1\n',
      'rpg',
    ],
    ['a country code of another id', 'countries:\n  - id: 3\n    code: KZ\n    name: { ru: а, en: b, kz: с }\n', 'KZ'],
    [
      'a category that the same file renames away',
      between('categories:', 'instructions:').replace('name: RPG', 'name: Roles') + between('games:', 'groups:'),
      'no category RPG',
    ],
  ])('names %s', async (_, text, says) => {
    const before = await contents();
    const faults = await faultsOf(store.database, { 'more.yaml': text });
    expect(faults[0]).toMatch(/^more\.yaml:\d+: /);
    expect(faults.join('\n')).toContain(says);
    expect(await contents()).toEqual(before);
  });

  it('refers to what is there without repeating it', async () => {
    expect(await faultsOf(store.database, { 'games.yaml': between('games:', 'news:') })).toEqual([]);
  });
});

it('takes an empty file for no change', async () => {
  const before = await contents();
  for (const text of ['', '# only a remark\n', '{}', 'games: []\n']) {
    expect(await faultsOf(store.database, { 'empty.yaml': text })).toEqual([]);
  }
  expect(await contents()).toEqual(before);
});

it('does not expand a file of nested aliases', async () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [index, letter] of [...'bcdefghij'].entries())
    bomb.push(`${letter}: &${letter} [${Array(9).fill(`*${'abcdefghij'[index]}`)}]`);
  const faults = await faultsOf(store.database, { 'bomb.yaml': bomb.join('\n') });
  expect(faults[0]).toMatch(/^bomb\.yaml:\d+: /);
});
