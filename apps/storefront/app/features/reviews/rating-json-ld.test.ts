import { expect, it } from 'vitest';
import { ratingJsonLd } from './rating-json-ld.ts';

it('names average and count where reviews exist', () => {
  expect(ratingJsonLd({ rating: { average: 4.5, count: 2 }, hasExamples: false })).toEqual({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2, bestRating: 5, worstRating: 1 },
  });
});

it('says nothing without reviews, and nothing of examples', () => {
  expect(ratingJsonLd(undefined)).toEqual({});
  expect(ratingJsonLd({ rating: null, hasExamples: false })).toEqual({});
  expect(ratingJsonLd({ rating: { average: 5, count: 1 }, hasExamples: true })).toEqual({});
});
