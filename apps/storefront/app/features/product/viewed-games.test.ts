import { MAX_VIEWED_GAMES } from '@oyna/domain/constants';
import { afterEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { addViewed, forgetGames, parseViewed, viewGame } from './viewed-games.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([[undefined], ['{'], ['null'], ['{"a":1}'], ['7'], ['["1001", -1, 0, 1.5, null, 1e12]']])(
  'takes the text %j for no games',
  (text) => expect(parseViewed(text)).toEqual([]),
);

it('puts a game in the first place, once', () => {
  expect(addViewed([1, 2, 3], 2)).toEqual([2, 1, 3]);
});

it('keeps the last games besides the shown one', () => {
  let ids: number[] = [];
  for (let id = 1; id <= 40; id += 1) ids = addViewed(ids, id);
  expect(ids).toHaveLength(MAX_VIEWED_GAMES + 1);
  expect(ids[0]).toBe(40);
});

it('remembers a game, returns the others and forgets what is gone', () => {
  stubStorage();
  expect(viewGame(1)).toEqual([]);
  expect(viewGame(2)).toEqual([1]);
  expect(viewGame(3)).toEqual([2, 1]);
  expect(viewGame(3)).toEqual([2, 1]);
  forgetGames([2, 77]);
  expect(viewGame(3)).toEqual([1]);
});

it('works without storage', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('not allowed');
    },
  });
  expect(viewGame(1)).toEqual([]);
});
