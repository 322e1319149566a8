import { MAX_BASKET_PRODUCTS, MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { BASKET_STATUS, CLAIM_STATUSES } from '@oyna/domain/states';
import Type, { type Static } from 'typebox';
import { component, Nullable } from '../../http/openapi.ts';
import { Uuid } from '../../http/uuid.ts';

/** Fields as spec §3 names them, prices in integer US cents. */

const ProductId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Count = Type.Integer({ minimum: 1, maximum: MAX_ITEM_COUNT });
const Cents = (description: string) => Type.Integer({ minimum: 0, description: `US cents: ${description}` });

/** What customers read; addresses and providers use the long `orderId`. */
export const OrderNumber = Type.String({ description: 'The short number of the order: OY-7F3K-21' });

const BasketItem = component(
  'BasketItem',
  Type.Object({
    productId: ProductId,
    gameId: Type.Integer(),
    name: Type.String(),
    gameName: Type.String(),
    typeName: Type.String(),
    platform: Type.String(),
    region: Type.String(),
    images: Type.Object({ mainframe: Type.String(), poster: Type.String() }),
    color: Type.String({ description: 'Colour that is shown until the cover has loaded' }),
    count: Type.Integer(),
    price: Cents('what one costs now; once the basket is frozen, what it is sold for'),
    isInPromo: Type.Boolean({
      description: 'Whether it is in the scope of the promo code of the basket, also while the code takes nothing off',
    }),
    previousPrice: Nullable(Cents('what it cost when it was last touched, if that was another price')),
    available: Type.Boolean({ description: 'Whether the whole count is in stock' }),
    availableCount: Type.Integer({ description: 'The stock, counted up to a hundred more than the basket holds' }),
    show: Type.Boolean(),
    deleted: Type.Boolean(),
    newCount: Type.Integer(),
    orders: Type.Array(
      Type.Object({
        id: Type.Integer(),
        productKey: Type.String(),
        claim: Nullable(Type.Enum([...CLAIM_STATUSES])),
        claimAnswer: Nullable(Type.String({ description: 'The answer of the operator' })),
        isRevoked: Type.Boolean({ description: 'Its price was refunded after it was opened' }),
      }),
      { description: 'The delivered keys, masked; user/keys/{id}/reveal shows one' },
    ),
    returnedCount: Type.Integer({ description: 'Refunded and never opened: back in stock' }),
  }),
);

export const Basket = component(
  'Basket',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    isDirect: Type.Boolean({ description: 'Of one product, to be bought at once. Otherwise it is the cart' }),
    createDate: Type.String({ format: 'date-time' }),
    statusId: Type.Enum(Object.values(BASKET_STATUS), {
      description: '1 open, 2 awaiting payment, 3 paid, 4 cancelled',
    }),
    amount: Cents('the items together'),
    discount: Cents('what the promo code takes off'),
    total: Cents('amount less discount'),
    promo: Nullable(
      Type.Object({
        code: Type.String(),
        percent: Nullable(Type.Integer()),
        amount: Nullable(Cents('what it takes off')),
        minimum: Cents('below this amount it takes nothing off'),
      }),
    ),
    droppedPromo: Nullable(
      Type.String({
        description: 'A code that was removed because it ended or expired; present until the owner applies another one',
      }),
    ),
    payment: Nullable(
      Type.Object(
        {
          orderId: Type.String(),
          number: OrderNumber,
          provider: Type.String(),
          providerLabel: Type.String({ description: 'The name of the provider for people' }),
          amount: Type.Integer({ description: 'The amount in hundredths of the currency' }),
          currency: Type.String(),
          paidAt: Nullable(Type.String({ format: 'date-time' })),
          refundedAmount: Type.Integer(),
        },
        { description: 'The pending or successful payment' },
      ),
    ),
    basketItems: Type.Array(BasketItem),
  }),
);

export const DirectItem = Type.Object({ productId: ProductId, count: Count });
export const NewBasket = Type.Array(Type.Object({ id: ProductId, count: Count }), { maxItems: MAX_BASKET_PRODUCTS });
export const CreatedBasket = Type.Object({
  id: Type.String({ format: 'uuid' }),
  refused: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.String({ description: 'not-found, invalid-parameter (not for baskets), or out-of-stock' }),
      count: Type.Integer({ description: 'The count that the basket holds now' }),
    }),
    { description: 'Items that were not added, or not in the requested count' },
  ),
});
export const PromoBody = Type.Object({ code: Type.String({ maxLength: 200 }) });

export const BasketParameter = Type.Object({ id: Uuid });
export const BasketIdParameter = Type.Object({ basketId: Uuid });
export const ItemParameters = Type.Object({ basketId: Uuid, productId: ProductId, count: Count });

export type ShownBasket = Static<typeof Basket>;
export type ShownItem = Static<typeof BasketItem>;
export type ItemTarget = Static<typeof ItemParameters>;
export type NewDirect = Static<typeof DirectItem>;
export type NewItems = Static<typeof NewBasket>;
