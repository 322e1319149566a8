import { expect, it } from 'vitest';
import { DEMO_REVIEWS } from './reviews.ts';

it('has a few examples, and not only praise', () => {
  expect(DEMO_REVIEWS.length).toBeLessThanOrEqual(5);
  expect(DEMO_REVIEWS.some(({ rating }) => rating <= 3)).toBe(true);
});
