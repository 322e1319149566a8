import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { TOP_UP_STATUS, type TopUpStatus } from '@oyna/domain/states';

export interface DemoTopUp {
  daysAgo: number;
  service: 'steam' | 'pubg';
  productId: number;
  name: string;
  account: string;
  accountName: string | null;
  amount: number;
  currency: 'KZT' | 'RUB' | null;
  costCents: number;
  baseCents: number;
  provider: 'epoint' | 'platron';
  charged: number;
  status: TopUpStatus;
}

const WALLET = { service: 'steam', productId: STEAM_SERVICE_ID, name: 'Steam', accountName: null } as const;
const PLAYER = { service: 'pubg', account: '5123456789', accountName: 'Barys_789', amount: 0, currency: null } as const;
const UC_60 = { ...PLAYER, productId: 311, name: '60 UC', costCents: 88, baseCents: 95 } as const;
const UC_325 = { ...PLAYER, productId: 312, name: '325 UC', costCents: 436, baseCents: 469 } as const;

/** What 1 USD cost when the top-ups were paid. */
export const DEMO_RATES = {
  epoint: { currency: 'AZN', rate: '1.7' },
  platron: { currency: 'RUB', rate: '81' },
} as const;

/** The top-ups of the demo customer, one per outcome. */
export const DEMO_TOP_UPS: readonly DemoTopUp[] = [
  {
    ...WALLET,
    daysAgo: 19,
    account: 'demo_player',
    amount: 5000,
    currency: 'KZT',
    costCents: 997,
    baseCents: 1047,
    provider: 'epoint',
    charged: 1780,
    status: TOP_UP_STATUS.delivered,
  },
  { ...UC_60, daysAgo: 9, provider: 'platron', charged: 7700, status: TOP_UP_STATUS.delivered },
  {
    ...WALLET,
    daysAgo: 5,
    account: 'fail_demo',
    amount: 1000,
    currency: 'RUB',
    costCents: 1236,
    baseCents: 1298,
    provider: 'platron',
    charged: 105_200,
    status: TOP_UP_STATUS.refunded,
  },
  { ...UC_325, daysAgo: 1, provider: 'epoint', charged: 798, status: TOP_UP_STATUS.failed },
];
