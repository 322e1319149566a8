import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewAnswer } from './review-answer.tsx';
import { ReviewStatus } from './review-status.tsx';
import styles from './reviews.module.css';

export function ReviewView({ id }: { id: number }) {
  const t = useTexts('reviews');
  const may = useMay();
  const [ownVersion, setOwnVersion] = useState<number>();
  const query = useQuery({
    queryKey: ['reviews', id],
    queryFn: () => callApi((api) => api.GET('/api/v1/reviews/{id}', { params: { path: { id } } })),
    meta: { live: ['review'], liveId: String(id) },
  });
  const back = { to: '/reviews', text: t('title') };
  const title = t('review-title', { id });
  const { data: review } = query;
  if (!review) {
    return (
      <Page title={title} back={back}>
        <Loading query={query} />
      </Page>
    );
  }
  const canWrite = may('reviews:write');
  return (
    <Page
      title={title}
      back={back}
      note={<ReviewStatus status={review.status} />}
      actions={canWrite && <ReviewActions review={review} onDone={setOwnVersion} />}
      aside={
        <Section title={t('facts')}>
          <Facts
            facts={[
              { name: t('game'), value: review.game.name },
              {
                name: t('customer'),
                value: may('customers:read') ? (
                  <Link to={`/customers/${review.customer.accountId}`}>{review.customer.login}</Link>
                ) : (
                  review.customer.login
                ),
              },
              { name: t('purchase'), value: t(review.isDemo ? 'demo' : review.isRefunded ? 'refunded' : 'has-key') },
              { name: t('language'), value: t(`language-${review.language}`) },
              { name: t('written'), value: <Moment at={review.createdAt} /> },
              { name: t('edited'), value: review.editedAt && <Moment at={review.editedAt} /> },
              { name: t('helpful'), value: String(review.helpful) },
            ]}
          />
        </Section>
      }
    >
      <Section title={`${review.nickname}, ${review.rating} ★`}>
        {review.heldFor.length > 0 && (
          <p className={styles.note}>
            {t('held')}: {review.heldFor.map((reason) => t(`held-${reason}`)).join(', ')}
          </p>
        )}
        {review.hiddenReason !== null && (
          <p className={styles.note}>
            {t('hidden-reason')}: {review.hiddenReason}
          </p>
        )}
        <p className={styles.text}>{review.text}</p>
      </Section>
      <ReviewAnswer key={id} review={review} ownVersion={ownVersion} canWrite={canWrite} />
    </Page>
  );
}
