import { assertOpenBasket } from '@oyna/domain/checkout';
import { MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { BASKET_STATUS, type BasketStatus } from '@oyna/domain/states';
import { createBatcher } from '../../platform/batcher.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { brokenConstraint, isRolledBack } from '../../platform/database/postgres-errors.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { dropEndedPromo, getUsableCode, promoRefusal, returnPromo, takePromo } from '../promo/promo.service.ts';
import { createProductNames } from './basket.products.ts';
import * as queries from './basket.queries.ts';
import type { ItemTarget, NewDirect, NewItems, ShownBasket } from './basket.schemas.ts';
import { basketOf, sumsOf } from './basket.view.ts';

const LISTED = 100;
/** Codes are short, so guessing is limited. */
const WRONG_CODES = { name: 'promo', max: 20, minutes: 10 };

const basketIn = ({ basketId }: queries.ItemChange) => basketId;
/** Concurrent changes share a statement, which has a basket once. Several batches run, so that a slow one does not stop the others. */
const CHANGES_TOGETHER = { maxBatches: 3, batchSize: 16, keyOf: basketIn };
/** Changes that wait for a lock or failed in a batch. Each takes a connection for as long as it waits, so few run at once. */
const CHANGES_ALONE = { maxBatches: 2, batchSize: 1, keyOf: basketIn };

const REFUSED_FIELD: Record<queries.ItemRefusal, string | undefined> = {
  'not-found': 'productId',
  'invalid-parameter': 'productId',
  'count-invalid': 'count',
  'out-of-stock': 'count',
  'basket-full': undefined,
};

interface BasketParts {
  db: Database;
  limits: RateLimits;
  providerLabel: (provider: string) => string;
}

export type BasketService = ReturnType<typeof createBasketService>;

/** Locks are taken in one order: the basket, its items, promo codes by id. */
export function createBasketService({ db, limits, providerLabel }: BasketParts) {
  const namesFor = createProductNames(db);
  const applyAlone = createBatcher(
    ([change]: queries.ItemChange[]) => Promise.all(change ? [queries.changeItem(db, change)] : []),
    CHANGES_ALONE,
  );
  const applyChange = createBatcher(applyTogether, CHANGES_TOGETHER);

  return {
    async list(accountId: number) {
      return show(() => queries.listBaskets(db, accountId, LISTED));
    },

    async findActual(accountId: number): Promise<ShownBasket | undefined> {
      const [basket] = await show(() => queries.listActualBasket(db, accountId));
      return basket;
    },

    get: getBasket,

    /** Puts the items into the account's cart, created if there is none, and returns what was refused. */
    async create(accountId: number, items: NewItems) {
      const basket = await queries.fillBasket(db, accountId, mergeSame(items)).catch((error: unknown) => {
        throw brokenConstraint(error) === 'basket_full' ? new AppError('basket-full') : error;
      });
      assertOpenBasket(basket.status);
      return { id: basket.id, refused: basket.refused };
    },

    /** A basket of this product alone, beside the cart. The same call again gets the same basket. */
    async openDirect(accountId: number, { productId, count }: NewDirect): Promise<ShownBasket> {
      const { id, refusal = 'out-of-stock' } = await queries.openDirectBasket(db, accountId, productId, count);
      if (id === undefined) throw refusalError(refusal);
      return getBasket(accountId, id);
    },

    addItem: (accountId: number, target: ItemTarget) => changeItem(accountId, target, target.count),
    /** A count of zero removes the item. A missing item is no error. */
    removeItem: (accountId: number, target: ItemTarget) => changeItem(accountId, target, -target.count),

    async setPromo(accountId: number, basketId: string, typed: string): Promise<ShownBasket> {
      await limits.take([WRONG_CODES, accountId]);
      const promoCodeId = await getUsableCode(db, typed, basketId);
      await limits.giveBack([WRONG_CODES, accountId]);
      await withOpenBasket(accountId, basketId, async (transaction) => {
        const [contents] = await queries.listBasket(transaction, accountId, basketId);
        const amount = contents ? sumsOf(contents).amount : 0;
        await takePromo(transaction, promoCodeId, { accountId, basketId, amount });
        const [after] = await queries.listBasket(transaction, accountId, basketId);
        if (after && !isForPromo(after)) throw promoRefusal();
        await queries.setDroppedPromo(transaction, basketId, null);
      });
      return getBasket(accountId, basketId);
    },

    async removePromo(accountId: number, basketId: string): Promise<ShownBasket> {
      await withOpenBasket(accountId, basketId, async (transaction) => {
        await returnPromo(transaction, basketId);
        await queries.setDroppedPromo(transaction, basketId, null);
      });
      return getBasket(accountId, basketId);
    },
  };

  async function getBasket(accountId: number, id: string): Promise<ShownBasket> {
    const [basket] = await show(() => queries.listBasket(db, accountId, id));
    if (!basket) throw new AppError('basket-id-missing');
    return basket;
  }

  async function changeItem(accountId: number, target: ItemTarget, difference: number): Promise<ShownBasket> {
    const { basketId, productId } = target;
    const basket = await applyChange({ accountId, basketId, productId, difference });
    if (!basket) throw new AppError('basket-id-missing');
    assertOpenBasket(basket.status);
    const { contents, refusal } = basket;
    if (!contents) throw refusalError(refusal ?? 'out-of-stock');
    if (hasEndedPromo(contents)) return getBasket(accountId, basketId);
    return basketOf(contents, await namesFor(productsIn([contents])));
  }

  async function applyTogether(changes: queries.ItemChange[]) {
    try {
      const baskets = await queries.changeUnlocked(db, changes);
      return changes.map((change, index) => {
        const basket = baskets[index];
        return basket === 'locked' ? applyAlone(change) : basket;
      });
    } catch (error) {
      // What may have been done is not done again.
      if (!isRolledBack(error)) throw error;
      return changes.map(applyAlone);
    }
  }

  /** Removes a promo code that has ended before its basket is shown. */
  async function show(read: () => Promise<queries.BasketContents[]>): Promise<ShownBasket[]> {
    const baskets = await read();
    const ended = baskets.find(hasEndedPromo);
    if (!ended) return shown(baskets);
    await withOpenBasket(ended.accountId, ended.id, async (transaction) => {
      const code = await dropEndedPromo(transaction, ended.id);
      if (code !== undefined) await queries.setDroppedPromo(transaction, ended.id, code);
    });
    return shown(await read());
  }

  /** Reads payments only for baskets that await payment or are paid. */
  async function shown(baskets: queries.BasketContents[]): Promise<ShownBasket[]> {
    const sold: BasketStatus[] = [BASKET_STATUS.awaitingPayment, BASKET_STATUS.paid];
    const ids = baskets.filter(({ status }) => sold.includes(status)).map(({ id }) => id);
    const payments = new Map(
      (await queries.listPayments(db, ids)).map((payment) => [
        payment.basket_id,
        { ...payment, providerLabel: providerLabel(payment.provider) },
      ]),
    );
    const names = await namesFor(productsIn(baskets));
    return baskets.map((basket) => basketOf(basket, names, payments.get(basket.id)));
  }

  async function withOpenBasket(accountId: number, id: string, work: (transaction: Connection) => Promise<void>) {
    await inTransaction(db, async (transaction) => {
      const basket = await queries.lockBasket(transaction, accountId, id);
      if (!basket) throw new AppError('basket-id-missing');
      assertOpenBasket(basket.status as BasketStatus);
      await work(transaction);
    });
  }
}

const refusalError = (refusal: queries.ItemRefusal) => new AppError(refusal, { field: REFUSED_FIELD[refusal] });

const hasEndedPromo = ({ status, promo }: queries.BasketContents) =>
  status === BASKET_STATUS.open && promo?.hasEnded === true;

/** A code that is over for this customer, or not for anything in the basket, is refused. */
const isForPromo = ({ promo, items }: queries.BasketContents) =>
  promo?.hasEnded !== true && (items.length === 0 || items.some(({ isInPromo }) => isInPromo));

const productsIn = (baskets: queries.BasketContents[]) => [
  ...new Set(baskets.flatMap(({ items }) => items.map(({ productId }) => productId))),
];

function mergeSame(items: NewItems): NewItems {
  const counts = new Map<number, number>();
  for (const { id, count } of items) counts.set(id, Math.min((counts.get(id) ?? 0) + count, MAX_ITEM_COUNT));
  return [...counts].map(([id, count]) => ({ id, count }));
}
