import type { ReactNode } from 'react';
import { OwnReview } from './own-review.tsx';
import { ReviewItems } from './review-items.tsx';
import type { ShownReview } from './shown-reviews.ts';
import { useOwnReview } from './use-own-review.ts';

interface MemberReviewsProps {
  gameId: number;
  items: readonly ShownReview[];
  orders: ReactNode;
}

/** The own review apart from those of others, with the own votes. */
export function MemberReviews({ gameId, items, orders }: MemberReviewsProps) {
  const own = useOwnReview(gameId);
  return (
    <>
      <OwnReview gameId={gameId} own={own} />
      {orders}
      <ReviewItems items={items.filter(({ id }) => id !== own.review?.id)} voteFor={own.voteFor} />
    </>
  );
}
