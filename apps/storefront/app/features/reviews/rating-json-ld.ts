import type { JsonLd } from '~/lib/seo.ts';
import type { ShownReviews } from './shown-reviews.ts';

/** The rating of published reviews, for search engines. Nothing without reviews, and nothing for examples of the demo store. */
export function ratingJsonLd(reviews: Pick<ShownReviews, 'rating' | 'hasExamples'> | undefined): JsonLd {
  if (!reviews?.rating || reviews.hasExamples) return {};
  const { average, count } = reviews.rating;
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    },
  };
}
