import { describe, expect, it } from 'vitest';
import {
  changeFields,
  type Edit,
  isChangedEdit,
  isNextVersion,
  isSameState,
  lastChange,
  listDifferences,
  mergeEdit,
  resolveEdit,
  settleEdit,
  versionToSend,
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

describe('a form', () => {
  const begun = { version: 5, data: { name: 'old', body: 'old', isOn: false } };
  const stored = { version: 6, data: { name: 'theirs', body: 'old', isOn: true } };
  type Fields = typeof begun.data;
  const shown = (edit: Edit<Fields>, now = stored) => mergeEdit(edit.base.data, edit.data, now.data, 'mine');
  /** What a colleague has written into the fields that the operator has typed over. */
  const typedOver = (part: Partial<Fields>) => {
    const { base, data } = changeFields(undefined, begun, part);
    const both = listDifferences(base.data, data, stored.data).filter(({ mine }) => mine !== undefined);
    return Object.fromEntries(both.map(({ path, theirs }) => [path, theirs]));
  };

  it('sends what was typed, and the present state of the other fields', () => {
    expect(shown(changeFields(undefined, begun, { body: 'mine' }))).toEqual({
      name: 'theirs',
      body: 'mine',
      isOn: true,
    });
  });

  it('sends the version at the first change, and after a refusal the one that was shown', () => {
    expect(versionToSend(stored, undefined, undefined)).toBe(6);
    expect(versionToSend(stored, begun, undefined)).toBe(5);
    expect(versionToSend(stored, begun, { version: 6 })).toBe(6);
    expect(versionToSend(stored, begun, {})).toBe(6);
  });

  it('is refused again when the fields of the refusal are not there yet, or are newer than it', () => {
    expect(versionToSend(begun, begun, { version: 6 })).toBe(5);
    expect(versionToSend({ ...stored, version: 7 }, begun, { version: 6 })).toBe(6);
  });

  it('takes over the version of an own action only when there was no other change between', () => {
    expect([undefined, 5, 6, 7].map((own) => isNextVersion(begun, own))).toEqual([false, false, true, false]);
  });

  it('keeps what was typed while it was on its way, as an edit of the state after it', () => {
    const sent = changeFields(undefined, begun, { name: 'sent', body: 'sent' });
    const saved = { version: 6, data: { ...sent.data, isOn: true } };
    expect(settleEdit(sent, sent.data, saved)).toBeUndefined();
    const edit = settleEdit(changeFields(sent, saved, { body: 'sent and more' }), sent.data, saved);
    expect(edit).toEqual({ base: saved, data: { name: 'sent', body: 'sent and more', isOn: true } });
  });

  it('names the value of a colleague only in a field that both have changed', () => {
    expect(typedOver({ name: 'mine', body: 'mine' })).toEqual({ name: 'theirs' });
    expect(typedOver({ name: 'theirs' })).toEqual({});
    expect(typedOver({})).toEqual({});
  });

  it('follows the second change of a colleague in a field that the operator has not changed', () => {
    const edit = changeFields(changeFields(undefined, begun, { body: 'mine' }), stored, { body: 'mine too' });
    const third = { version: 7, data: { ...stored.data, name: 'again' } };
    expect(shown(edit, third)).toEqual({ name: 'again', body: 'mine too', isOn: true });
    expect(edit.base.version).toBe(5);
  });

  it('keeps the value of before when it is typed over the value of a colleague', () => {
    const other = changeFields(undefined, begun, { body: 'mine' });
    expect(shown(changeFields(other, stored, { name: 'old' })).name).toBe('old');
    const same = changeFields(undefined, begun, { name: 'mine' });
    expect(shown(changeFields(same, stored, { name: 'old' })).name).toBe('old');
  });

  it('names one change: the newer of the present state and the refusal', () => {
    const known = { changedBy: 'Aliya', reason: 'Sale' };
    expect(lastChange(stored, known, undefined)).toEqual(known);
    expect(lastChange(stored, known, { version: 5, changedBy: 'Marat' })).toEqual(known);
    expect(lastChange(stored, known, { version: 6, changedBy: 'Aliya' })).toMatchObject(known);
    const newer = { version: 7, changedBy: 'Marat' };
    expect(lastChange(stored, known, newer)).toEqual(newer);
    expect(lastChange<typeof known>(stored, undefined, { version: 5, changedBy: 'Marat' })).toEqual({});
  });
});
