import type { CartItem } from '@oyna/domain/cart';
import { useToast } from '@oyna/ui/toast';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { flyToCart } from './fly-to-cart.ts';
import { openCart } from './open-cart.ts';
import { useSavedItems } from './use-saved-items.ts';

/** The cart for the product page. */
export interface ProductCart {
  countOf(productId: number): number;
  /** An item is being added to the cart, which may have to load first. */
  isAdding: boolean;
  /** Asks a visitor to sign in, and adds afterwards (spec §5). */
  add(item: CartItem): void;
  setCount(productId: number, count: number): void;
}

export function useProductCart(): ProductCart {
  const { t } = useTranslation('product');
  const { t: common } = useTranslation();
  const items = useSavedItems();
  const callApi = useApi();
  const showToast = useToast();
  const { ask } = useSignInPrompt();
  const [isAdding, setAdding] = useState(false);

  const fail = (error: unknown) => {
    logFailure('the cart was not changed', error);
    showToast(t('cart-failed'), 'danger');
  };
  const add = async (item: CartItem) => {
    setAdding(true);
    // The cart counts the item before the server responds, so a second click adds nothing.
    const adding = await openCart(callApi)
      .then((cart) => ({ outcome: cart.add(item) }))
      .finally(() => setAdding(false));
    // After the next frame the page has the link to the cart and its new count.
    requestAnimationFrame(() => setTimeout(flyToCart));
    const outcome = await adding.outcome;
    if (outcome === undefined) showToast(common('added-to-cart'), 'success');
    else if (outcome === 'offline' || outcome === 'unavailable') showToast(t('added-later'));
    else showToast(t(REFUSAL_TEXTS[outcome]), 'danger');
  };

  return {
    isAdding,
    countOf: (productId) => items.find((item) => item.productId === productId)?.count ?? 0,
    add: (item) => {
      const { productId, count } = item;
      ask(t('sign-in-to-buy'), () => void add(item).catch(fail), { kind: 'add-to-cart', productId, count });
    },
    setCount: (productId, count) => void openCart(callApi).then((cart) => cart.setCount(productId, count), fail),
  };
}

const REFUSAL_TEXTS = {
  'out-of-stock': 'not-enough-left',
  'price-unavailable': 'cart-refused',
  'basket-frozen': 'basket-frozen',
  'basket-full': 'basket-full',
  'not-found': 'cart-refused',
  refused: 'cart-refused',
} as const;
