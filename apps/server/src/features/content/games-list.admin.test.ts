import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** The list of games with drafts: the games are read by the index of names, the drafts beside them. */

let store: TestStore;
let manager: TestOperator;
beforeAll(async () => {
  store = await createTestStore();
  manager = await signInOperator(store, 'manager');
  // One draft in seven renames its game, some to the other end of the list. Three are of no game yet.
  await sql`INSERT INTO catalogue_draft (kind, id, data, base, changed_by)
    SELECT 'game', id, jsonb_build_object('name', CASE WHEN id % 2 = 0 THEN 'Zz ' ELSE 'Aa ' END || name), '{}'::jsonb, 'test' FROM game
    WHERE id % 7 = 0
    UNION ALL SELECT 'game', 900000 + i, jsonb_build_object('name', 'New game ' || i), NULL::jsonb, 'test' FROM generate_series(1, 3) AS i`.execute(
    store.database,
  );
});
afterAll(() => store.close());

interface Row {
  id: number;
  name: string;
  hasDraft: boolean;
}

async function readPages(query: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const place: string = after && `&after=${encodeURIComponent(after)}`;
    const page: { items: Row[]; next: string | null } = (
      await manager.get(`/api/v1/catalogue/games?${query}&limit=${limit}${place}`)
    ).json();
    rows.push(...page.items);
    after = page.next;
  }
  return rows;
}

/** The same without an index: every game and draft, sorted here. */
async function listAll(): Promise<Row[]> {
  const { rows } = await sql<Row & { aliases: string[] }>`
    SELECT coalesce(game.id, draft.id) AS id, coalesce(draft.data ->> 'name', game.name) AS name,
      draft.id IS NOT NULL AS "hasDraft" FROM game
    FULL JOIN (SELECT * FROM catalogue_draft WHERE kind = 'game') AS draft ON draft.id = game.id`.execute(
    store.database,
  );
  const place = ({ name }: Row) => Buffer.from(name.toLowerCase());
  return rows.toSorted((a, b) => Buffer.compare(place(a), place(b)) || a.id - b.id);
}

const short = ({ id, name }: Row) => `${id} ${name}`;

it.each(['all', 'draft', 'published'])(
  'has every game once by name, page by page, with the state %s',
  async (state) => {
    const wanted = (await listAll()).filter(({ hasDraft }) => state === 'all' || hasDraft === (state === 'draft'));
    expect(wanted.length).toBeGreaterThan(20);
    expect((await readPages(`state=${state}`, 7)).map(short)).toEqual(wanted.map(short));
  },
);

it('finds games and drafts by a part of the name that they have now, page by page', async () => {
  for (const text of ['a', 'zz ', 'new game']) {
    const wanted = (await listAll()).filter(({ name }) => name.toLowerCase().includes(text));
    const found = await readPages(`search=${encodeURIComponent(text)}`, 9);
    // An alias may have it too.
    for (const row of wanted) expect(found.map(short)).toContain(short(row));
    expect(new Set(found.map(short)).size).toBe(found.length);
  }
});
