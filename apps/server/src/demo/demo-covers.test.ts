import { scenesOf } from '@oyna/cover-art/genre-motifs';
import { DEFAULT_PAGE_SIZE, NEW_GAMES_PAGE } from '@oyna/domain/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GameData } from '../features/catalogue/catalogue.file.ts';
import { readDemoCatalogue } from '../testing/demo-catalogue.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

const files = readDemoCatalogue().map(({ data }) => data);
const games = files.flatMap((file) => file.games ?? []);
const byId = new Map(games.map((game) => [game.id, game]));
const byPopularity = games.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id);

/** Scenes that a shopper takes for the same one at the size of a card. */
const LOOKS_LIKE: Partial<Record<string, string>> = { portal: 'gate', circuit: 'plates', columns: 'blocks' };
const lookOf = (id: number) => {
  const motif = byId.get(id)?.art.motif ?? '';
  return LOOKS_LIKE[motif] ?? motif;
};

/** The games whose cover was in the row before. */
const repeatedIn = (ids: readonly number[]): string[] => {
  const looks = ids.map(lookOf);
  return ids.filter((_, index) => looks.indexOf(looks[index] ?? '') < index).map((id) => `${id} ${lookOf(id)}`);
};

/** Names of neighbours with the same motif. */
const repeated = (list: readonly GameData[]): string[] =>
  list.flatMap((game, index) => (game.art.motif === list[index + 1]?.art.motif ? [game.name] : []));

describe('the covers of the demo', () => {
  it('say what kind of product it is', () => {
    const strange = games.filter(({ art, genres }) => !scenesOf(genres ?? []).some((scene) => scene === art.motif));
    expect(strange.map(({ name, art }) => `${name}: ${art.motif}`)).toEqual([]);
  });

  it.each(files.flatMap((file) => file.groups ?? []))('show no motif twice in the row $name', ({ games: ids }) => {
    expect(repeatedIn(ids)).toEqual([]);
  });

  it('differ from their neighbours in the catalogue and in each category', () => {
    const lists = [byPopularity, ...Map.groupBy(byPopularity, ({ category }) => category).values()];
    expect(lists.flatMap(repeated)).toEqual([]);
  });
});

describe('the rows that the store puts together', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await createTestStore();
  });
  afterAll(() => store.close());

  const idsOf = async (address: string): Promise<number[]> => {
    const { items } = (await store.server.inject(`/api/v1/game?${address}`)).json();
    return items.map(({ id }: { id: number }) => id);
  };

  it('show no motif twice among the similar games of any game', async () => {
    const rows = [];
    for (const { id } of games) {
      const { similar } = (await store.server.inject(`/api/v1/game/${id}/related`)).json();
      rows.push({ id, similar: similar.map(({ game }: { game: { id: number } }) => game.id) });
    }
    expect(rows.filter(({ similar }) => similar.length >= 5).length).toBeGreaterThan(200);
    const faults = rows.map(({ id, similar }) => ({ id, repeated: repeatedIn(similar) }));
    expect(faults.filter(({ repeated }) => repeated.length > 0)).toEqual([]);
  });

  it.each(Object.entries(NEW_GAMES_PAGE))('show no motif twice among the new games of the %s', async (_, page) => {
    const ids = await idsOf(`pageNumber=${page}&pageSize=${DEFAULT_PAGE_SIZE}&orderby=new`);
    expect(ids.length).toBe(DEFAULT_PAGE_SIZE);
    expect(repeatedIn(ids)).toEqual([]);
  });

  it('show no motif twice among the cheap games of the home page', async () => {
    const ids = await idsOf('max=380&type=Key&pageSize=16');
    expect(ids.length).toBeGreaterThan(5);
    expect(repeatedIn(ids)).toEqual([]);
  });
});
