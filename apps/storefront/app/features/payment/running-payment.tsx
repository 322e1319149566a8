import type { Basket } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Button } from '@oyna/ui/button';
import { RunningNotice } from '@oyna/ui/running-notice';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

interface RunningPaymentProps {
  payment: NonNullable<Basket['payment']>;
  isBusy: boolean;
  onContinue(): void;
  onCancel(): void;
}

/** The basket is frozen: a payment for it was started here or on another device. */
export function RunningPayment({ payment, isBusy, onContinue, onCancel }: RunningPaymentProps) {
  const { t, language } = useTranslation('payment');
  const { providerLabel, amount, currency } = payment;
  const sum = formatMoney(amount, currency, language) ?? '';
  return (
    <RunningNotice title={t('running-title')} text={t('running-text', { provider: providerLabel, sum })}>
      <Button variant="brand" isBusy={isBusy} onClick={onContinue}>
        {t('running-continue')}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
        {t('running-cancel')}
      </Button>
    </RunningNotice>
  );
}
