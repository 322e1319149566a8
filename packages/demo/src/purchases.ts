import type { ClaimReason } from '@oyna/domain/replacement-policy';

/** What the buyer says about a key that does not work. Without an answer the claim waits for an operator. */
export interface DemoClaim {
  reason: ClaimReason;
  comment: string;
  answer?: { status: 'replaced' | 'refused'; text: string };
}

export interface DemoPurchase {
  productId: number;
  count?: number;
  daysAgo: number;
  /** `refunded`: the last key had been sold to another buyer. */
  outcome: 'delivered' | 'refunded';
  claim?: DemoClaim;
}

const GAME_KEY = 10011; // The Witcher 3: Wild Hunt
const GIFT_CARD = 50172; // Steam Wallet, 10 USD
const SOLD_OUT_GAME = 10031; // Elden Ring

/** What the demo customer has bought. */
export const DEMO_PURCHASES: readonly DemoPurchase[] = [
  {
    productId: GAME_KEY,
    daysAgo: 12,
    outcome: 'delivered',
    claim: {
      reason: 'used',
      comment: 'GOG пишет, что ключ уже активирован.',
      answer: { status: 'replaced', text: 'Извините за неудобство. Мы проверили и заменили ключ.' },
    },
  },
  { productId: SOLD_OUT_GAME, daysAgo: 6, outcome: 'refunded' },
  { productId: GIFT_CARD, daysAgo: 2, outcome: 'delivered' },
];

/** How the purchases were paid. */
export const DEMO_PAYMENT = { provider: 'kassa24', currency: 'KZT', rate: '520' } as const;
