import { expect, it } from 'vitest';
import { ratingJsonLd } from './rating-json-ld.ts';

const item = {
  ...{
    id: 1,
    nickname: 'Asel',
    rating: 5,
    text: 'Good',
    day: '1 May',
    isEdited: false,
    language: undefined,
    helpful: 0,
  },
  ...{ isRefunded: false, isDemo: false, answer: null },
};

it('names average and count where reviews exist', () => {
  expect(ratingJsonLd({ rating: { average: 4.5, count: 2 }, items: [item] })).toEqual({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2, bestRating: 5, worstRating: 1 },
  });
});

it('says nothing without reviews, and nothing of examples', () => {
  expect(ratingJsonLd(undefined)).toEqual({});
  expect(ratingJsonLd({ rating: null, items: [] })).toEqual({});
  expect(ratingJsonLd({ rating: { average: 5, count: 1 }, items: [{ ...item, isDemo: true }] })).toEqual({});
});
