import { Button, ButtonLink } from '@oyna/ui/button';
import type { ReactNode } from 'react';
import { CheckoutPanel, CheckoutRows, PayBar } from '~/components/checkout-panel.tsx';
import { Price } from '~/components/price.tsx';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
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

/** The total. On phones the total and its button are fixed to the bottom of the screen. */
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
    <CheckoutPanel title={t('summary')}>
      <CheckoutRows>
        <div>
          <dt>{t('amount', { count })}</dt>
          <dd className={styles.sum}>{text(amount)}</dd>
        </div>
        {discount > 0 && (
          <div>
            <dt>{t('discount', { code: promoCode ?? '' })}</dt>
            <dd className={styles.discount}>−{text(discount)}</dd>
          </div>
        )}
      </CheckoutRows>
      {children}
      {obstacle && (
        <p className={styles.hint} id="cannot-pay">
          {obstacle}
        </p>
      )}
      <PayBar label={t('total')} sum={<Price cents={total} size="medium" />}>
        {canPay ? (
          <ButtonLink to="/payment" variant="primary" size="large" isWide>
            {t('to-payment')}
          </ButtonLink>
        ) : (
          <Button variant="primary" size="large" isWide disabled aria-describedby={obstacle && 'cannot-pay'}>
            {t('to-payment')}
          </Button>
        )}
      </PayBar>
    </CheckoutPanel>
  );
}
