import type { ActivationRule, Basket, BasketItem, PaymentMethod } from '@oyna/api-client/models';
import { BASKET_STATUS } from '@oyna/domain/states';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { useToast } from '@oyna/ui/toast';
import { ShoppingCart, WalletCards } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { type Country, useCountry } from '~/lib/use-country.ts';
import { ActivationConsent, listNotActivated } from './activation-consent.tsx';
import { MethodCards } from './method-cards.tsx';
import { NotPayedDialog } from './not-payed-dialog.tsx';
import { directFaultText, isNotOnSale, isStale } from './payment-faults.ts';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import styles from './payment-view.module.css';
import { RunningPayment } from './running-payment.tsx';
import { usePayableBasket } from './use-payable-basket.ts';
import { usePayment } from './use-payment.ts';
import type { WantedPurchase } from './wanted-purchase.ts';

interface PaymentViewProps {
  isMember: boolean;
  wanted: WantedPurchase;
  methods: readonly PaymentMethod[];
  rules: readonly ActivationRule[];
  countries: readonly Country[];
  /** The edition as the product page calls it. */
  editionOf(item: BasketItem): string;
  /** Sends unsaved changes of the cart to the server. */
  settleCart(): Promise<void>;
  /** The cart is the server's now (spec §4). */
  onCartPaid(): void;
  /** The methods with their rates, or the rules, are not those of the page any more. */
  onTermsChanged(): void;
}

export function PaymentView({ isMember, wanted, settleCart, onTermsChanged, ...choice }: PaymentViewProps) {
  const { t } = useTranslation('payment');
  const { basket, lastProvider, failure, reload } = usePayableBasket(isMember, wanted, settleCart);
  if (failure !== undefined && isNotOnSale(failure)) return showDirect(undefined);
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
  if (basket.isDirect && basket.statusId === BASKET_STATUS.paid) return showDirect(basket.payment?.orderId);
  if (choice.methods.length === 0) return <EmptyState icon={<WalletCards size={32} />} text={t('no-methods')} />;
  return (
    <PaymentChoice
      key={basket.payment?.orderId ?? 'new'}
      {...choice}
      basket={basket}
      lastProvider={lastProvider}
      onChanged={() => {
        reload();
        onTermsChanged();
      }}
    />
  );
}

const DirectOutcome = lazyPart(async () => (await import('./direct-outcome.tsx')).DirectOutcome);

const showDirect = (paidOrderId: string | undefined) => (
  <Suspense fallback={<PaymentSkeleton />}>
    <DirectOutcome paidOrderId={paidOrderId} />
  </Suspense>
);

/** The message is at the choice, and the choice may be off the screen. */
function show(choice: HTMLElement | null, block: ScrollLogicalPosition): void {
  choice?.scrollIntoView({ block });
  choice?.querySelector('input')?.focus({ preventScroll: true });
}

interface PaymentChoiceProps extends Omit<PaymentViewProps, 'isMember' | 'wanted' | 'settleCart' | 'onTermsChanged'> {
  basket: Basket;
  lastProvider: string | undefined;
  onChanged(): void;
}

function PaymentChoice(props: PaymentChoiceProps) {
  const { basket, methods, rules, countries, editionOf, onCartPaid, onChanged } = props;
  const { t } = useTranslation('payment');
  const showToast = useToast();
  const running = basket.statusId === BASKET_STATUS.awaitingPayment ? basket.payment : null;
  // The last method is only preselected: the sum and the provider are seen before the money moves.
  const preselected = running?.provider ?? props.lastProvider;
  const [chosen, setChosen] = useState<number>(() => methods.findIndex(({ provider }) => provider === preselected));
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const cards = useRef<HTMLFieldSetElement>(null);
  const { isBusy, fault, pay, cancel, dismiss } = usePayment({
    onPaymentCreated: () => basket.isDirect || onCartPaid(),
    onReturn: onChanged,
  });
  const method = methods[chosen];
  const { country } = useCountry(countries);
  const [ticked, setTicked] = useState('');
  const [isTickMissing, setTickMissing] = useState(false);
  const consent = useRef<HTMLDivElement>(null);
  const notActivated = running ? [] : listNotActivated(basket.basketItems, rules, country?.code);
  const accepted = notActivated.map(({ productId }) => productId);
  // The tick is for this country and these products. It is gone when the list changes.
  const asked = `${country?.code} ${accepted}`;
  const isTicked = ticked === asked;

  const choose = (index: number) => {
    setChosen(index);
    setChoiceMissing(false);
  };
  const onPay = () => {
    if (!method) {
      setChoiceMissing(true);
      return show(cards.current, 'start');
    }
    if (notActivated.length > 0 && !isTicked) {
      setTickMissing(true);
      return show(consent.current, 'center');
    }
    pay({ ...basket, country: country?.code, accepted }, method);
  };
  const onClose = () => {
    // The page then shows what is paid now.
    if (fault && isStale(fault.error)) onChanged();
    dismiss();
  };
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {running && (
          <RunningPayment
            payment={running}
            isBusy={isBusy}
            onContinue={() => pay(basket, running)}
            onCancel={() =>
              cancel(running.orderId, () => {
                showToast(t(basket.isDirect ? 'direct-cancelled' : 'running-cancelled'), 'success');
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
          basket={basket}
          error={isChoiceMissing ? t('payment-method-invalid') : undefined}
        />
        {country && notActivated.length > 0 && (
          <ActivationConsent
            ref={consent}
            items={notActivated}
            country={country.name}
            isTicked={isTicked}
            onTick={(isSet) => {
              setTicked(isSet ? asked : '');
              setTickMissing(false);
            }}
            error={isTickMissing ? t('activation-not-confirmed') : undefined}
          />
        )}
      </div>
      <PaymentSummary basket={basket} method={method} editionOf={editionOf} isBusy={isBusy} onPay={onPay} />
      <NotPayedDialog
        fault={fault}
        text={fault && basket.isDirect ? directFaultText(t, fault.error) : undefined}
        onClose={onClose}
      />
    </div>
  );
}
