import { expect, it } from 'vitest';
import {
  type Edit,
  isChangedEdit,
  isSameState,
  listDifferences,
  mergeEdit,
  resolveEdit,
  settleEdit,
} from './edit-state.ts';

const GAME = { name: 'Dune', description: { ru: '<p>а</p>', en: '<p>a</p>' }, aliases: ['dune'], popularity: 5 };
type Game = typeof GAME;
const loaded = (version: number, data: Partial<Game> = {}) => ({ version, data: { ...GAME, ...data } });
const edited = (data: Partial<Game>, base = loaded(5)): Edit<Game> => ({ base, data: { ...base.data, ...data } });

it('keeps what each of two operators has changed, and the winner decides about what both have', () => {
  const mine = { ...GAME, name: 'Dune II', description: { ...GAME.description, ru: '<p>моё</p>' } };
  const theirs = { ...GAME, name: 'Dune 2', description: { ...GAME.description, en: '<p>theirs</p>' } };
  const texts = { ru: '<p>моё</p>', en: '<p>theirs</p>' };
  expect(mergeEdit(GAME, mine, theirs, 'mine')).toEqual({ ...GAME, name: 'Dune II', description: texts });
  expect(mergeEdit(GAME, mine, theirs, 'theirs')).toEqual({ ...GAME, name: 'Dune 2', description: texts });
});

it('lists what a colleague has changed, with the own text where both have', () => {
  const mine = { ...GAME, name: 'Dune II', popularity: 9 };
  const theirs = { ...GAME, name: 'Dune 2', description: { ...GAME.description, en: '<p>new</p>' } };
  expect(listDifferences(GAME, mine, theirs)).toEqual([
    { path: 'name', theirs: 'Dune 2', mine: 'Dune II' },
    { path: 'description.en', theirs: 'new' },
  ]);
});

it('takes no notice of the order of keys and of empty fields that are absent', () => {
  const offers = [{ id: 1, edition: 'Gold' }];
  const theirs = { ...GAME, genres: [], developer: '', offers: [{ edition: 'Gold', id: 1 }] };
  expect(listDifferences({ ...GAME, offers }, { ...GAME, offers, name: 'Mine' }, theirs)).toEqual([]);
});

it('tells that another state was published although the version is the same', () => {
  const first = { ...loaded(0), fingerprint: 'a' };
  expect(isSameState(first, { ...first })).toBe(true);
  expect(isSameState(first, { ...first, fingerprint: 'b' })).toBe(false);
});

it('has no change once what was typed is typed back', () => {
  expect(isChangedEdit(edited({ description: { ...GAME.description, ru: '<p>б</p>' } }))).toBe(true);
  expect(isChangedEdit(edited({ description: { ...GAME.description } }))).toBe(false);
});

it('keeps the version on which it was begun until the operator has chosen', () => {
  const edit = edited({ name: 'Mine', popularity: 9 });
  const theirs = loaded(6, { name: 'Theirs' });
  expect(edit.base.version).toBe(5);
  expect(resolveEdit(edit, theirs, 'mine')).toEqual({ base: theirs, data: { ...GAME, name: 'Mine', popularity: 9 } });
  expect(resolveEdit(edit, theirs, 'theirs')).toEqual({
    base: theirs,
    data: { ...GAME, name: 'Theirs', popularity: 9 },
  });
  expect(resolveEdit(edited({ name: 'Mine' }), theirs, 'theirs')).toBeUndefined();
});

it('is over after a save, except for what was typed while it was on its way', () => {
  const edit = edited({ name: 'Sent' });
  const saved = loaded(6, { name: 'Sent', description: { ru: '', en: '<p>cleaned</p>' } });
  expect(settleEdit(edit, edit.data, saved)).toBeUndefined();
  const typedOn = { ...edit, data: { ...edit.data, aliases: ['dune', 'later'] } };
  expect(settleEdit(typedOn, edit.data, saved)).toEqual({
    base: saved,
    data: { ...saved.data, aliases: ['dune', 'later'] },
  });
});
