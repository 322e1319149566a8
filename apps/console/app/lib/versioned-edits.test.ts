import { expect, it } from 'vitest';
import {
  fieldsToSend,
  isBegunAnew,
  isNextVersion,
  lastChange,
  leftEdits,
  theirFields,
  versionToSend,
} from './versioned-edits.ts';

const begun = { version: 5, fields: { name: 'old', body: 'old', isOn: false } };
const stored = { version: 6, fields: { name: 'theirs', body: 'old', isOn: true } };

it('sends what was typed, and the present state of the other fields', () => {
  expect(fieldsToSend(stored, { body: 'mine' })).toEqual({ name: 'theirs', body: 'mine', isOn: true });
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

it('keeps what was typed while the form was on its way', () => {
  expect(leftEdits({ name: 'sent', body: 'sent and more' }, { name: 'sent', body: 'sent' })).toEqual({
    body: 'sent and more',
  });
});

it('names the value of a colleague only in a field that both have changed', () => {
  expect(theirFields(stored, begun, { name: 'mine', body: 'mine' })).toEqual({ name: 'theirs' });
  expect(theirFields(stored, begun, { name: 'theirs' })).toEqual({});
  expect(theirFields(stored, begun, {})).toEqual({});
});

it('begins anew with what was typed while the form was on its way', () => {
  expect([
    isBegunAnew(undefined, { body: 'more' }),
    isBegunAnew(undefined, {}),
    isBegunAnew(begun, { body: 'more' }),
  ]).toEqual([true, false, false]);
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
