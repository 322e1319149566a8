import { expect, it } from 'vitest';
import { actionOf, type Hotkeys } from './hotkeys.ts';

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
