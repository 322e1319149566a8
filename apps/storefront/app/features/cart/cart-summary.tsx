import type { ReactNode } from 'react';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Button, ButtonLink } from '~/ui/button.tsx';
import { Price } from '~/ui/price.tsx';
import type { CartSummary as Sums } from './cart-lines.ts';
import styles from './cart-summary.module.css';

interface CartSummaryProps {
  summary: Sums;
  promoCode: string | undefined;
  canPay: boolean;
  /** Why not. */
  obstacle: string | undefined;
  /** The promo code. */
  children: ReactNode;
}

/** What it comes to. On phones the total and its button stay at the bottom of the screen. */
export function CartSummary({
  summary: { count, amount, discount, total },
  promoCode,
  canPay,
  obstacle,
  children,
}: CartSummaryProps) {
  const { t } = useTranslation('cart');
  const { t: common } = useTranslation();
  const format = usePrice();
  const text = (cents: number | undefined) => format(cents) ?? common('price-not-available');
  return (
    <section className={styles.summary} aria-labelledby="cart-summary">
      <h2 id="cart-summary">{t('summary')}</h2>
      <dl className={styles.sums}>
        <div>
          <dt>{t('amount', { count })}</dt>
          <dd>{text(amount)}</dd>
        </div>
        {discount > 0 && (
          <div className={styles.discount}>
            <dt>{t('discount', { code: promoCode ?? '' })}</dt>
            <dd>−{text(discount)}</dd>
          </div>
        )}
      </dl>
      {children}
      {obstacle && (
        <p className={styles.hint} id="cannot-pay">
          {obstacle}
        </p>
      )}
      <div className={styles.pay}>
        <div className={styles.total} role="status">
          <span>{t('total')}</span>
          <Price cents={total} size="medium" />
        </div>
        {canPay ? (
          <ButtonLink to="/payment" variant="primary" size="large" isWide>
            {t('to-payment')}
          </ButtonLink>
        ) : (
          <Button variant="primary" size="large" isWide disabled aria-describedby={obstacle && 'cannot-pay'}>
            {t('to-payment')}
          </Button>
        )}
      </div>
    </section>
  );
}
