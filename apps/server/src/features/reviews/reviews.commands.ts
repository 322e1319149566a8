import type { ModeratedReview } from './moderation.service.ts';

export function describeReviewLine({ id, createdAt, status, heldFor, game, rating, text }: ModeratedReview): string {
  const parts = [
    `review ${id}`,
    createdAt.toISOString(),
    status,
    heldFor.length > 0 && `held for ${heldFor.join(', ')}`,
    game.name,
    `${rating} of 5`,
    text.replaceAll('\n', ' ').slice(0, 60),
  ];
  return parts.filter(Boolean).join('  ');
}

export function describeReview(review: ModeratedReview): string[] {
  return [
    describeReviewLine(review),
    ...review.text.split('\n').map((line) => `  ${line}`),
    ...(review.hiddenReason === null ? [] : [`  hidden: ${review.hiddenReason}`]),
    ...(review.answer === null ? [] : [`  answer: ${review.answer}`]),
  ];
}
