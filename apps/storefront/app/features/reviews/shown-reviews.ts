import type { Language } from '@oyna/domain/constants';
import type { Rating, ReviewOrder } from '@oyna/domain/review';

export interface ShownReview {
  id: number;
  nickname: string;
  rating: number;
  /** Plain text. */
  text: string;
  day: string;
  isEdited: boolean;
  /** Undefined if it is that of the page. */
  language: Language | undefined;
  helpful: number;
  isRefunded: boolean;
  isDemo: boolean;
  answer: { text: string; day: string } | null;
}

/** What every visitor sees. */
export interface ShownReviews {
  items: ShownReview[];
  order: ReviewOrder;
  page: number;
  pages: number;
  rating: Rating | null;
  stars: number[];
  /** The rating counts examples of the demo store. */
  hasExamples: boolean;
}

export interface Vote {
  isGiven: boolean;
  count: number;
  /** Undefined while the votes of the member load. */
  toggle: (() => void) | undefined;
}
