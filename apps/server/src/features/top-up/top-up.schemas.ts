import { HELD_CURRENCIES, LISTED_CURRENCIES, STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { TOP_UP_CURRENCIES, TOP_UP_PROVIDERS } from '@oyna/domain/top-up';
import Type from 'typebox';
import { component, Nullable, Time } from '../../http/openapi.ts';
import { uuidWith } from '../../http/uuid.ts';
import { OrderNumber } from '../basket/basket.schemas.ts';
import { PaymentMethod } from '../payment/payment.schemas.ts';
import { TOP_UP_SERVICES, type TopUpService } from './top-up.services.ts';
import { STAGES } from './top-up.view.ts';

const Id = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: `${STEAM_SERVICE_ID} is the Steam wallet; otherwise a denomination of products/topup?gameId=31`,
});
const Amount = Type.Integer({ description: 'Whole units: tenge with Epoint, roubles with Platron; 0 with PUBG' });
const CreditedCurrency = Type.Enum([...TOP_UP_CURRENCIES]);
const Money = (currencies: readonly string[]) =>
  Type.Object({
    amount: Type.Integer({ description: 'Hundredths of the currency' }),
    currency: Type.Enum([...currencies]),
  });

export const QuoteBody = Type.Object({
  id: Id,
  provider: Type.String({ maxLength: 20, description: TOP_UP_PROVIDERS.join(' or ') }),
  amount: Amount,
});

export const AccountBody = Type.Object({
  id: Id,
  account: Type.String({ maxLength: 200, description: 'A Steam login, or the number of a PUBG player' }),
});

export const TopUpBody = Type.Object({
  id: Id,
  serviceObject: Type.Object({
    account: Type.String({ maxLength: 200 }),
    amount: Amount,
    currency: Type.Optional(Type.String({ maxLength: 10, description: 'RUB with Platron and with PUBG' })),
  }),
  quoteId: Type.Optional(uuidWith({ description: 'The price of this quote is charged; without it the current price' })),
  email: Type.Optional(
    Type.String({ maxLength: 300, description: 'The address for messages to a visitor without an account' }),
  ),
});

export const TopUpLink = component(
  'TopUpLink',
  Type.Object({
    orderId: Type.String({ description: 'The status page is /top-up/{orderId}' }),
    link_url: Type.String({ description: 'The payment page, or the status page when it is already paid' }),
  }),
);

export const TopUpAccount = component(
  'TopUpAccount',
  Type.Object({ account: Type.String(), name: Nullable(Type.String()) }),
);

export const TopUpOptions = component(
  'TopUpOptions',
  Type.Object({
    steam: Type.Object({
      id: Type.Integer(),
      feePercent: Type.Integer({ description: 'The fee of the store, on top of the cost' }),
      limits: Type.Array(
        Type.Object({
          currency: CreditedCurrency,
          min: Type.Integer(),
          max: Type.Integer(),
          presets: Type.Array(Type.Integer()),
          default: Type.Integer(),
        }),
      ),
    }),
    methods: Type.Array(PaymentMethod),
  }),
);

export const TopUpQuote = component(
  'TopUpQuote',
  Type.Object({
    quoteId: Type.String(),
    id: Type.Integer(),
    provider: Type.Enum([...TOP_UP_PROVIDERS]),
    providerLabel: Type.String({ description: 'The name of the provider for people' }),
    amount: Type.Integer({ description: 'The requested amount in whole units' }),
    currency: Nullable(CreditedCurrency),
    credited: Type.Array(Money(LISTED_CURRENCIES), {
      description: 'Exact in the currency of the top-up, approximate in the others',
    }),
    toPay: Money(HELD_CURRENCIES),
    shown: Money(TOP_UP_CURRENCIES),
    feePercent: Type.Integer(),
    fee: Type.Integer({ description: 'Our fee, in the currency of `shown`: `feePercent` of the credited sum' }),
    exchange: Type.Integer({
      description: 'The rest of what `shown` has above the credited sum: exchange, supplier and rounding',
    }),
    rate: Type.Number({ description: 'Units of the currency of `shown` per 1 USD' }),
    rateAt: Nullable(Time),
    expiresAt: Time,
  }),
);

export const TopUp = component(
  'TopUp',
  Type.Object({
    id: Type.String({ description: 'The status page is /top-up/{id}' }),
    number: OrderNumber,
    createdDate: Time,
    statusId: Type.Enum([1, 2, 3, 4, 5], {
      description: '1 delivered, 2 waiting for payment, 3 in delivery, 4 failed, 5 refunded',
    }),
    stage: Type.Enum([...STAGES]),
    service: Type.Enum(Object.keys(TOP_UP_SERVICES) as TopUpService[]),
    productId: Type.Integer(),
    name: Type.String(),
    account: Type.String(),
    accountName: Nullable(Type.String()),
    price: Type.Integer({ description: 'US cents' }),
    amount: Type.Integer({ description: 'Whole units of the currency; 0 with PUBG' }),
    currency: Nullable(CreditedCurrency),
    charged: Money(HELD_CURRENCIES),
    provider: Type.Enum([...TOP_UP_PROVIDERS]),
    providerLabel: Type.String({ description: 'The name of the provider for people' }),
    link_url: Nullable(Type.String({ description: 'The payment page while it can be paid' })),
    paidAt: Nullable(Time),
    deliveredAt: Nullable(Time),
    refundedAt: Nullable(Time),
    isDelayed: Type.Boolean(),
  }),
);
