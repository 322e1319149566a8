import type { ReviewsPage } from '@oyna/api-client/models';
import type { Language } from '@oyna/domain/constants';
import { MAX_REVIEW_PAGE, REVIEW_ORDERS, type ReviewOrder } from '@oyna/domain/review';
import { dayText } from '~/lib/day-text.server.ts';
import type { ShownReviews } from './shown-reviews.ts';

/** What the address asks for. A wrong value asks for nothing. */
export function reviewsQuery(address: string): { order: ReviewOrder; pageNumber: number } {
  const { searchParams } = new URL(address);
  const order = REVIEW_ORDERS.find((name) => name === searchParams.get('reviews')) ?? REVIEW_ORDERS[0];
  const page = searchParams.get('page') ?? '';
  const isPage = /^[1-9]\d{0,3}$/.test(page) && Number(page) <= MAX_REVIEW_PAGE;
  return { order, pageNumber: isPage ? Number(page) : 1 };
}

export function showReviews(page: ReviewsPage, order: ReviewOrder, language: Language): ShownReviews {
  return {
    items: page.items.map(({ createdAt, editedAt, answer, language: written, ...item }) => ({
      ...item,
      day: dayText(createdAt, language),
      isEdited: editedAt !== null,
      language: written === language ? undefined : written,
      answer: answer && { text: answer.text, day: dayText(answer.answeredAt, language) },
    })),
    order,
    page: page.pageNumber,
    pages: Math.min(Math.ceil(page.totalSize / page.pageSize), MAX_REVIEW_PAGE),
    rating: page.rating,
    stars: page.stars,
    hasExamples: page.hasExamples,
  };
}
