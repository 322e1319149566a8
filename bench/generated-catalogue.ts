import pg from 'pg';
import { foldWords } from '../apps/server/src/features/catalogue/search-text.ts';

/** Adds generated games to a database with the demo catalogue until it has the wanted size. */

const OFFERS_PER_GAME = 4;
const BATCH = 5_000;
const FIRST_ID = 1_000_000;
const VOCABULARY = 30_000;

/** For filters: common and rare values, and their combinations. The first offer of a game is its cheapest. */
const PLATFORMS = ['Steam', 'Steam', 'Steam', 'Steam', 'Xbox', 'GOG', 'EA App', 'PlayStation'];
const REGIONS = ['Global', 'Global', 'KZ', 'CIS', 'TR', 'EU', 'US'];
const GENRES = ['action', 'story', 'rpg', 'shooter', 'indie', 'strategy', 'horror', 'racing', 'puzzle', 'mmo'];
const pickOf = (list: string[], place: string) =>
  `(ARRAY[${list.map((value) => `'${value}'`).join(', ')}])[1 + (${place}) % ${list.length}]`;
const platformOf = (offer: string) => pickOf(PLATFORMS, `g.id + ${offer}`);
const regionOf = (offer: string) => pickOf(REGIONS, `g.id / ${PLATFORMS.length} + ${offer}`);

/** A seeded generator: two runs with one seed have the same catalogue. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ONSETS = [
  'b',
  'br',
  'ch',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'sh',
  'st',
  't',
  'tr',
  'v',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io'];
const CODAS = ['', '', 'n', 'r', 's', 'th', 'l', 'm', 'rd', 'x'];

function createVocabulary(random: () => number): string[] {
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? '';
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.floor(random() * 3);
    let word = '';
    for (let i = 0; i < syllables; i++) word += pick(ONSETS) + pick(VOWELS) + pick(CODAS);
    if (word.length > 2) words.add((word[0]?.toUpperCase() ?? '') + word.slice(1));
  }
  return [...words];
}

/** Names of games share their words as real ones do: a few words are everywhere, most are rare (Zipf). */
export function createNames(seed: number): () => string {
  const random = createRandom(seed);
  const vocabulary = createVocabulary(random);
  const word = () => vocabulary[Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random()) - 1)] ?? '';
  return () => {
    const words = Array.from({ length: 2 + Math.floor(random() * 2) }, word);
    const number = random() < 0.25 ? ` ${2 + Math.floor(random() * 7)}` : '';
    return words.join(' ') + number;
  };
}

export async function generateCatalogue(url: string, products: number, seed: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const existing = Number((await client.query('SELECT count(*) FROM product')).rows[0].count);
    const games = Math.ceil(Math.max(0, products - existing) / OFFERS_PER_GAME);
    const { rows: categories } = await client.query<{ id: number }>('SELECT id FROM category ORDER BY id');
    // Triggers and indexes slow a load of this size down. They are created again at its end.
    await client.query(
      "SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off",
    );
    const indexes = await dropIndexes(client);
    const words = new Map<string, number>();
    const { rows } = await client.query<{ id: number; word: string }>('SELECT id, word FROM search_word');
    for (const row of rows) words.set(row.word, row.id);
    const state: Load = {
      client,
      random: createRandom(seed + 1),
      nextName: createNames(seed),
      words,
      categories: categories.map(({ id }) => id),
    };
    for (let start = 0; start < games; start += BATCH) {
      await insertBatch(state, FIRST_ID + start, Math.min(BATCH, games - start));
    }
    await client.query(
      'INSERT INTO search_word (id, word, games) OVERRIDING SYSTEM VALUE SELECT * FROM unnest($1::int[], $2::text[], $3::int[]) ON CONFLICT DO NOTHING',
      [[...words.values()], [...words.keys()], [...words].map(() => 0)],
    );
    const isGin = (definition: string) => definition.includes('USING gin');
    for (const definition of indexes.filter((each) => !isGin(each))) await client.query(definition);
    // What the triggers write.
    await client.query("UPDATE game SET facets = game_facets(id, genres) WHERE facets = '{}'");
    for (const definition of indexes.filter(isGin)) await client.query(definition);
    await client.query('TRUNCATE facet_total, facet_cell_total');
    for (const { id } of categories) {
      await client.query(
        `SELECT count_facets(ARRAY(
           SELECT (category_id, facet, 1)::facet_step FROM game, unnest(facets) AS facet WHERE category_id = $1))`,
        [id],
      );
    }
    await client.query(`
      UPDATE search_word SET games = counted.games FROM (SELECT word_id, count(*) AS games FROM search_posting GROUP BY 1) counted WHERE id = word_id;
      TRUNCATE product_total, game_total;
      INSERT INTO product_total SELECT category_id, type, count(*) FROM product GROUP BY 1, 2;
      INSERT INTO game_total SELECT category_id, type, count(*) FROM game GROUP BY 1, 2;`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

interface Load {
  client: pg.Client;
  random: () => number;
  nextName: () => string;
  words: Map<string, number>;
  categories: number[];
}

const TEXT = JSON.stringify({ ru: '<p>Описание игры.</p>', en: '<p>About the game.</p>', kz: '<p>Ойын туралы.</p>' });

async function insertBatch(
  { client, random, nextName, words, categories }: Load,
  firstId: number,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => firstId + index);
  const names = ids.map(nextName);
  const folded = names.map((name) => foldWords(name));
  const popularity = ids.map(() => Math.floor(100 * random() ** 3));
  const category = ids.map(() => categories[Math.floor(random() * categories.length)] ?? 1);
  const cents = ids.map(() => 199 + Math.floor(random() * 6_000));
  const discount = ids.map(() => (random() < 0.5 ? 0 : 5 + Math.floor(random() * 80)));
  await client.query(
    `INSERT INTO game (id, name, search_name, category_id, popularity, description, art, position, released_on, type, platform, region,
       genres, offer_count, price_cents, price_with_discount_cents, discount_percent)
     SELECT id, name, folded, category, popularity, $1::jsonb, jsonb_build_object('motif', 'ridges', 'hue', id % 360), id,
       DATE '2010-01-01' + (id % 5000), 'Key', ${platformOf('0')}, ${regionOf('0')},
       ARRAY[${pickOf(GENRES, 'g.id')}, ${pickOf(GENRES, 'g.id + 1 + g.id / 10 % 9')}], ${OFFERS_PER_GAME}, cents, cents - cents * discount / 100, discount
     FROM unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[])
       AS g (id, name, folded, category, popularity, cents, discount)`,
    [TEXT, ids, names, folded.map((list) => list.join(' ')), category, popularity, cents, discount],
  );
  await client.query(
    `INSERT INTO product (id, game_id, category_id, name, sort_name, edition, type, platform, region, price_cents,
       price_with_discount_cents, instruction_name, popularity, released_on, position)
     SELECT g.id * ${OFFERS_PER_GAME} + n, g.id, category, name || ' — Edition ' || n, folded || ' edition ' || n, 'Edition ' || n, 'Key',
       ${platformOf('n')}, ${regionOf('n')},
       cents + n * 100, cents + n * 100 - (cents + n * 100) * discount / 100, 'steam-key', popularity, DATE '2010-01-01' + (g.id % 5000), n
     FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
       AS g (id, name, folded, category, popularity, cents, discount), generate_series(0, ${OFFERS_PER_GAME - 1}) AS n`,
    [ids, names, folded.map((list) => list.join(' ')), category, popularity, cents, discount],
  );
  const postings = folded.flatMap((list, index) =>
    [...new Set(list)].map((word) => ({ word: idOf(words, word), game: ids[index], popularity: popularity[index] })),
  );
  await client.query(
    'INSERT INTO search_posting (word_id, game_id, popularity) SELECT * FROM unnest($1::int[], $2::int[], $3::smallint[])',
    [postings.map(({ word }) => word), postings.map(({ game }) => game), postings.map((posting) => posting.popularity)],
  );
}

function idOf(words: Map<string, number>, word: string): number {
  const known = words.get(word);
  if (known) return known;
  const id = 1_000_000 + words.size;
  words.set(word, id);
  return id;
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(`
    SELECT indexname, indexdef FROM pg_indexes i
    WHERE schemaname = 'public' AND tablename IN ('game', 'product', 'search_posting', 'search_word')
      AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`);
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
