import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { useState } from 'react';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useQueueName } from '../../lib/queue-name.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import styles from './health.module.css';

/** Mails that the mail server has not accepted yet. Those that it refused for good are failed jobs. */
export function DelayedMail({ isOn, delayed }: ConsoleSchemas['Health']['mail']) {
  const t = useTexts('health');
  const queueName = useQueueName();
  const mayAct = useMay()('health:act');
  const [dismissed, setDismissed] = useState<{ id: string; name: string }>();
  const retry = useAction({
    run: (id: string) => callApi((api) => api.POST('/api/v1/health/jobs/{id}/retry', { params: { path: { id } } })),
    changes: [['health']],
    done: () => t('sent-now'),
  });
  return (
    <Section title={t('mail')}>
      {!isOn && (
        <p className={styles.hint}>
          <StatusLabel tone="warning">{t('no-mail-server')}</StatusLabel> {t('do-no-mail-server')}
        </p>
      )}
      {isOn && delayed.length === 0 && <p className={styles.hint}>{t('no-delayed')}</p>}
      <ul className={styles.rows} aria-label={t('mail')}>
        {delayed.map(({ id, queue, about, tries, nextAt, reason }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              {queueName(queue)} {about}
            </span>
            <span className={styles.note}>
              {t('tries', { count: tries })} · {t('next-try')} <Moment at={nextAt} /> {reason}
            </span>
            {mayAct && (
              <span className={styles.end}>
                <Button isBusy={retry.isPending && retry.variables === id} onClick={() => retry.mutate(id)}>
                  {t('send-now')}
                </Button>
                <Button onClick={() => setDismissed({ id, name: queueName(queue) })}>{t('dismiss')}</Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {dismissed && <DismissDialog job={dismissed} onClose={() => setDismissed(undefined)} />}
    </Section>
  );
}
