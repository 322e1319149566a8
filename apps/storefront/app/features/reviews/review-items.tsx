import { ReviewItem } from './review-item.tsx';
import styles from './reviews.module.css';
import type { ShownReview, Vote } from './shown-reviews.ts';

interface ReviewItemsProps {
  items: readonly ShownReview[];
  voteFor(review: ShownReview): Vote;
}

export function ReviewItems({ items, voteFor }: ReviewItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.list}>
      {items.map((review) => (
        <ReviewItem key={review.id} review={review} vote={voteFor(review)} />
      ))}
    </ul>
  );
}
