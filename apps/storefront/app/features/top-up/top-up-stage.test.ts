import { expect, it } from 'vitest';
import { isFinal, isOnItsWay, pauseAfter, type Stage, stepsOf } from './top-up-stage.ts';

const STAGES: Stage[] = ['accepted', 'paid', 'delivering', 'delivered', 'refunding', 'refunded', 'not-paid'];
const shown = (stage: Stage) => stepsOf(stage).map(({ stage: step, state }) => `${step} ${state}`);

it('goes from accepted to delivered', () => {
  expect(shown('accepted')).toEqual(['accepted now', 'paid ahead', 'delivering ahead', 'delivered ahead']);
  expect(shown('delivering')).toEqual(['accepted done', 'paid done', 'delivering now', 'delivered ahead']);
  expect(shown('delivered')).toEqual(['accepted done', 'paid done', 'delivering done', 'delivered done']);
});

it('ends early when nothing was paid or the money is refunded', () => {
  expect(shown('not-paid')).toEqual(['accepted done', 'not-paid failed']);
  expect(shown('refunding')).toEqual(['accepted done', 'paid done', 'refunding now', 'refunded ahead']);
  expect(shown('refunded')).toEqual(['accepted done', 'paid done', 'refunding done', 'refunded done']);
});

it('polls less and less often, and not after the end', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((pollCount) => pauseAfter(false, pollCount) ?? 0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(15_000);
  expect(pauseAfter(true, 0)).toBeUndefined();
  expect(STAGES.filter(isFinal)).toEqual(['delivered', 'refunded', 'not-paid']);
});

it('polls between the payment and the end, and not during a refund', () => {
  expect(STAGES.filter(isOnItsWay)).toEqual(['paid', 'delivering']);
});
