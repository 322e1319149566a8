import type { Basket, BasketItem, PaymentMethod } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { basketTotal } from '@oyna/domain/pricing';
import { BASKET_STATUS } from '@oyna/domain/states';
import { Button } from '@oyna/ui/button';
import { LinkedText } from '@oyna/ui/linked-text';
import { TextLink } from '@oyna/ui/text-link';
import { ShieldCheck } from 'lucide-react';
import { CheckoutPanel, CheckoutRows, PayBar } from '~/components/checkout-panel.tsx';
import { Picture } from '~/components/picture.tsx';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { shownCharge } from './payment-methods.ts';
import styles from './payment-summary.module.css';

interface PaymentSummaryProps {
  basket: Basket;
  method: PaymentMethod | undefined;
  editionOf(item: BasketItem): string;
  isBusy: boolean;
  onPay(): void;
}

const OFFER = ['/public-offer'];

/** What is paid for, and how much. On phones the sum and its button stay at the bottom of the screen. */
export function PaymentSummary({ basket, method, editionOf, isBusy, onPay }: PaymentSummaryProps) {
  const { t, language } = useTranslation('payment');
  const format = usePrice();
  const charge = method && formatMoney(shownCharge(basket, method), method.currency, language);
  const sum = charge ?? format(basket.total) ?? '';
  const back = wayBack(basket);
  return (
    <CheckoutPanel
      title={t('summary')}
      action={
        <TextLink to={back.to} isAlone>
          {t(back.text)}
        </TextLink>
      }
    >
      <ul className={styles.items}>
        {basket.basketItems.map((item) => (
          <li key={item.productId}>
            <Picture address={item.images.poster} variant="poster" sizes="44px" alt="" colour={item.color} />
            <p>
              <span className={styles.name}>{item.gameName}</span>
              <span className={styles.edition}>
                {editionOf(item)}, {t('pieces', { count: item.count })}
              </span>
            </p>
            <span className={styles.price}>{format(basketTotal([item]))}</span>
          </li>
        ))}
      </ul>
      <div className={styles.sums}>
        <CheckoutRows>
          {basket.discount > 0 && (
            <div>
              <dt>{t('discount', { code: basket.promo?.code ?? '' })}</dt>
              <dd className={styles.discount}>−{format(basket.discount)}</dd>
            </div>
          )}
          <div>
            <dt>{t('total')}</dt>
            <dd className={styles.price}>{format(basket.total)}</dd>
          </div>
        </CheckoutRows>
      </div>
      <p className={styles.next}>
        {method && <ShieldCheck size={18} aria-hidden="true" />}
        {nextText()}
      </p>
      <p className={styles.offer}>
        <LinkedText text={t('accept-offer')} to={OFFER} />
      </p>
      <PayBar label={t('to-pay')} sum={<strong>{sum}</strong>} isSumInButton>
        <Button variant="primary" size="large" isWide isBusy={isBusy} onClick={onPay}>
          {t('pay', { sum })}
        </Button>
      </PayBar>
    </CheckoutPanel>
  );

  function nextText(): string {
    if (!method) return t('choose-first');
    return t(method.cardForm ? 'card-next' : 'go-to', { provider: method.label });
  }
}

function wayBack({ isDirect, statusId, basketItems: [item] }: Basket) {
  if (isDirect && item) return { to: `/catalog/${item.gameId}`, text: 'back-to-game' } as const;
  return { to: '/cart', text: statusId === BASKET_STATUS.open ? 'change-cart' : 'back-to-cart' } as const;
}
