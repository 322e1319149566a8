import { Button } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useQueueName } from '../../lib/queue-name.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useList } from '../../lib/use-list.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import styles from './health.module.css';

/** Jobs that failed for good: send them again, or give them up with a reason. `failed` is their number. */
export function FailedJobs({ failed }: { failed: number }) {
  const t = useTexts('health');
  const tCommon = useTexts('common');
  const errorText = useErrorText();
  const queueName = useQueueName();
  const mayAct = useMay()('health:act');
  const [dismissed, setDismissed] = useState<{ id: string; name: string }>();
  const { query, rows, newCount, showNew } = useList({
    queryKey: ['health', 'jobs', failed],
    fetchPage: (after) =>
      callApi((api) => api.GET('/api/v1/health/jobs', { params: { query: { limit: 20, ...(after && { after }) } } })),
    idOf: ({ id }) => id,
  });
  const retry = useAction({
    run: (id: string) => callApi((api) => api.POST('/api/v1/health/jobs/{id}/retry', { params: { path: { id } } })),
    changes: [['health']],
    done: () => t('sent-back'),
  });
  const retryAll = useAction({
    run: () => callApi((api) => api.POST('/api/v1/health/jobs/retry')),
    changes: [['health']],
    done: ({ jobs }) => t('sent-back-count', { count: jobs }),
  });
  const messages = rows?.filter(({ kind }) => kind === 'message') ?? [];
  return (
    <Section
      title={t('failed-jobs')}
      actions={
        mayAct &&
        messages.length > 1 && (
          <Button isBusy={retryAll.isPending} onClick={() => retryAll.mutate(undefined)}>
            {t('retry-all')}
          </Button>
        )
      }
    >
      {query.isError && !rows && (
        <ErrorState title={tCommon('not-loaded')} text={errorText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!rows && !query.isError && <Skeleton shape="line" />}
      {rows?.length === 0 && <p className={styles.hint}>{t('no-failed')}</p>}
      {newCount > 0 && <Button onClick={showNew}>{tCommon('new-rows', { count: newCount })}</Button>}
      <ul className={styles.rows} aria-label={t('failed-jobs')}>
        {rows?.map(({ id, queue, at, reason, about, orderId }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              {queueName(queue)} {about}{' '}
              {orderId && <Link to={`/orders/${encodeURIComponent(orderId)}`}>{t('to-order')}</Link>}
            </span>
            <span className={styles.note}>
              <Moment at={at} /> {reason}
            </span>
            {mayAct && (
              <span className={styles.end}>
                <Button isBusy={retry.isPending && retry.variables === id} onClick={() => retry.mutate(id)}>
                  {tCommon('retry')}
                </Button>
                <Button onClick={() => setDismissed({ id, name: queueName(queue) })}>{t('dismiss')}</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {tCommon('show-more')}
        </Button>
      )}
      {dismissed && <DismissDialog job={dismissed} onClose={() => setDismissed(undefined)} />}
    </Section>
  );
}
