import type { PaymentProviderName } from '@oyna/domain/constants';
import type { LateDecision, LateFacts } from '@oyna/domain/late-payment';
import { split, sum } from '@oyna/domain/money';
import { canTransition, PAYMENT_TRANSITIONS, type PaymentStatus } from '@oyna/domain/states';
import { audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { closeBasket, reopenBasket } from '../basket/basket-checkout.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { decideLateBasket, findLateFacts } from './late-payment.service.ts';
import type { LinkCancellation } from './link-cancellation.ts';
import * as queries from './payment.queries.ts';
import * as alerts from './payment-alerts.queries.ts';
import { insertRefund } from './refunds.queries.ts';
import type { SettledOrders } from './settled-orders.ts';

/** What a provider has proven to say of an order: by a signature, or in answer to our own question. */
export interface ProvenStatus {
  provider: string;
  orderId: string;
  providerPaymentId: string;
  status: 'pending' | 'paid' | 'failed' | 'cancelled' | 'partly-refunded' | 'refunded';
  /** Undefined when it is no amount at all, which is a mismatch. */
  amount: number | undefined;
  /** Undefined where the provider has only one. */
  currency: string | undefined;
}

/** What became of it. `paid`: what was paid for is on its way. `review`: it does not fit the payment, and an operator decides. */
export type Settlement = 'delivered' | 'paid' | 'refunding' | 'failed' | 'review' | 'unknown-order' | 'unchanged';

/** Whatever is paid for without a basket hears, in the same transaction, what became of its payment. */
export interface PaymentUse {
  /**
   * Once. The money is booked as owed until what it is for is delivered. `late` is there when the payment had been given up;
   * the answer says whether it is delivered all the same, or goes back.
   */
  paid(db: Connection, payment: queries.PaymentRow, late: LateFacts | undefined): Promise<LateDecision>;
  givenUp(db: Connection, payment: queries.PaymentRow, detail: string): Promise<void>;
  /** Before an operator gives it back: throws while it is being delivered. */
  assertRefundable(db: Connection, payment: queries.PaymentRow): Promise<void>;
  /** Hundredths of the payment's currency; all of it, when nothing is left. */
  refunded(db: Connection, payment: queries.PaymentRow, amount: number, isAll: boolean): Promise<void>;
}

const LIVE: PaymentStatus[] = ['created', 'pending', 'review'];
/** A payment that was given up is looked at again: money may still arrive, and is noticed within a minute of it. */
const LATE_CHECK_SECONDS = 40;

export type SettlementService = ReturnType<typeof createSettlementService>;

/** From a provider's word to delivered keys, in one transaction. Repeated, early, late or out of order, it ends alike. */
export function createSettlementService(
  db: Database,
  keys: KeysService,
  otherUse: PaymentUse,
  settled: Pick<SettledOrders, 'tell'>,
  cancellation: LinkCancellation,
  /** A payment of such a provider is delivered whole, or refunded whole. */
  refundsWholeOnly: (provider: PaymentProviderName) => boolean,
) {
  async function settle(told: ProvenStatus): Promise<Settlement> {
    const isDelivered = told.status === 'paid' && (await queries.settleHeld(db, told));
    const productIds: number[] = [];
    const settlement = isDelivered ? 'delivered' : await settleOther(told, productIds);
    settled.tell(told.orderId);
    await keys.refreshShelves(productIds);
    return settlement;
  }

  /** Whatever is not a basket that was paid for as expected. */
  function settleOther(told: ProvenStatus, productIds: number[]): Promise<Settlement> {
    return inTransaction(db, async (transaction): Promise<Settlement> => {
      const payment = await queries.lockPayment(transaction, told.orderId);
      if (!payment) {
        await alerts.insertAlert(transaction, alertOf(told, null, 'unknown-order'));
        return 'unknown-order';
      }
      if (isFromElsewhere(told, payment)) {
        await alerts.insertAlert(transaction, alertOf(told, payment.id, 'mismatch'));
        return 'review';
      }
      const isMovement = told.status !== 'pending' && told.status !== 'failed' && told.status !== 'cancelled';
      if (isMismatch(told, payment, isMovement)) return setAside(transaction, told, payment, isMovement);
      if (told.status === 'paid') return confirm(transaction, told, payment, productIds);
      if (told.status === 'failed' || (told.status === 'cancelled' && payment.status !== 'paid')) {
        return giveUp(transaction, payment, told.status, `${told.provider} says ${told.status}`, productIds, false);
      }
      if (told.status !== 'pending' && payment.status === 'paid') {
        // Given back in the provider's own panel: the books have to follow by hand.
        await alerts.insertAlert(transaction, alertOf(told, payment.id, 'provider-refund'));
      }
      return 'unchanged';
    });
  }

  async function confirm(
    transaction: Connection,
    told: ProvenStatus,
    payment: queries.LockedPayment,
    productIds: number[],
  ): Promise<Settlement> {
    if (!canTransition(PAYMENT_TRANSITIONS, payment.status, 'paid')) return 'unchanged';
    const { providerPaymentId } = told;
    if (!queries.isForBasket(payment)) return confirmOther(transaction, providerPaymentId, payment);
    const { items } = payment;
    const late = findLateFacts(payment, cancellation);
    const decision = late && (await decideLateBasket(transaction, payment, late));
    const wanted = items.map(({ id, productId, count }) => ({ orderItemId: id, productId, count }));
    const sell = refundsWholeOnly(payment.provider) ? keys.sellAllKeys : keys.sellKeys;
    const sold = decision?.outcome === 'refund' ? [] : await sell(transaction, wanted);
    // Nothing is left for a late payment: the buyer keeps the basket and its promo code.
    const isWanted = !late || sold.length > 0;
    const missing = items.flatMap((item) =>
      missingOf(
        item,
        sold.filter(({ orderItemId }) => orderItemId === item.id),
      ),
    );
    const owed = sum(missing.map(({ amount }) => amount)) ?? 0;
    const earned = payment.amount - owed;
    await queries.bookPayment(transaction, payment.id, { providerPaymentId, keys: sold, earned, owed });
    if (isWanted) {
      const basket = { id: payment.basket_id, accountId: payment.account_id };
      await closeBasket(transaction, basket, payment.promo_code_id);
    } else {
      await queries.setDetail(transaction, payment.id, lateDetail(decision));
    }
    if (owed > 0) {
      await insertRefund(transaction, payment.id, isWanted ? 'undeliverable' : 'late', owed, missing);
    }
    await queries.announcePaid(transaction, payment.id, owed);
    // What was held had left the shelves when it was reserved; what is not sold after all is back.
    if (late || sold.length === 0) productIds.push(...items.map(({ productId }) => productId));
    return owed > 0 ? 'refunding' : 'delivered';
  }

  /** What is paid for without a basket says itself whether it can still be delivered. */
  async function confirmOther(
    transaction: Connection,
    providerPaymentId: string,
    payment: queries.LockedPayment,
  ): Promise<Settlement> {
    const { id, amount: owed } = payment;
    await queries.bookPayment(transaction, id, { providerPaymentId, keys: [], earned: 0, owed });
    const decision = await otherUse.paid(transaction, payment, findLateFacts(payment, cancellation));
    if (decision.outcome === 'deliver') return 'paid';
    const detail = lateDetail(decision);
    await queries.updatePayment(transaction, id, { status: 'refunding', detail, nextCheck: null });
    await insertRefund(transaction, id, 'late', owed, []);
    return 'refunding';
  }

  /** Gives the keys and the basket back, or whatever else was waiting. Only what is still waiting can be given up. */
  async function giveUp(
    transaction: Connection,
    payment: queries.LockedPayment,
    status: 'failed' | 'cancelled' | 'expired',
    detail: string,
    productIds: number[],
    isLinkCancelled: boolean,
  ): Promise<Settlement> {
    if (payment.status !== 'created' && payment.status !== 'pending') return 'unchanged';
    const change = { status, detail, isLinkCancelled, nextCheck: LATE_CHECK_SECONDS };
    await queries.giveUpPayment(transaction, payment.id, change);
    await release(transaction, payment, detail, productIds);
    return 'failed';
  }

  async function release(
    transaction: Connection,
    payment: queries.LockedPayment,
    detail: string,
    productIds: number[],
  ): Promise<void> {
    if (!queries.isForBasket(payment)) return otherUse.givenUp(transaction, payment, detail);
    productIds.push(
      ...(await keys.releaseKeys(
        transaction,
        payment.items.map(({ id }) => id),
      )),
    );
    await reopenBasket(transaction, payment.basket_id);
  }

  /** It is not asked about again: the answer is known, and was rejected. */
  async function reject(
    transaction: Connection,
    payment: queries.LockedPayment,
    productIds: number[],
  ): Promise<Settlement> {
    const detail = 'an operator has rejected it';
    const change = { status: 'failed' as const, detail, isLinkCancelled: false, nextCheck: null };
    await queries.giveUpPayment(transaction, payment.id, change);
    // One that had been given up before holds nothing: its basket may belong to another payment by now.
    if (payment.given_up_at === null) await release(transaction, payment, detail, productIds);
    return 'failed';
  }

  /** What does not fit is an alert. If money has moved, an operator decides about the payment, too. */
  async function setAside(
    transaction: Connection,
    told: ProvenStatus,
    payment: queries.PaymentRow,
    isMovement: boolean,
  ): Promise<Settlement> {
    const isNews = await alerts.insertAlert(transaction, alertOf(told, payment.id, 'mismatch'));
    // What an operator has decided about is not brought up again by the same words.
    const isOpen = isMovement && (isNews || LIVE.includes(payment.status));
    if (isOpen && canTransition(PAYMENT_TRANSITIONS, payment.status, 'review')) {
      const detail = `${told.provider} says ${describe(told)}`;
      await queries.updatePayment(transaction, payment.id, { status: 'review', detail, nextCheck: null });
    }
    return 'review';
  }

  const cancelLink = ({ provider, order_id: orderId, provider_payment_id: id }: queries.PaymentRow) =>
    cancellation.request(provider, { orderId, providerPaymentId: id ?? undefined });

  return {
    settle,

    /** In the transaction that delivers what it is for. Answers false when it is not paid, or was delivered before. */
    async earn(transaction: Connection, orderId: string): Promise<boolean> {
      const payment = await queries.lockPayment(transaction, orderId);
      return payment?.status === 'paid' && queries.bookDelivery(transaction, payment);
    },

    /**
     * What did not fit, after an operator has looked in the provider's own panel: either what we asked for was paid there
     * after all, or nothing that counts. Written down with it. Undefined, when it is not under review.
     */
    async decideReview(orderId: string, verdict: 'accept' | 'reject'): Promise<Settlement | undefined> {
      const productIds: number[] = [];
      const settlement = await inTransaction(db, async (transaction) => {
        const payment = await queries.lockPayment(transaction, orderId);
        if (payment?.status !== 'review') return undefined;
        await alerts.resolveOrderAlerts(transaction, orderId);
        const outcome = await (verdict === 'accept'
          ? confirm(transaction, acceptedOf(payment), payment, productIds)
          : reject(transaction, payment, productIds));
        await audit(transaction, verdict, `order ${orderId}`, { outcome });
        return outcome;
      });
      settled.tell(orderId);
      await keys.refreshShelves(productIds);
      return settlement;
    },

    /** Our own decision, not the provider's: the buyer changed their mind, or the time is over. */
    async abandon(orderId: string, status: 'failed' | 'cancelled' | 'expired', detail: string): Promise<Settlement> {
      const productIds: number[] = [];
      const { payment, settlement } = await inTransaction(db, async (transaction) => {
        const locked = await queries.lockPayment(transaction, orderId);
        if (!locked) return { payment: undefined, settlement: 'unknown-order' as const };
        const isLinkCancelled = cancellation.isPossible(locked.provider);
        const outcome = await giveUp(transaction, locked, status, detail, productIds, isLinkCancelled);
        return { payment: locked, settlement: outcome };
      });
      settled.tell(orderId);
      if (payment && settlement === 'failed') cancelLink(payment);
      await keys.refreshShelves(productIds);
      return settlement;
    },
  };
}

/** Another provider has no say in this payment, whatever it tells. */
const isFromElsewhere = (told: ProvenStatus, payment: queries.PaymentRow) => told.provider !== payment.provider;

/** The provider's own id is compared for every message, amount and currency where money has moved. */
function isMismatch(told: ProvenStatus, payment: queries.PaymentRow, isMovement: boolean): boolean {
  const isOtherPayment = payment.provider_payment_id !== null && told.providerPaymentId !== payment.provider_payment_id;
  const isOtherSum =
    told.amount !== payment.amount || (told.currency !== undefined && told.currency !== payment.currency);
  return isOtherPayment || (isMovement && isOtherSum);
}

/** What the operator has found there is what we had asked for. */
const acceptedOf = ({
  provider,
  order_id,
  provider_payment_id,
  amount,
  currency,
}: queries.PaymentRow): ProvenStatus => ({
  provider,
  orderId: order_id,
  providerPaymentId: provider_payment_id ?? '',
  status: 'paid',
  amount,
  currency,
});

/** For the operator: why a late payment goes back. */
const lateDetail = (decision: LateDecision | undefined) =>
  `paid after it was given up: ${decision?.outcome === 'refund' ? decision.reason : 'sold-out'}`;

/** What could not be handed over of one item, and its share of the price to the last hundredth. */
function missingOf(item: queries.OrderItem, sold: unknown[]) {
  const count = item.count - sold.length;
  if (count <= 0) return [];
  const shares = split(
    item.amount,
    Array.from({ length: item.count }, () => 1),
  );
  return [{ orderItemId: item.id, count, amount: sum(shares.slice(sold.length)) ?? 0 }];
}

const describe = ({ status, amount, currency, providerPaymentId }: ProvenStatus) =>
  `${status} ${amount ?? 'no amount'} ${currency ?? ''} (${providerPaymentId})`;

const alertOf = (told: ProvenStatus, paymentId: number | null, kind: alerts.NewAlert['kind']): alerts.NewAlert => ({
  provider: told.provider,
  paymentId,
  orderId: told.orderId,
  kind,
  detail: describe(told),
});
