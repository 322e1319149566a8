import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useRateText } from '../../lib/number-text.ts';
import { useRateSource } from '../../lib/rate-source.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useAction } from '../../lib/use-action.ts';
import styles from './health.module.css';

/** What the store prices by, and the comparison with the source. A rate that jumped waits for an operator. */
export function Rates({ current, days }: ConsoleSchemas['Health']['rates']) {
  const t = useTexts('health');
  const mayAct = useMay()('health:act');
  const rateSource = useRateSource();
  const rateText = useRateText();
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t('rates')} actions={mayAct && <Button onClick={() => setOpen(true)}>{t('compare')}</Button>}>
      {current.length === 0 && <p className={styles.hint}>{t('no-rates')}</p>}
      <ul className={styles.rows}>
        {current.map(({ currency, rate, source, fetchedAt, isStale }) => (
          <li key={currency} className={styles.row}>
            <span className={styles.name}>
              1 USD = {rateText(rate)} {currency}
            </span>
            <span className={styles.note}>
              {rateSource(source)} · <Moment at={fetchedAt} />
            </span>
            <span className={styles.end}>
              <StatusLabel tone={isStale ? 'danger' : 'success'}>{isStale ? t('stale') : t('fresh')}</StatusLabel>
            </span>
            {isStale && <span className={styles.do}>{t('do-stale')}</span>}
          </li>
        ))}
      </ul>
      {days.length > 0 && (
        <details className={styles.history}>
          <summary>{t('history')}</summary>
          <ul className={styles.rows}>
            {days.map(({ date, source, KZT, RUB, AZN }) => (
              <li key={date} className={styles.row}>
                <span className={styles.name}>{dayText(date, language)}</span>
                <span className={styles.note}>{rateSource(source)}</span>
                <span className={styles.do}>
                  KZT {rateText(KZT)} · RUB {rateText(RUB)} · AZN {rateText(AZN)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isOpen && <CompareDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function CompareDialog({ onClose }: { onClose(): void }) {
  const t = useTexts('health');
  const errorText = useErrorText();
  const rateText = useRateText();
  const { data, error } = useQuery({
    queryKey: ['health', 'rates'],
    queryFn: () => callApi((api) => api.GET('/api/v1/health/rates')),
    gcTime: 0,
  });
  const accept = useAction({
    run: () => {
      const seen = Object.fromEntries((data?.rates ?? []).map(({ currency, theirs }) => [currency, theirs]));
      const { KZT = '', RUB = '', AZN = '' } = seen;
      return callApi((api) => api.POST('/api/v1/health/rates/accept', { body: { KZT, RUB, AZN } }));
    },
    changes: [['health'], ['today']],
    done: () => t('accepted'),
    onDone: onClose,
    isFaultShown: true,
  });
  const hasJumped = data?.rates.some((rate) => rate.hasJumped) ?? false;
  return (
    <ConfirmDialog
      title={t('compare')}
      isOpen
      onClose={onClose}
      confirm={t('accept')}
      isBusy={accept.isPending}
      isDisabled={!hasJumped}
      error={accept.error}
      onConfirm={() => accept.mutate(undefined)}
    >
      {!data && <p role="status">{error ? errorText(error) : t('asking')}</p>}
      <ul className={styles.rows}>
        {data?.rates.map(({ currency, ours, theirs, hasJumped: isJump }) => (
          <li key={currency} className={styles.row}>
            <span className={styles.name}>{currency}</span>
            <span className={styles.note}>{t('ours-theirs', { ours: rateText(ours), theirs: rateText(theirs) })}</span>
            <span className={styles.end}>{isJump && <StatusLabel tone="danger">{t('jumped')}</StatusLabel>}</span>
          </li>
        ))}
      </ul>
      {data && <p className={styles.hint}>{hasJumped ? t('do-jumped') : t('nothing-jumped')}</p>}
    </ConfirmDialog>
  );
}
