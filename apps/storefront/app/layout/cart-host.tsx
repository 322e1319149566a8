import { useToast } from '@oyna/ui/toast';
import { useEffect, useEffectEvent } from 'react';
import { isSettled } from '~/features/cart/cart-storage.ts';
import { openCart } from '~/features/cart/open-cart.ts';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { takePendingAction } from '~/lib/session/pending-action.ts';
import { useIsSignedIn } from '~/lib/session/use-session.ts';

/**
 * Wakes the cart of whoever has signed in where there is something to do: to find the basket (spec §4), to tell the server
 * what it has not heard yet, to add what the visitor was about to. Otherwise the badge is read from storage.
 */
export function CartHost() {
  const { t } = useTranslation();
  const callApi = useApi();
  const isSignedIn = useIsSignedIn();
  const showToast = useToast();

  const onSignedIn = useEffectEvent(async () => {
    const wish = takePendingAction('add-to-cart');
    if (wish) {
      const outcome = await (await openCart(callApi)).add({ productId: wish.productId, count: wish.count, price: 0 });
      if (outcome === undefined) showToast(t('added-to-cart'), 'success');
    } else if (!isSettled()) {
      await (await openCart(callApi)).refresh();
    }
  });
  useEffect(() => {
    if (isSignedIn) onSignedIn().catch((error: unknown) => logFailure('the cart did not come', error));
  }, [isSignedIn]);
  return null;
}
