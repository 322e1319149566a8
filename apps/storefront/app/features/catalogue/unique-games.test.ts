import { describe, expect, it } from 'vitest';
import { uniqueByName } from './unique-games.ts';

const game = (id: number, gameName: string) => ({ id, gameName });

describe('uniqueByName', () => {
  it('keeps the first of each name, in order', () => {
    const games = [game(1, 'Portal 2'), game(2, 'Portal'), game(3, 'Portal 2')];
    expect(uniqueByName(games).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('takes no notice of case and of spaces around', () => {
    expect(uniqueByName([game(1, 'PORTAL '), game(2, 'Portal')])).toHaveLength(1);
  });
});
