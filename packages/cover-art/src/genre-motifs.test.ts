import { describe, expect, it } from 'vitest';
import { ART_MOTIFS, isScene } from './art-spec.ts';
import { artOfGame, PICTURED_GENRES, sceneOfCategory, scenesOf, unknownScenes } from './genre-motifs.ts';

describe('scenesOf', () => {
  it('names scenes only, at least three for each genre', () => {
    expect(unknownScenes()).toEqual([]);
    for (const genre of PICTURED_GENRES) expect(scenesOf([genre]).length, genre).toBeGreaterThanOrEqual(3);
  });

  it('has a genre for each scene', () => {
    const used = new Set<string>(scenesOf(PICTURED_GENRES));
    expect(ART_MOTIFS.filter((motif) => isScene(motif) && !used.has(motif))).toEqual([]);
  });

  it('joins genres without repetition and says nothing of unknown ones', () => {
    const both = scenesOf(['horror', 'survival']);
    expect(new Set(both).size).toBe(both.length);
    expect(both).toEqual(expect.arrayContaining([...scenesOf(['horror']), ...scenesOf(['survival'])]));
    expect(scenesOf(['unknown', 'constructor'])).toEqual([]);
  });

  it.each([
    ['racing', 'road'],
    ['sports', 'pitch'],
    ['horror', 'haunt'],
    ['survival', 'camp'],
    ['shooter', 'scope'],
    ['strategy', 'atlas'],
    ['fighting', 'clash'],
    ['puzzle', 'tiles'],
    ['rpg', 'castle'],
    ['gift-card', 'cards'],
  ])('begins %s with %s', (genre, scene) => {
    expect(scenesOf([genre])[0]).toBe(scene);
  });
});

describe('artOfGame', () => {
  it('follows the genres, and differs for games that follow each other', () => {
    const ids = Array.from({ length: 8 }, (_, index) => 9_000 + index);
    const made = ids.map((id) => artOfGame(id, ['shooter', 'action']));
    expect(new Set(made.map(({ motif }) => motif)).size).toBe(8);
    expect(made.every(({ motif }) => scenesOf(['shooter', 'action']).includes(motif))).toBe(true);
    expect(new Set(made.map(({ hue }) => hue)).size).toBe(8);
    expect(artOfGame(9_000, ['shooter', 'action'])).toEqual(made[0]);
  });

  it('follows the category without a known genre', () => {
    expect(artOfGame(5, [], 'Horror').motif).toBe('haunt');
    expect(artOfGame(5, ['unknown']).motif).toBe('facets');
  });
});

describe('sceneOfCategory', () => {
  it.each([
    ['RPG', 'castle'],
    ['Shooters', 'scope'],
    ['Gift cards', 'cards'],
    ['In-game currency', 'coins'],
    ['Top-ups', 'current'],
    ['Something else', 'facets'],
  ])('%s has %s', (name, scene) => {
    expect(sceneOfCategory(name)).toBe(scene);
  });
});
