import type { CallApi } from '../../lib/browser-api.ts';
import { logFailure } from '../../lib/log.ts';
import { isSettled, readSlice } from './cart-storage.ts';
import { openCart } from './open-cart.ts';

/**
 * Ends when the server has all changes of the cart. Without items there is nothing to send: the cart only learns what the
 * server has, and does not keep the payment page waiting for the other tabs.
 */
export async function settleCart(callApi: CallApi): Promise<void> {
  if (isSettled()) return;
  const slice = readSlice();
  const refreshed = openCart(callApi).then((cart) => cart.refresh());
  if (!slice || slice.items.length + slice.saved.length > 0) return refreshed;
  refreshed.catch((error: unknown) => logFailure('the cart could not be loaded', error));
}
