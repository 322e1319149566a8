import type { Basket, BasketItem, PaymentMethod } from '@oyna/api-client/models';
import { NO_PAYMENT_METHOD } from '@oyna/domain/constants';
import { BASKET_STATUS } from '@oyna/domain/states';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { useToast } from '@oyna/ui/toast';
import { ShoppingCart, WalletCards } from 'lucide-react';
import { useRef, useState } from 'react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { MethodCards } from './method-cards.tsx';
import { NotPayedDialog } from './not-payed-dialog.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import styles from './payment-view.module.css';
import { RunningPayment } from './running-payment.tsx';
import { usePayableBasket } from './use-payable-basket.ts';
import { usePayment } from './use-payment.ts';

interface PaymentViewProps {
  isMember: boolean;
  methods: readonly PaymentMethod[];
  /** The edition as the product page calls it. */
  editionOf(item: BasketItem): string;
  /** Sends unsaved changes of the cart to the server. */
  settleCart(): Promise<void>;
  /** The basket is the server's now (spec §4). */
  onPaymentCreated(): void;
}

export function PaymentView({ isMember, methods, editionOf, settleCart, onPaymentCreated }: PaymentViewProps) {
  const { t } = useTranslation('payment');
  const { basket, failure, reload } = usePayableBasket(isMember, settleCart);
  if (failure !== undefined) {
    return (
      <ErrorState
        title={t('basket-failed')}
        onRetry={reload}
        action={<ButtonLink to="/cart">{t('back-to-cart')}</ButtonLink>}
        {...failedCall(failure)}
      />
    );
  }
  if (basket === undefined) return <PaymentSkeleton />;
  if (basket === null || basket.basketItems.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingCart size={32} />}
        text={t(basket === null ? 'basket-id-missing' : 'basket-empty')}
        action={
          <ButtonLink to="/cart" variant="primary">
            {t('back-to-cart')}
          </ButtonLink>
        }
      />
    );
  }
  if (methods.length === 0) return <EmptyState icon={<WalletCards size={32} />} text={t('no-methods')} />;
  return (
    <PaymentChoice
      key={basket.payment?.orderId ?? 'new'}
      basket={basket}
      methods={methods}
      editionOf={editionOf}
      onPaymentCreated={onPaymentCreated}
      onChanged={reload}
    />
  );
}

interface PaymentChoiceProps extends Pick<PaymentViewProps, 'methods' | 'editionOf' | 'onPaymentCreated'> {
  basket: Basket;
  onChanged(): void;
}

function PaymentChoice({ basket, methods, editionOf, onPaymentCreated, onChanged }: PaymentChoiceProps) {
  const { t } = useTranslation('payment');
  const showToast = useToast();
  const running = basket.statusId === BASKET_STATUS.awaitingPayment ? basket.payment : null;
  const [chosen, setChosen] = useState<number>(() =>
    running ? methods.findIndex(({ provider }) => provider === running.provider) : NO_PAYMENT_METHOD,
  );
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const cards = useRef<HTMLFieldSetElement>(null);
  const { isBusy, fault, pay, cancel, dismiss } = usePayment({ onPaymentCreated, onReturn: onChanged });
  const method = methods[chosen];

  const choose = (index: number) => {
    setChosen(index);
    setChoiceMissing(false);
  };
  const onPay = () => {
    if (!method) {
      setChoiceMissing(true);
      // The message is at the choice, and the choice may be off the screen.
      cards.current?.scrollIntoView({ block: 'start' });
      cards.current?.querySelector('input')?.focus({ preventScroll: true });
      return;
    }
    pay(basket, method.provider);
  };
  const onClose = () => {
    // The page then shows the price that is paid now.
    if (fault?.error === 'quote-expired') onChanged();
    dismiss();
  };
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {running && (
          <RunningPayment
            payment={running}
            isBusy={isBusy}
            onContinue={() => pay(basket, running.provider)}
            onCancel={() =>
              cancel(running.orderId, () => {
                showToast(t('running-cancelled'), 'success');
                onChanged();
              })
            }
          />
        )}
        <MethodCards
          ref={cards}
          methods={methods}
          chosen={chosen}
          onChoose={choose}
          total={basket.total}
          error={isChoiceMissing ? t('payment-method-invalid') : undefined}
        />
      </div>
      <PaymentSummary basket={basket} method={method} editionOf={editionOf} isBusy={isBusy} onPay={onPay} />
      <NotPayedDialog fault={fault} onClose={onClose} />
    </div>
  );
}
