export interface DemoPurchase {
  productId: number;
  daysAgo: number;
  /** `claimed`: the key did not work and was replaced. `refunded`: the last key had been sold to another buyer. */
  outcome: 'delivered' | 'claimed' | 'refunded';
}

const GAME_KEY = 10011; // The Witcher 3: Wild Hunt
const GIFT_CARD = 50172; // Steam Wallet, 10 USD
const SOLD_OUT_GAME = 10031; // Elden Ring

/** What the demo customer has bought. */
export const DEMO_PURCHASES: readonly DemoPurchase[] = [
  { productId: GAME_KEY, daysAgo: 12, outcome: 'claimed' },
  { productId: SOLD_OUT_GAME, daysAgo: 6, outcome: 'refunded' },
  { productId: GIFT_CARD, daysAgo: 2, outcome: 'delivered' },
];

/** How the purchases were paid. */
export const DEMO_PAYMENT = { provider: 'kassa24', currency: 'KZT', rate: '520' } as const;
