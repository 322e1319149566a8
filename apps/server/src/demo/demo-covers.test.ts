import { scenesOf } from '@oyna/cover-art/genre-motifs';
import { describe, expect, it } from 'vitest';
import type { GameData } from '../features/catalogue/catalogue.file.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';

const files = readDemoCatalogue().map(({ data }) => data);
const games = files.flatMap((file) => file.games ?? []);
const byId = new Map(games.map((game) => [game.id, game]));
const byPopularity = games.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id);

/** Names of neighbours with the same motif. */
const repeated = (list: readonly GameData[]): string[] =>
  list.flatMap((game, index) => (game.art.motif === list[index + 1]?.art.motif ? [game.name] : []));

describe('the covers of the demo', () => {
  it('say what kind of product it is', () => {
    const strange = games.filter(({ art, genres }) => !scenesOf(genres ?? []).some((scene) => scene === art.motif));
    expect(strange.map(({ name, art }) => `${name}: ${art.motif}`)).toEqual([]);
  });

  it.each(files.flatMap((file) => file.groups ?? []).filter(({ name }) => name !== 'Slider'))(
    'show no motif twice in the row $name',
    ({ games: ids }) => {
      const motifs = ids.map((id) => byId.get(id)?.art.motif);
      expect(motifs.filter((motif, index) => motifs.indexOf(motif) !== index)).toEqual([]);
    },
  );

  it('differ from their neighbours in the catalogue and in each category', () => {
    const lists = [byPopularity, ...Map.groupBy(byPopularity, ({ category }) => category).values()];
    expect(lists.flatMap(repeated)).toEqual([]);
  });
});
