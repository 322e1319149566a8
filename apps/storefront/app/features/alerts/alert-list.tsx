import type { Alert } from '@oyna/api-client/models';
import { UNDO_MS } from '@oyna/domain/constants';
import { orderedName } from '@oyna/domain/edition-name';
import { formatMoney } from '@oyna/domain/money-format';
import { Button, ButtonLink } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { TextLink } from '@oyna/ui/text-link';
import { Bell } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Picture } from '~/components/picture.tsx';
import { UndoStrip } from '~/components/undo-strip.tsx';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMemberData } from '~/lib/session/use-member-data.ts';
import styles from './alerts.module.css';
import { type PushSupport, readPushSupport } from './push-browser.ts';
import { isRenewable, markPushAlert } from './push-renewal.ts';
import { useAlertActions } from './use-alert-actions.ts';

/** All alerts of a customer. Each is stopped with one tap, and comes back with one tap for five seconds. */
export function AlertList() {
  const { t } = useTranslation('alerts');
  const { t: common } = useTranslation();
  const { data, failure, reload, replace } = useMemberData((api) => api.GET('/api/v1/user/alerts'));
  const [stopped, setStopped] = useState<readonly number[]>([]);
  const remove = (id: number) => {
    setStopped((ids) => ids.filter((one) => one !== id));
    replace((last) => ({ ...last, alerts: last.alerts.filter((alert) => alert.id !== id) }));
  };
  if (!data && failure) return <ErrorState title={t('list-failed')} onRetry={reload} {...failedCall(failure)} />;
  if (!data) {
    return (
      <div className={styles.list} aria-busy="true">
        <Skeleton shape="control" />
        <Skeleton shape="control" />
      </div>
    );
  }
  if (data.alerts.length === 0) {
    return (
      <EmptyState
        icon={<Bell size={32} />}
        text={t('empty')}
        action={
          <ButtonLink to="/catalog" variant="primary">
            {common('go-to-catalog')}
          </ButtonLink>
        }
      />
    );
  }
  const byPush = data.alerts.filter(({ channels }) => channels.includes('push'));
  return (
    <ul className={styles.list}>
      {byPush.length > 0 && data.browsers.length === 0 && data.pushKey !== null && (
        <li>
          <NoBrowser alerts={byPush} pushKey={data.pushKey} onDone={reload} />
        </li>
      )}
      {data.alerts.map((alert) => (
        <li key={alert.id}>
          {stopped.includes(alert.id) ? (
            <Stopped
              id={alert.id}
              onBack={() => setStopped((ids) => ids.filter((one) => one !== alert.id))}
              onGone={() => remove(alert.id)}
            />
          ) : (
            <AlertRow alert={alert} onStopped={() => setStopped((ids) => [...ids, alert.id])} />
          )}
        </li>
      ))}
    </ul>
  );
}

function AlertRow({ alert, onStopped }: { alert: Alert; onStopped(): void }) {
  const { t, language } = useTranslation('alerts');
  const { stop } = useAlertActions();
  const [isBusy, setBusy] = useState(false);
  const { offer, game } = alert;
  const name = offer ? orderedName(offer.name, language) : t('discount-end');
  const sum = formatMoney(alert.threshold ?? undefined, alert.currency, language);
  return (
    <div className={cx(styles.row, !game && styles.plain)}>
      {game && <Picture address={game.images.poster} variant="poster" alt="" colour={game.color} sizes="72px" />}
      <div className={styles.words}>
        {game ? (
          <TextLink to={`/catalog/${game.gameId}#offer-${offer?.id}`}>{name}</TextLink>
        ) : (
          <p className={styles.name}>{name}</p>
        )}
        <p className={styles.note}>{t(`waits-${alert.kind}`, { sum })}</p>
        <p className={styles.note}>{alert.channels.map((channel) => t(`by-${channel}`)).join(', ')}</p>
      </div>
      <Button
        aria-label={`${t('stop')}: ${name}`}
        isBusy={isBusy}
        onClick={async () => {
          setBusy(true);
          const isStopped = await stop(alert.id);
          setBusy(false);
          if (isStopped) onStopped();
        }}
      >
        {t('stop')}
      </Button>
    </div>
  );
}

function Stopped({ id, onBack, onGone }: { id: number; onBack(): void; onGone(): void }) {
  const { t } = useTranslation('alerts');
  const { resume } = useAlertActions();
  const [isComing, setComing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs from the stop, whatever is rendered meanwhile
  useEffect(() => {
    if (isComing) return;
    const timer = setTimeout(onGone, UNDO_MS);
    return () => clearTimeout(timer);
  }, [isComing]);
  return (
    <UndoStrip
      text={t('stopped')}
      action={t('undo')}
      onUndo={() => {
        setComing(true);
        void resume(id).then((alert) => (alert ? onBack() : onGone()));
      }}
    />
  );
}

interface NoBrowserProps {
  alerts: readonly Alert[];
  pushKey: string;
  onDone(): void;
}

/** No browser gets the messages of these alerts: the session ended in which one was chosen. */
function NoBrowser({ alerts, pushKey, onDone }: NoBrowserProps) {
  const { t } = useTranslation('alerts');
  const { subscribe } = useAlertActions();
  const [push, setPush] = useState<PushSupport>();
  const [isBusy, setBusy] = useState(false);
  const turnOn = async () => {
    setBusy(true);
    const outcome = await subscribe(pushKey);
    if (outcome === 'done') {
      for (const alert of alerts) markPushAlert(alert);
      onDone();
    }
    setPush(readPushSupport());
    setBusy(false);
  };
  const onOpen = useEffectEvent(() => {
    setPush(readPushSupport());
    // The browser that was chosen needs no question.
    if (isRenewable(alerts)) void turnOn();
  });
  useEffect(() => onOpen(), []);
  return (
    <div className={cx(styles.row, styles.plain)} role="status">
      <p className={styles.words}>{t('no-browser')}</p>
      {push === 'ready' ? (
        <Button isBusy={isBusy} onClick={() => void turnOn()}>
          {t('turn-on-here')}
        </Button>
      ) : (
        push && <p className={styles.note}>{t(`push-${push}`)}</p>
      )}
    </div>
  );
}
