import type { Language } from '@oyna/domain/constants';
import type { DemoPurchase } from './purchases.ts';

export interface DemoBuyer {
  login: string;
  email: string;
  firstName: string;
  lastName: string;
  country: string;
  language: Language;
  /** How long the account exists. */
  accountDays: number;
  purchases: readonly DemoPurchase[];
}

const CYBERPUNK_KZ = 10021;
const CYBERPUNK_GOG = 10022;
const ELDEN_RING_GLOBAL = 10032;
const BALDURS_GATE_KZ = 10041;

/** Customers who cannot sign in. They fill the queues of the console. Their purchases are in the order of time. */
export const DEMO_BUYERS: readonly DemoBuyer[] = [
  {
    login: 'nurlan.e',
    email: 'n.ermekov@example.com',
    firstName: 'Нұрлан',
    lastName: 'Ермеков',
    country: 'KZ',
    language: 'kz',
    accountDays: 48,
    purchases: [
      {
        productId: BALDURS_GATE_KZ,
        daysAgo: 1.9,
        outcome: 'delivered',
        claim: { reason: 'used', comment: 'Steam кілт бұрын пайдаланылған дейді. Мен оны бірінші рет енгіздім.' },
      },
    ],
  },
  {
    login: 'dweber',
    email: 'd.weber@example.com',
    firstName: 'Daniel',
    lastName: 'Weber',
    country: 'DE',
    language: 'en',
    accountDays: 15,
    purchases: [
      {
        productId: CYBERPUNK_GOG,
        daysAgo: 1.1,
        outcome: 'delivered',
        claim: { reason: 'invalid', comment: 'GOG says the code does not exist. I pasted it twice.' },
      },
      { productId: ELDEN_RING_GLOBAL, count: 6, daysAgo: 0.9, outcome: 'delivered' },
    ],
  },
  {
    login: 'sokolova',
    email: 'm.sokolova@example.com',
    firstName: 'Мария',
    lastName: 'Соколова',
    country: 'RU',
    language: 'ru',
    accountDays: 210,
    purchases: [
      {
        productId: CYBERPUNK_GOG,
        daysAgo: 0.6,
        outcome: 'delivered',
        claim: {
          reason: 'used',
          comment: 'Ключ не активируется.',
          answer: {
            status: 'refused',
            text: 'Ключ активирован на вашем аккаунте GOG в день покупки. Игра есть в вашей библиотеке.',
          },
        },
      },
      {
        productId: CYBERPUNK_KZ,
        daysAgo: 0.3,
        outcome: 'delivered',
        claim: {
          reason: 'wrong-region',
          comment: 'Steam пишет, что ключ недоступен в моём регионе. Аккаунт российский.',
        },
      },
    ],
  },
];

/** A refund that waits for a second operator. The money went back by bank transfer, so the provider is not asked. */
export const DEMO_APPROVAL = {
  /** Refunds above it need two operators. Hundredths of a tenge. */
  refundAbove: 100_000_00,
  login: 'dweber',
  productId: ELDEN_RING_GLOBAL,
  requestedBy: 'partner@example.com',
  note: 'Покупатель заказал шесть ключей по ошибке и не открыл ни одного. Деньги возвращены банковским переводом.',
} as const;
