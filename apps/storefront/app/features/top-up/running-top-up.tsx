import type { TopUp } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Button, ButtonLink } from '@oyna/ui/button';
import { RunningNotice } from '@oyna/ui/running-notice';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { isWebAddress } from '~/lib/web-address.ts';

interface RunningTopUpProps {
  topUp: TopUp;
  onDismiss(): void;
}

/** A notice about the open top-up of this browser, so that the customer does not pay twice. */
export function RunningTopUp({ topUp, onDismiss }: RunningTopUpProps) {
  const { t, language } = useTranslation('top-up');
  const { id, account, charged, link_url, stage } = topUp;
  const canPay = stage === 'accepted' && link_url !== null && isWebAddress(link_url);
  return (
    <RunningNotice
      title={t(canPay ? 'running-unpaid' : 'running-paid')}
      text={[account, formatMoney(charged.amount, charged.currency, language)].join(' · ')}
    >
      {canPay && (
        <Button variant="brand" onClick={() => location.assign(link_url)}>
          {t('continue-payment')}
        </Button>
      )}
      <ButtonLink to={`/top-up/${id}`}>{t('running-status')}</ButtonLink>
      <Button variant="quiet" onClick={onDismiss}>
        {t('running-new')}
      </Button>
    </RunningNotice>
  );
}
