import type { ReactNode } from 'react';
import { OwnReview } from './own-review.tsx';
import { ReviewItems } from './review-items.tsx';
import type { ShownReview } from './shown-reviews.ts';
import { useOwnReview } from './use-own-review.ts';

interface MemberReviewsProps {
  gameId: number;
  items: readonly ShownReview[];
  orders: ReactNode;
  /** The review that the customer found helpful before the votes were loaded. */
  wanted: number | undefined;
}

/** The own review apart from those of others, with the own votes. */
export function MemberReviews({ gameId, items, orders, wanted }: MemberReviewsProps) {
  const own = useOwnReview(gameId, wanted);
  return (
    <>
      <OwnReview gameId={gameId} own={own} />
      {orders}
      <ReviewItems items={items.filter(({ id }) => id !== own.review?.id)} voteFor={own.voteFor} />
    </>
  );
}
