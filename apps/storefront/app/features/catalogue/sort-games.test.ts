import { describe, expect, it } from 'vitest';
import type { CardGame } from './card-game.ts';
import { sortGames, type WholeListSort } from './sort-games.ts';

const game = (name: string, price: number | undefined, discountPercent: number | undefined): CardGame => ({
  id: 1,
  name,
  platform: 'Steam',
  type: 'Key',
  region: 'KZ',
  picture: '',
  colour: '#000000',
  price,
  oldPrice: undefined,
  discountPercent,
});
const games = [game('b', 500, undefined), game('a', undefined, 10), game('c', 100, 50)];
const names = (sort: WholeListSort | undefined) =>
  sortGames(games, sort)
    .map(({ name }) => name)
    .join('');

describe('sortGames', () => {
  it('leaves the order as given when none is asked for', () => expect(names(undefined)).toBe('bac'));
  it('puts the biggest discount first', () => expect(names('discount')).toBe('cab'));
  it('puts games without a price last, both ways', () => {
    expect(names('price')).toBe('cba');
    expect(names('price-desc')).toBe('bca');
  });
  it('sorts by name', () => expect(names('name')).toBe('abc'));
});
