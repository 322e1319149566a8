import { describe, expect, it } from 'vitest';
import { type ComparedGame, similarGames } from './similar-games.ts';

const game = (id: number, fields: Partial<ComparedGame> = {}): ComparedGame => ({
  id,
  type: 'Key',
  series: null,
  developer: null,
  publisher: null,
  genres: [],
  rank: 50,
  ...fields,
});
const witcher3 = game(1, {
  series: 'The Witcher',
  developer: 'CD PROJEKT RED',
  publisher: 'CD PROJEKT RED',
  genres: ['rpg', 'open-world', 'story'],
});
const idsOf = (others: ComparedGame[], limit = 8) =>
  similarGames(witcher3, others, limit).map((found) => found.game.id);

describe('similar games', () => {
  it('puts the series before the studio, the studio before the publisher', () => {
    const others = [
      game(2, { publisher: 'CD PROJEKT RED' }),
      game(3, { developer: 'CD PROJEKT RED' }),
      game(4, { series: 'The Witcher' }),
    ];
    expect(idsOf(others)).toEqual([4, 3, 2]);
  });

  it('gives the reason that counts most', () => {
    const reasonOf = (other: ComparedGame) => similarGames(witcher3, [other], 1)[0]?.reason;
    expect(reasonOf(game(2, { ...witcher3, id: 2 }))).toEqual({ kind: 'series', values: ['The Witcher'] });
    expect(reasonOf(game(2, { ...witcher3, id: 2, series: null, developer: null, genres: [] }))).toEqual({
      kind: 'publisher',
      values: ['CD PROJEKT RED'],
    });
    expect(reasonOf(game(2, { genres: ['story', 'rpg'] }))).toEqual({ kind: 'genres', values: ['rpg', 'story'] });
  });

  it('counts genres by the part that both share', () => {
    const others = [
      game(2, { genres: ['rpg', 'open-world', 'shooter', 'co-op'] }),
      game(3, { genres: ['rpg', 'open-world'] }),
      game(4, { genres: ['story', 'open-world', 'rpg'] }),
    ];
    expect(idsOf(others)).toEqual([4, 3, 2]);
  });

  it('repeats a cover only for a series, a studio or a publisher, or when there are no others', () => {
    const genres = ['rpg', 'open-world', 'story'];
    const others = [
      game(2, { series: 'The Witcher', motif: 'castle' }),
      game(3, { developer: 'CD PROJEKT RED', motif: 'castle', genres: ['rpg'] }),
      game(4, { genres, motif: 'castle', rank: 200 }),
      game(5, { genres, motif: 'forest', rank: 100 }),
      game(6, { genres, motif: 'forest', rank: 90 }),
      game(7, { genres, rank: 80 }),
      game(8, { genres, rank: 70 }),
    ];
    expect(idsOf(others, 5)).toEqual([2, 5, 7, 8, 3]);
    expect(idsOf(others)).toEqual([2, 5, 7, 8, 3, 4, 6]);
  });

  it('leaves out what has too little in common, other types, and the game itself', () => {
    const others = [
      witcher3,
      game(2, { genres: ['rpg', 'cards', 'strategy', 'indie'], rank: 200 }),
      game(3, { rank: 200 }),
      game(4, { type: 'Services', publisher: 'CD PROJEKT RED' }),
    ];
    expect(idsOf(others)).toEqual([]);
  });

  it('orders games that are equally alike by popularity, then by id, the same each time', () => {
    const alike = { publisher: 'CD PROJEKT RED' };
    const others = [game(5, alike), game(4, alike), game(3, { ...alike, rank: 90 })];
    expect(idsOf(others)).toEqual([3, 4, 5]);
    expect(idsOf(others.toReversed())).toEqual([3, 4, 5]);
    expect(idsOf(others, 2)).toEqual([3, 4]);
  });

  it('lets popularity move no game above one that is more alike', () => {
    expect(
      idsOf([game(2, { publisher: 'CD PROJEKT RED', rank: 200 }), game(3, { developer: 'CD PROJEKT RED', rank: 1 })]),
    ).toEqual([3, 2]);
  });
});
