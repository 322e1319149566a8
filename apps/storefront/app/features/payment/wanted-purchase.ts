import { MAX_ITEM_COUNT } from '@oyna/domain/constants';

/** What the address of the payment page asks to pay for. */
export type WantedPurchase =
  | { kind: 'cart' }
  | { kind: 'basket'; id: string }
  | { kind: 'product'; id: number; count: number }
  | { kind: 'game'; id: number; platform: string | undefined; region: string | undefined };

export function readWantedPurchase(search: URLSearchParams): WantedPurchase {
  const basket = search.get('basket');
  if (basket !== null) return { kind: 'basket', id: basket };
  const product = numberIn(search, 'product');
  if (product !== undefined) {
    return { kind: 'product', id: product, count: Math.min(numberIn(search, 'count') ?? 1, MAX_ITEM_COUNT) };
  }
  const game = numberIn(search, 'game');
  if (game === undefined) return { kind: 'cart' };
  return {
    kind: 'game',
    id: game,
    platform: search.get('platform') ?? undefined,
    region: search.get('region') ?? undefined,
  };
}

function numberIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
