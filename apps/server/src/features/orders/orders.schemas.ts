import { MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { amountToText } from '@oyna/domain/money';
import { GIFT_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES } from '@oyna/domain/states';
import Type from 'typebox';
import { consoleComponent, Nullable, Time } from '../../http/openapi.ts';
import type { OrderLine as Line } from './orders.queries.ts';

const Money = Type.String({ description: 'In the currency of the payment, for example 4.99' });
const Day = Type.String({ format: 'date' });

export const OrderFiltersQuery = Type.Object({
  status: Type.Optional(Type.Enum([...PAYMENT_STATUSES])),
  provider: Type.Optional(Type.String({ maxLength: 40 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  kind: Type.Optional(Type.Enum(['basket', 'top-up'])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  product: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  buyer: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id of the account' }),
  ),
  needsPerson: Type.Optional(Type.Boolean()),
  after: Type.Optional(Type.String({ maxLength: 20, description: 'The cursor of the page before' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
});

export const OrderLine = consoleComponent(
  'OrderLine',
  Type.Object({
    orderId: Type.String(),
    number: Type.String(),
    createdAt: Time,
    paidAt: Nullable(Time),
    provider: Type.String(),
    status: Type.Enum([...PAYMENT_STATUSES]),
    amount: Money,
    currency: Type.String(),
    refunded: Money,
    isTopUp: Type.Boolean(),
    accountId: Nullable(Type.Integer()),
    login: Nullable(Type.String()),
    email: Nullable(Type.String()),
    name: Nullable(Type.String({ description: 'The first item, or the top-up' })),
    itemCount: Type.Integer(),
    needsPerson: Type.Boolean(),
  }),
);

/** A line of a list as the schema describes it. */
export const lineOf = ({ id: _id, createdAt, paidAt, amount, refunded, ...line }: Line) => ({
  ...line,
  createdAt: createdAt.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
  amount: amountToText(amount),
  refunded: amountToText(refunded),
});

export const OrderList = Type.Object({ items: Type.Array(OrderLine), next: Nullable(Type.String()) });

export const ConsoleOrder = consoleComponent(
  'ConsoleOrder',
  Type.Object({
    orderId: Type.String(),
    number: Type.String(),
    version: Type.String({ description: 'Sent back with an action: what the operator has seen' }),
    status: Type.Enum([...PAYMENT_STATUSES]),
    provider: Type.String(),
    providerPaymentId: Nullable(Type.String()),
    detail: Nullable(Type.String()),
    createdAt: Time,
    paidAt: Nullable(Time),
    amount: Money,
    currency: Type.String(),
    refunded: Money,
    refundable: Money,
    earned: Type.Optional(
      Nullable(
        Type.Object(
          { fees: Money, cost: Money, margin: Money },
          { description: 'What is booked for the order. Null until it is. Needs finance:read' },
        ),
      ),
    ),
    baseCents: Type.Integer(),
    rate: Type.String(),
    rateSource: Type.String(),
    rateAt: Time,
    discountCents: Type.Integer(),
    promoCode: Nullable(Type.String()),
    activationCountry: Nullable(Type.String()),
    activationAccepted: Type.Array(Type.String(), {
      description: 'Names of the items that do not work in that country. The buyer has ticked it',
    }),
    capability: Nullable(Type.Enum(['partial', 'full'], { description: 'What the provider can refund' })),
    buyer: Type.Object({
      accountId: Nullable(Type.Integer()),
      login: Nullable(Type.String()),
      email: Nullable(Type.String()),
      phone: Nullable(Type.String()),
      language: Type.String(),
      isBlocked: Type.Boolean(),
      isGuest: Type.Boolean({ description: 'Bought without an account' }),
    }),
    topUp: Nullable(
      Type.Object({
        name: Type.String(),
        amount: Type.Integer(),
        currency: Nullable(Type.String()),
        account: Type.String(),
        accountName: Nullable(Type.String()),
        status: Type.Integer(),
        supplier: Type.String(),
        code: Type.String(),
        supplierId: Nullable(Type.String()),
        isHeld: Type.Boolean(),
        needsPerson: Type.Boolean({ description: 'It does not end by itself' }),
        maySettle: Type.Boolean({ description: 'An operator may say how it ended' }),
        detail: Nullable(Type.String()),
      }),
    ),
    items: Type.Array(
      Type.Object({
        number: Type.Integer(),
        productId: Type.Integer(),
        gameId: Type.Integer(),
        name: Type.String(),
        count: Type.Integer(),
        amount: Money,
        refundedCount: Type.Integer(),
        keys: Type.Array(
          Type.Object({
            id: Type.Integer(),
            batchId: Type.Integer(),
            status: Type.String(),
            deliveredAt: Type.String(),
            isOpened: Type.Boolean(),
            gift: Nullable(Type.Enum([...GIFT_STATUSES])),
            replacesKeyId: Nullable(Type.Integer()),
            claim: Nullable(Type.String()),
          }),
        ),
      }),
    ),
    refunds: Type.Array(
      Type.Object({
        id: Type.Integer(),
        amount: Money,
        reason: Type.String(),
        status: Type.Enum([...REFUND_STATUSES]),
        detail: Nullable(Type.String()),
        note: Nullable(Type.String()),
        createdAt: Time,
        doneAt: Nullable(Time),
        operator: Nullable(Type.String()),
      }),
    ),
    alerts: Type.Array(
      Type.Object({ kind: Type.String(), detail: Type.String(), createdAt: Time, isOpen: Type.Boolean() }),
    ),
    events: Type.Array(
      Type.Object({
        at: Time,
        kind: Type.String(),
        amount: Nullable(Money),
        keyId: Nullable(Type.Integer()),
        what: Nullable(Type.String()),
        actor: Nullable(Type.String()),
        text: Nullable(Type.String()),
        address: Nullable(Type.String()),
        device: Nullable(Type.String()),
      }),
    ),
    notes: Type.Array(Type.Object({ id: Type.Integer(), author: Type.String(), text: Type.String(), createdAt: Time })),
    otherOrders: Type.Array(OrderLine),
  }),
);

const Version = Type.String({ maxLength: 64 });
/** Everything that is left (or a failed refund again), pieces of items, or an amount. */
const RefundRequest = Type.Union([
  Type.Object({ kind: Type.Literal('rest') }),
  Type.Object({
    kind: Type.Literal('items'),
    items: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1, maximum: 1000 }),
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ITEM_COUNT })),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  }),
  Type.Object({
    kind: Type.Literal('amount'),
    amount: Type.String({ maxLength: 20, description: 'For example 4.99' }),
  }),
]);

export const RefundPreviewBody = Type.Object({
  request: RefundRequest,
  isByHand: Type.Optional(Type.Boolean({ description: 'The money was given back in the panel of the provider' })),
});
export const RefundBody = Type.Object({
  request: RefundRequest,
  version: Version,
  reason: Type.String({ maxLength: 500, default: '' }),
});
export const CloseRefundBody = Type.Object({
  request: RefundRequest,
  version: Version,
  note: Type.String({ minLength: 1, maxLength: 500 }),
});

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const ReviewVerdictBody = Type.Object({
  verdict: Type.Enum(['accept', 'reject'], { description: 'Whether the panel of the provider shows the whole amount' }),
  version: Version,
  reason: Reason,
});

export const TopUpVerdictBody = Type.Object({
  outcome: Type.Enum(['delivered', 'failed'], { description: 'What the panel of the supplier shows' }),
  version: Version,
  reason: Reason,
});

const REFUND = {
  orderId: Type.String(),
  currency: Type.String(),
  paid: Money,
  refundedBefore: Money,
  amount: Money,
  isRetry: Type.Boolean(),
  capability: Nullable(Type.Enum(['partial', 'full'])),
  parts: Type.Array(Type.Object({ number: Type.Integer(), count: Type.Integer(), amount: Money })),
  returnedKeys: Type.Array(Type.Integer()),
  revokedKeys: Type.Array(Type.Integer()),
};
export const OrderRefund = consoleComponent('OrderRefund', Type.Object(REFUND));
export const RefundPreview = consoleComponent(
  'RefundPreview',
  Type.Object({
    ...REFUND,
    version: Version,
    needsFresh: Type.Boolean({ description: 'It needs a fresh second factor' }),
    needsApproval: Type.Boolean({ description: 'It waits for a second operator' }),
    isOverLimit: Type.Boolean(),
    leftToday: Nullable(Type.String({ description: 'What the operator may still refund, in tenge' })),
  }),
);
