import { expect, it } from 'vitest';
import { actionOf, type Hotkeys, isAfterLeader, rememberKey } from './hotkeys.ts';

const up = () => {};
const openStock = () => {};
const search = () => {};
const LIST: Hotkeys = { k: up };
const SHELL: Hotkeys = { 'g k': openStock, 'mod+k': search };

it('the second key of a sequence is no key of a list', () => {
  expect([actionOf(LIST, 'k', false), actionOf(LIST, 'k', true)]).toEqual([up, undefined]);
  expect([actionOf(SHELL, 'k', false), actionOf(SHELL, 'k', true)]).toEqual([undefined, openStock]);
  expect(actionOf(SHELL, 'mod+k', true)).toBe(search);
});

it('a key is the first of a sequence outside of fields, and not after another first key', () => {
  const press = (letter: string, timeStamp: number, target: object | null = null) => {
    const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const code = `Key${letter.toUpperCase()}`;
    rememberKey({ key: letter, code, ...modifiers, target: target as EventTarget | null, timeStamp });
    return isAfterLeader({ timeStamp: timeStamp + 1 });
  };
  const field = { closest: () => ({}) };
  expect([press('g', 0), press('g', 10), press('g', 20)]).toEqual([true, false, true]);
  expect([press('k', 30), press('g', 40, field), press('g', 50)]).toEqual([false, false, true]);
  expect(isAfterLeader({ timeStamp: 2_000 })).toBe(false);
});
