import type { NewAlert } from '@oyna/api-client/models';
import { ALERT_CHANNELS } from '@oyna/domain/alerts';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextLink } from '@oyna/ui/text-link';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Means } from './alert-means.ts';
import styles from './alerts.module.css';
import type { PushSupport } from './push-browser.ts';

interface ChannelChoiceProps {
  channels: NewAlert['channels'];
  onChange(channels: NewAlert['channels']): void;
  means: Means;
  push: PushSupport;
}

/** How the message arrives. A way that is not possible says why, and what makes it possible. */
export function ChannelChoice({ channels, onChange, means, push }: ChannelChoiceProps) {
  const { t } = useTranslation('alerts');
  const toggle = (name: NewAlert['channels'][number], isOn: boolean) =>
    onChange(ALERT_CHANNELS.filter((one) => (one === name ? isOn : channels.includes(one))));
  const isReady = push === 'ready';
  return (
    <fieldset className={styles.channels}>
      <legend>{t('how')}</legend>
      <Checkbox
        label={t('by-mail')}
        checked={channels.includes('mail')}
        disabled={!means.canMail && !channels.includes('mail')}
        onChange={({ target }) => toggle('mail', target.checked)}
      />
      {!means.canMail && (
        <p className={styles.note}>
          {t('mail-unconfirmed')} <TextLink to="/edit-profile">{t('to-settings')}</TextLink>
        </p>
      )}
      {means.pushKey !== null && (
        <>
          <Checkbox
            label={t('by-push')}
            checked={channels.includes('push')}
            disabled={!isReady && !channels.includes('push')}
            onChange={({ target }) => toggle('push', target.checked)}
          />
          {!isReady && <p className={styles.note}>{t(`push-${push}`)}</p>}
        </>
      )}
    </fieldset>
  );
}
