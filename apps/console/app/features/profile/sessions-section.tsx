import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { deviceName } from '@oyna/domain/device-name';
import { Button } from '@oyna/ui/button';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './profile.module.css';

/** Where the operator is signed in. */
export function SessionsSection({ sessions }: { sessions: ConsoleSchemas['Profile']['sessions'] }) {
  const t = useTexts('profile');
  const end = useAction({
    run: (sessionId: string) =>
      callApi((api) => api.DELETE('/api/v1/profile/sessions/{sessionId}', { params: { path: { sessionId } } })),
    changes: [['profile']],
    done: () => t('session-ended'),
  });
  const endOthers = useAction({
    run: () => callApi((api) => api.DELETE('/api/v1/profile/sessions')),
    changes: [['profile']],
    done: () => t('session-ended'),
  });
  return (
    <Section title={t('sessions')}>
      <ul className={styles.rows}>
        {sessions.map(({ id, userAgent, address, usedAt, isCurrent }) => (
          <li key={id} className={styles.row}>
            <div className={styles.device}>
              <strong title={userAgent}>{deviceName(userAgent) ?? userAgent}</strong>
              <span>
                {address} · <Moment at={usedAt} />
              </span>
            </div>
            {isCurrent ? (
              <StatusLabel tone="success">{t('this-session')}</StatusLabel>
            ) : (
              <Button onClick={() => end.mutate(id)}>{t('end')}</Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
          {t('end-others')}
        </Button>
      )}
    </Section>
  );
}
