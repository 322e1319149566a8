import { useToast } from '@oyna/ui/toast';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { takePendingAction } from '~/lib/session/pending-action.ts';
import { useIsMember, useIsSignedIn } from '~/lib/session/use-session.ts';
import { isSettled } from './cart-storage.ts';
import { openCart } from './open-cart.ts';

/**
 * Loads the cart of a signed-in customer when there is work: to find the basket (spec §4), to send unsaved changes, or to
 * add what the visitor chose before signing in. Otherwise the badge is read from storage.
 */
export function CartLoader() {
  const { t } = useTranslation();
  const callApi = useApi();
  const isSignedIn = useIsSignedIn();
  const isMember = useIsMember();
  const showToast = useToast();

  const onSignedIn = useEffectEvent(async () => {
    const pending = takePendingAction('add-to-cart');
    if (pending) {
      const outcome = await (await openCart(callApi)).add({
        productId: pending.productId,
        count: pending.count,
        price: 0,
      });
      if (outcome === undefined) showToast(t('added-to-cart'), 'success');
      // Without an answer it is sent later.
      else if (outcome !== 'offline' && outcome !== 'unavailable') showToast(t('not-added-to-cart'), 'danger');
    } else if (!isSettled()) {
      await (await openCart(callApi)).refresh();
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a guest who signs in had a session before
  useEffect(() => {
    if (isSignedIn) onSignedIn().catch((error: unknown) => logFailure('the cart could not be loaded', error));
  }, [isSignedIn, isMember]);
  return null;
}
