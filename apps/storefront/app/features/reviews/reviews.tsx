import type { ReviewOrder } from '@oyna/domain/review';
import { cx } from '@oyna/ui/class-names';
import { Link } from '@oyna/ui/link';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Stars, useRatingText } from '~/components/stars.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { readMemberToken } from '~/lib/session/session.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { takeEarlyVote } from './early-vote.tsx';
import { ReviewItems } from './review-items.tsx';
import styles from './reviews.module.css';
import type { ShownReviews } from './shown-reviews.ts';

// Only members write and vote.
const MemberReviews = lazyPart(async () => (await import('./member-reviews.tsx')).MemberReviews);

/** As in domain/review.ts, which pages do not load. The first is the default. */
const ORDERS = ['helpful', 'newest'] as const satisfies readonly ReviewOrder[];

interface ReviewsProps {
  gameId: number;
  reviews: ShownReviews;
}

/** The reviews are the same for all visitors. What depends on the member is added in the browser. */
export function Reviews({ gameId, reviews }: ReviewsProps) {
  const { t } = useTranslation('reviews');
  const isSignedIn = useIsMember();
  const { ask } = useSignInPrompt();
  const { items, order, page, pages, rating } = reviews;
  const [wanted, setWanted] = useState<number>();
  const vote = (reviewId: number) => {
    if (readMemberToken() !== undefined) setWanted(reviewId);
    else ask(t('sign-in-to-vote'), () => setWanted(reviewId), { kind: 'helpful', reviewId });
  };
  const finishEarlyVote = useEffectEvent(() => {
    const reviewId = takeEarlyVote();
    if (reviewId !== undefined) vote(reviewId);
  });
  // Another member who signs in here later has not voted.
  useEffect(() => {
    if (!isSignedIn) setWanted(undefined);
  }, [isSignedIn]);
  useEffect(() => finishEarlyVote(), []);
  const hrefOf = (wanted: { order?: string; page?: number }) => {
    const query = new URLSearchParams();
    const next = { order, page: 1, ...wanted };
    if (next.order !== ORDERS[0]) query.set('reviews', next.order);
    if (next.page > 1) query.set('page', String(next.page));
    return `/catalog/${gameId}${query.size > 0 ? `?${query}` : ''}#reviews`;
  };
  const orders = rating && rating.count > 1 && (
    <nav aria-label={t('order')} className={styles.orders}>
      {ORDERS.map((name) => (
        <Link
          key={name}
          to={hrefOf({ order: name })}
          className={cx(styles.order, name === order && styles.chosen)}
          aria-current={name === order ? 'true' : undefined}
          preventScrollReset
        >
          {t(`order-${name}`)}
        </Link>
      ))}
    </nav>
  );
  const forVisitors = (
    <>
      <p className={styles.note}>{t('who-writes')}</p>
      {orders}
      <ReviewItems
        items={items}
        voteFor={({ id, helpful }) => ({ isGiven: id === wanted, count: helpful, toggle: () => vote(id) })}
      />
    </>
  );
  return (
    <section id="reviews" className={styles.reviews} aria-labelledby="reviews-title">
      <h2 id="reviews-title">{t('title')}</h2>
      {rating && <Summary rating={rating} stars={reviews.stars} />}
      {isSignedIn ? (
        <Suspense fallback={forVisitors}>
          <MemberReviews gameId={gameId} items={items} orders={orders} wanted={wanted} />
        </Suspense>
      ) : (
        forVisitors
      )}
      {!rating && <p className={styles.note}>{t('none')}</p>}
      {pages > 1 && (
        <nav aria-label={t('pages')} className={styles.orders}>
          {page > 1 && (
            <Link to={hrefOf({ page: page - 1 })} rel="prev" className={styles.order}>
              {t('previous')}
            </Link>
          )}
          {page < pages && (
            <Link to={hrefOf({ page: page + 1 })} rel="next" className={styles.order}>
              {t('next')}
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

function Summary({ rating, stars }: Pick<ShownReviews, 'stars'> & { rating: NonNullable<ShownReviews['rating']> }) {
  const { t } = useTranslation('reviews');
  const ratingText = useRatingText();
  return (
    <div className={styles.summary}>
      <p className={styles.average}>
        <span className={styles.number}>{ratingText(rating.average)}</span>
        <Stars rating={rating.average} />
        <span className={styles.note}>{t('count', { count: rating.count })}</span>
      </p>
      <dl className={styles.shares}>
        {stars
          .map((count, index) => ({ count, value: index + 1 }))
          .toReversed()
          .map(({ count, value }) => (
            <div key={value}>
              <dt>
                {value} <span aria-hidden="true">★</span>
              </dt>
              <dd>
                <progress max={rating.count} value={count} aria-hidden="true" />
                {count}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
