import { describe, expect, it } from 'vitest';
import { optionPaths, resultsPath } from './suggestions.ts';

const GAME = {
  to: '/catalog/7',
  name: 'Elden Ring',
  platform: 'Steam',
  region: 'KZ',
  picture: '',
  colour: '',
  price: 100,
};

describe('where suggestions lead', () => {
  it('steps through games, categories and all results in their visible order', () => {
    const categories = [{ to: '/catalog?categoryname=RPG', title: 'Ролевые' }];
    expect(optionPaths({ games: [GAME], categories }, 'eld')).toEqual([
      '/catalog/7',
      '/catalog?categoryname=RPG',
      '/games?name=eld',
    ]);
  });

  it('carries any text to the results', () => {
    const text = 'R&B + «ё»?';
    expect(new URL(resultsPath(text), 'https://x').searchParams.get('name')).toBe(text);
  });
});
