import type { Basket } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Hourglass } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { PROVIDER_NAMES } from '~/lib/provider-names.ts';
import { Button } from '~/ui/button.tsx';
import styles from './running-payment.module.css';

interface RunningPaymentProps {
  payment: NonNullable<Basket['payment']>;
  isBusy: boolean;
  onContinue(): void;
  onCancel(): void;
}

/** The basket is frozen: somebody has begun to pay for it, here or on another device. */
export function RunningPayment({ payment, isBusy, onContinue, onCancel }: RunningPaymentProps) {
  const { t, language } = useTranslation('payment');
  const { provider, amount, currency } = payment;
  const sum = formatMoney(amount, currency, language) ?? '';
  return (
    <section className={styles.running} aria-labelledby="running">
      <Hourglass size={20} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="running">{t('running-title')}</h2>
        <p>{t('running-text', { provider: PROVIDER_NAMES[provider], sum })}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="brand" isBusy={isBusy} onClick={onContinue}>
          {t('running-continue')}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          {t('running-cancel')}
        </Button>
      </div>
    </section>
  );
}
