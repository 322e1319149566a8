import { formatMoney } from '@oyna/domain/money-format';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { CreditCard } from 'lucide-react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './card-form.module.css';
import { CardForm } from './card-form.tsx';
import { otherMethodPath } from './other-method.ts';
import { useCardPayment } from './use-card-payment.ts';

interface CardPaymentProps {
  isMember: boolean;
  orderId: string | undefined;
  /** The cards that the demo's bank knows. */
  demoCards: { good: string; bad: string } | undefined;
}

/** The bottom bar of phones is hidden here, as on the other pages of a payment. */
export function CardPayment({ isMember, orderId, demoCards }: CardPaymentProps) {
  const { t, language } = useTranslation('payment');
  const { payment, failure, reload } = useCardPayment(isMember, orderId);
  if (failure !== undefined) {
    return <ErrorState title={t('card-failed')} isPage onRetry={reload} {...failedCall(failure)} />;
  }
  if (!payment) return <CardSkeleton />;
  if (payment.kind !== 'open') {
    const way =
      payment.kind === 'over'
        ? { to: `/payment/result?order=${payment.orderId}`, text: t('card-state') }
        : payment.kind === 'foreign'
          ? { to: '/cart', text: t('back-to-cart') }
          : { to: otherMethodPath(payment.order), text: t('other-method') };
    return (
      <>
        <h1>{t('card-title')}</h1>
        <EmptyState
          icon={<CreditCard size={32} />}
          text={t(payment.kind === 'foreign' ? 'card-foreign' : 'card-gone')}
          action={
            <ButtonLink to={way.to} variant="primary">
              {way.text}
            </ButtonLink>
          }
        />
      </>
    );
  }
  const { order, form } = payment;
  return (
    <div className={styles.panel} data-hides-bottom-bar="">
      <div className={styles.head}>
        <h1>{t('card-title')}</h1>
        <p className={styles.sum}>{formatMoney(order.amount, order.currency, language)}</p>
      </div>
      {demoCards && <p className={styles.demo}>{t('demo-cards', demoCards)}</p>}
      <CardForm form={form} order={order} />
    </div>
  );
}

function CardSkeleton() {
  const { t } = useTranslation('payment');
  const { t: common } = useTranslation();
  return (
    <div className={styles.panel} aria-busy="true" data-hides-bottom-bar="">
      <h1>{t('card-title')}</h1>
      <VisuallyHidden>{common('loading')}</VisuallyHidden>
      <Skeleton shape="control" />
      <Skeleton shape="control" />
      <Skeleton shape="control" />
      <Skeleton shape="control" />
    </div>
  );
}
