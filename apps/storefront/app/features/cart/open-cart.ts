import type { CallApi } from '~/lib/browser-api.ts';

/** Loads the cart when it is first needed: most visits have none. */
export async function openCart(callApi: CallApi) {
  const { connectCart } = await import('./cart.ts');
  return connectCart(callApi);
}
