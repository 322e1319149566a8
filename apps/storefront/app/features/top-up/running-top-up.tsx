import type { TopUp } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { Hourglass } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { isWebAddress } from '~/lib/web-address.ts';
import { Button, ButtonLink } from '~/ui/button.tsx';
import styles from './running-top-up.module.css';

interface RunningTopUpProps {
  topUp: TopUp;
  onDismiss(): void;
}

/** Begun in this browser and not over: whoever would begin it again sees that there is one. */
export function RunningTopUp({ topUp, onDismiss }: RunningTopUpProps) {
  const { t, language } = useTranslation('top-up');
  const { id, account, charged, link_url, stage } = topUp;
  const canPay = stage === 'accepted' && link_url !== null && isWebAddress(link_url);
  return (
    <section className={styles.running} aria-labelledby="running">
      <Hourglass size={20} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="running">{t(canPay ? 'running-unpaid' : 'running-paid')}</h2>
        <p>{[account, formatMoney(charged.amount, charged.currency, language)].join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        {canPay && (
          <Button variant="brand" onClick={() => location.assign(link_url)}>
            {t('continue-payment')}
          </Button>
        )}
        <ButtonLink to={`/top-up/${id}`}>{t('running-look')}</ButtonLink>
        <Button variant="quiet" onClick={onDismiss}>
          {t('running-new')}
        </Button>
      </div>
    </section>
  );
}
