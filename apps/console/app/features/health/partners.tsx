import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { ReactNode } from 'react';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel, type Tone } from '../../components/status-label.tsx';
import { useWholePercentText } from '../../lib/percent-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import styles from './health.module.css';

type HealthFacts = ConsoleSchemas['Health'];

/** Payments of the last 24 hours by provider. */
export function Providers({ providers }: Pick<HealthFacts, 'providers'>) {
  const t = useTexts('health');
  return (
    <Section title={t('providers')}>
      <ul className={styles.rows}>
        {providers.map(({ name, label, ended, paid, waiting, seconds, lastPaidAt, lastCallbackAt, failingSince }) => (
          <Partner
            key={name}
            name={label}
            good={paid}
            all={ended}
            seconds={seconds}
            tone={failingSince ? 'danger' : 'success'}
            last={lastPaidAt}
            lastCallback={lastCallbackAt}
          >
            {waiting > 0 && t('payments-waiting', { count: waiting })} {failingSince && t('do-failing-provider')}
          </Partner>
        ))}
      </ul>
    </Section>
  );
}

/** Top-ups of the last 24 hours by supplier. */
export function Suppliers({ suppliers }: Pick<HealthFacts, 'suppliers'>) {
  const t = useTexts('health');
  return (
    <Section title={t('suppliers')}>
      {suppliers.length === 0 && <p className={styles.hint}>{t('no-suppliers')}</p>}
      <ul className={styles.rows}>
        {suppliers.map(({ name, ended, delivered, open, held, seconds, lastDeliveredAt, lastCallbackAt, alerts }) => (
          <Partner
            key={name}
            name={name}
            good={delivered}
            all={ended}
            seconds={seconds}
            tone={alerts.length > 0 ? 'danger' : 'success'}
            last={lastDeliveredAt}
            lastCallback={lastCallbackAt}
          >
            {open > 0 && t('top-ups-open', { count: open })} {held > 0 && t('top-ups-held', { count: held })}{' '}
            {alerts.map(({ kind, detail }) => detail || kind).join('; ')} {alerts.length > 0 && t('do-supplier')}
          </Partner>
        ))}
      </ul>
    </Section>
  );
}

interface PartnerProps {
  name: string;
  good: number;
  all: number;
  seconds: number | null;
  tone: Tone;
  last: string | null;
  lastCallback: string | null;
  children: ReactNode;
}

function Partner({ name, good, all, seconds, tone, last, lastCallback, children }: PartnerProps) {
  const t = useTexts('health');
  const percentText = useWholePercentText();
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <span className={styles.note}>
        {seconds !== null && `${t('median', { value: Math.round(seconds) })} · `}
        {last && (
          <>
            {t('last-success')} <Moment at={last} /> ·{' '}
          </>
        )}
        {lastCallback ? (
          <>
            {t('last-callback')} <Moment at={lastCallback} />
          </>
        ) : (
          t('no-callback')
        )}
      </span>
      <span className={styles.end}>
        <StatusLabel tone={all === 0 && tone === 'success' ? 'neutral' : tone}>
          {all === 0 ? t('none-ended') : t('share', { percent: percentText((good / all) * 100), good, all })}
        </StatusLabel>
      </span>
      <span className={styles.do}>{children}</span>
    </li>
  );
}
