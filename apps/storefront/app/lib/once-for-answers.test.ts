import { expect, it } from 'vitest';
import { onceForAnswers } from './once-for-answers.server.ts';

const make = () => ({});

it('makes one value for the same answers', () => {
  const game = {};
  const offers = {};
  const first = onceForAnswers('product ru', [game, offers, undefined], make);
  expect(onceForAnswers('product ru', [game, offers, undefined], make)).toBe(first);
});

it('makes a new value when any answer is another object', () => {
  const [game, offers] = [{}, {}];
  const first = onceForAnswers('product ru', [game, offers], make);
  expect(onceForAnswers('product ru', [game, {}], make)).not.toBe(first);
  expect(onceForAnswers('product ru', [{}, offers], make)).not.toBe(first);
  expect(onceForAnswers('product ru', [game, undefined], make)).not.toBe(first);
});

it('makes one value for each id', () => {
  const game = {};
  const russian = onceForAnswers('product ru', [game], make);
  expect(onceForAnswers('product en', [game], make)).not.toBe(russian);
  expect(onceForAnswers('product ru', [game], make)).toBe(russian);
});

it('forgets the oldest of many ids', () => {
  const game = {};
  const first = onceForAnswers('0', [game], make);
  for (let id = 1; id <= 50; id++) onceForAnswers(String(id), [game], make);
  expect(onceForAnswers('0', [game], make)).not.toBe(first);
});
