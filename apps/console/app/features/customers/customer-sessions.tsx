import { deviceName } from '@oyna/domain/device-name';
import { Button } from '@oyna/ui/button';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import type { CustomerDetails } from './customer-status.tsx';
import styles from './customer-view.module.css';

/** Where the customer is signed in. One session or all of them can be ended. */
export function CustomerSessions({ customer, canWrite }: { customer: CustomerDetails; canWrite: boolean }) {
  const t = useTexts('customers');
  const [isAsking, setAsking] = useState(false);
  const end = useAction({
    run: (sessionId: string | undefined) =>
      callApi((api) =>
        api.DELETE('/api/v1/customers/{id}/sessions', {
          params: { path: { id: customer.accountId }, query: { ...(sessionId && { sessionId }) } },
        }),
      ),
    changes: [['customers']],
    done: () => t('sessions-ended'),
    onDone: () => setAsking(false),
  });
  const { sessions } = customer;
  return (
    <Section
      title={t('sessions')}
      actions={
        canWrite &&
        sessions.length > 0 && (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {t('end-all')}
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className={styles.empty}>{t('no-sessions')}</p>}
      <ul className={styles.rows}>
        {sessions.map(({ id, address, userAgent, usedAt }) => (
          <li key={id}>
            <span>{address}</span>
            <span className={styles.wide} title={userAgent}>
              {deviceName(userAgent) ?? userAgent}
            </span>
            <Moment at={usedAt} />
            {canWrite && (
              <Button variant="quiet" onClick={() => end.mutate(id)}>
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t('end-all')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirm={t('end-all')}
        isBusy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(undefined)}
      >
        <p>{t('end-all-preview', { count: sessions.length })}</p>
      </ConfirmDialog>
    </Section>
  );
}
