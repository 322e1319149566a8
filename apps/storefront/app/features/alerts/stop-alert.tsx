import { Button, ButtonLink } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isMissing } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './alerts.module.css';

/** Stops an alert by the link of its mail, without a sign-in. Nothing happens before the button is pressed: scanners open links. */
export function StopAlert({ token }: { token: string }) {
  const { t } = useTranslation('alerts');
  const callApi = useApi();
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'missing' | 'failed'>(token ? 'asking' : 'missing');
  const [name, setName] = useState<string | null>(null);
  const stop = async () => {
    setState('busy');
    try {
      const stopped = await callApi((api) => api.POST('/api/v1/alerts/stop', { body: { token } }));
      setName(stopped.name);
      setState('done');
    } catch (error) {
      setState(isMissing(error) ? 'missing' : 'failed');
    }
  };
  if (state === 'done' || state === 'missing') {
    return (
      <section className={styles.card}>
        <div>
          <FormNotice
            error={state === 'missing' ? t('stop-missing') : undefined}
            success={state === 'done' ? [t('stop-done'), name].filter(Boolean).join(' ') : undefined}
          />
          <ButtonLink to="/alerts" variant="primary" size="large" isWide>
            {t('to-alerts')}
          </ButtonLink>
        </div>
      </section>
    );
  }
  return (
    <section className={styles.card}>
      <p className={styles.note}>{t('stop-text')}</p>
      <div>
        <FormNotice error={state === 'failed' ? t('failed') : undefined} />
        <Button variant="primary" size="large" isWide isBusy={state === 'busy'} onClick={() => void stop()}>
          {t('stop')}
        </Button>
      </div>
    </section>
  );
}
