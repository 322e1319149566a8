import type { BasketItem } from '@oyna/api-client/models';
import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { ShoppingCart } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { cart } from './cart.ts';
import { areAvailable, type CartLine, linesOf, summaryOf } from './cart-lines.ts';
import { CartList } from './cart-list.tsx';
import { CartNotices } from './cart-notices.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { isFrozen } from './cart-state.ts';
import { CartSummary } from './cart-summary.tsx';
import styles from './cart-view.module.css';
import { PromoCode } from './promo-code.tsx';
import { useCartPage } from './use-cart-page.ts';

interface CartViewProps {
  /** Whether the customer is known to be signed in. */
  isMember: boolean;
  /** Texts of other features about a product: its edition, and "Steam · Key · KZ". */
  wordsOf(item: BasketItem): { edition: string; facts: string };
}

export function CartView({ isMember, wordsOf }: CartViewProps) {
  const state = useCartPage(isMember);
  const box = useRef<HTMLDivElement>(null);
  const lines = linesOf(state);
  useFocusKept(box, lines.length);
  return (
    <div ref={box} tabIndex={-1} className={styles.cart}>
      <CartContent state={state} lines={lines} wordsOf={wordsOf} />
    </div>
  );
}

interface CartContentProps extends Pick<CartViewProps, 'wordsOf'> {
  state: ReturnType<typeof useCartPage>;
  lines: readonly CartLine[];
}

/** The cart in any state. A failure is never shown as an empty cart. */
function CartContent({ state, lines, wordsOf }: CartContentProps) {
  const { t } = useTranslation('cart');
  const { t: common } = useTranslation();
  const { status, connectionError, requestId, basket } = state;
  if (status === 'failed' && connectionError) {
    return (
      <ErrorState
        title={t('cart-failed')}
        text={t(connectionError === 'offline' ? 'offline-text' : 'unavailable-text')}
        requestId={requestId}
        onRetry={cart.refresh}
      />
    );
  }
  if (status !== 'ready') return <CartSkeleton />;
  const isPaying = isFrozen(state);
  const notices = (
    <CartNotices isFrozen={isPaying} connectionError={connectionError} hasMissing={hasMissing(state, lines)} />
  );
  if (lines.length === 0) {
    return (
      <>
        {notices}
        <EmptyState
          icon={<ShoppingCart size={32} />}
          text={t('empty')}
          action={
            <div className={styles.ways}>
              <ButtonLink to="/catalog" variant="primary">
                {common('go-to-catalog')}
              </ButtonLink>
              <ButtonLink to="/">{common('go-home')}</ButtonLink>
            </div>
          }
        />
      </>
    );
  }
  const shown = lines.filter(({ isHidden }) => !isHidden);
  const obstacle = areAvailable(shown, isPaying) ? undefined : t('cannot-pay');
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {notices}
        <CartList lines={lines} isFrozen={isPaying} wordsOf={wordsOf} />
      </div>
      <CartSummary
        summary={summaryOf(state, lines)}
        promoCode={basket?.promo?.code}
        canPay={obstacle === undefined && shown.length > 0}
        obstacle={obstacle}
      >
        {basket && <PromoCode basket={basket} isFrozen={isPaying} />}
      </CartSummary>
    </div>
  );
}

/** An item could not be added to the basket and has no row that could show the error. */
function hasMissing({ refusals }: CartContentProps['state'], lines: readonly CartLine[]): boolean {
  return Object.keys(refusals).some((id) => lines.every(({ productId }) => productId !== Number(id)));
}

/** Moves the focus to the list when the focused row was removed. */
function useFocusKept(box: RefObject<HTMLElement | null>, count: number): void {
  const shown = useRef(count);
  useEffect(() => {
    const isLess = count < shown.current;
    shown.current = count;
    if (isLess && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [count, box]);
}
