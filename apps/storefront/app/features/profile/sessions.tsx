import { faultOf } from '@oyna/api-client/call-fault';
import type { SessionItem } from '@oyna/api-client/models';
import { deviceName, isPhone } from '@oyna/domain/device-name';
import { Badge } from '@oyna/ui/badge';
import { Button } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useToast } from '@oyna/ui/toast';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import styles from './edit-profile.module.css';
import { profileErrorText } from './profile-texts.ts';

const ALL_OTHERS = 'others';

/** Where the customer is signed in. What is ended there is over at once. */
export function Sessions() {
  const { t } = useTranslation('profile');
  const callApi = useApi();
  const showToast = useToast();
  const { data, failure, reload, replace } = useMemberData((api) => api.GET('/api/v1/user/sessions'));
  const [ending, setEnding] = useState<string>();

  const end = async (id: string) => {
    if (ending) return;
    setEnding(id);
    try {
      await callApi((api) =>
        id === ALL_OTHERS
          ? api.DELETE('/api/v1/user/sessions')
          : api.DELETE('/api/v1/user/sessions/{id}', { params: { path: { id } } }),
      );
      replace((list) => list.filter((session) => session.current || (id !== ALL_OTHERS && session.id !== id)));
      showToast(t('session-ended'), 'success');
    } catch (error) {
      showToast(profileErrorText(t, faultOf(error).error) ?? '', 'danger');
      reload();
    }
    setEnding(undefined);
  };
  return (
    <section className={styles.panel} aria-labelledby="sessions" aria-busy={!data && !failure}>
      <h2 id="sessions">{t('sessions')}</h2>
      {!data && failure ? (
        <ErrorState title={t('sessions-failed')} onRetry={reload} {...failedCall(failure)} />
      ) : data ? (
        <>
          <ul className={styles.rows}>
            {data.map((session) => (
              <Session
                key={session.id}
                session={session}
                isEnding={ending === session.id}
                onEnd={() => void end(session.id)}
              />
            ))}
          </ul>
          {data.some(({ current }) => !current) && (
            <Button variant="danger" isBusy={ending === ALL_OTHERS} onClick={() => void end(ALL_OTHERS)}>
              {t('end-others')}
            </Button>
          )}
        </>
      ) : (
        <Skeleton shape="control" />
      )}
    </section>
  );
}

interface SessionProps {
  session: SessionItem;
  isEnding: boolean;
  onEnd(): void;
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const { t } = useTranslation('profile');
  const dateText = useDateText();
  const name = deviceName(session.userAgent) ?? t('unknown-device');
  const Icon = isPhone(session.userAgent) ? Smartphone : Monitor;
  return (
    <li className={styles.session}>
      <Icon size={22} aria-hidden="true" />
      <div className={styles.device}>
        <p className={styles.deviceName}>
          {name} {session.current && <Badge tone="success">{t('this-device')}</Badge>}
        </p>
        <p className={styles.deviceFacts}>
          <span>{session.address} ·</span> <span>{dateText(session.usedAt)}</span>
        </p>
      </div>
      {!session.current && (
        <Button aria-label={`${t('end')}: ${name}`} isBusy={isEnding} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}
