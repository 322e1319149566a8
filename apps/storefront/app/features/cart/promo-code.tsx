import type { Basket } from '@oyna/api-client/models';
import { IconButton } from '@oyna/ui/icon-button';
import { Ticket, X } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { logFailure } from '~/lib/log.ts';
import { cart } from './cart.ts';
import styles from './promo-code.module.css';

const PromoForm = lazyPart(async () => (await import('./promo-form.tsx')).PromoForm);

/** Hidden behind a button: most shoppers have no code, and an empty field makes them look for one. */
export function PromoCode({
  basket: { promo, droppedPromo, amount },
  isFrozen,
}: {
  basket: Basket;
  isFrozen: boolean;
}) {
  const { t } = useTranslation('cart');
  const format = usePrice();
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isRemoving = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  // The clicked button disappears with the change.
  const keepFocus = () => box.current?.focus({ preventScroll: true });

  async function remove(): Promise<void> {
    if (isRemoving.current) return;
    isRemoving.current = true;
    setFailed(false);
    try {
      await cart.removePromo();
      keepFocus();
    } catch (error) {
      logFailure('the promo code was not removed', error);
      setFailed(true);
    }
    isRemoving.current = false;
  }

  return (
    <div ref={box} tabIndex={-1} className={styles.promo}>
      <div role="status" className={styles.message}>
        {promo && (
          <div className={styles.applied}>
            <Ticket size={20} aria-hidden="true" />
            <p>
              <span className={styles.code}>{promo.code}</span>{' '}
              {promo.percent === null ? `−${format(promo.amount)}` : `−${promo.percent}%`}
              {amount < promo.minimum && (
                <span className={styles.note}>{t('promo-minimum', { price: format(promo.minimum) ?? '' })}</span>
              )}
            </p>
            {!isFrozen && (
              <IconButton
                label={t('promo-remove', { code: promo.code })}
                icon={<X size={18} />}
                onClick={() => void remove()}
              />
            )}
          </div>
        )}
        {!promo && droppedPromo !== null && <p className={styles.note}>{t('promo-dropped', { code: droppedPromo })}</p>}
        {hasFailed && <p className={styles.note}>{t('promo-failed')}</p>}
      </div>
      {!promo && !isFrozen && (
        <>
          <button type="button" className={styles.question} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Ticket size={20} aria-hidden="true" />
            {t('promo-question')}
          </button>
          {isOpen && (
            <Suspense>
              <PromoForm
                onDone={() => {
                  setOpen(false);
                  keepFocus();
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}
