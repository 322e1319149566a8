import type { PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import {
  canGiveBack,
  planRefund,
  type RefundPlan,
  type RefundRefusal,
  type RefundRequest,
  shareOf,
} from '@oyna/domain/refund-plan';
import { assertTransition, PAYMENT_TRANSITIONS } from '@oyna/domain/states';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import { type Actor, audit, requesterOf } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { planWithdrawal, type RefundedKeys, withdrawKeys } from '../keys/key-withdrawal.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import * as payments from './payment.queries.ts';
import * as alerts from './payment-alerts.queries.ts';
import * as queries from './refunds.queries.ts';
import type { PaymentUse } from './settlement.service.ts';

/**
 * An item is named by its number in the order, from 1. Without a count all of its pieces are meant. The named keys are
 * taken back before others.
 */
export type OperatorRefundRequest =
  | { kind: 'rest' }
  | { kind: 'item'; number: number; count?: number | undefined; keyIds?: number[] | undefined }
  | { kind: 'items'; items: { number: number; count?: number | undefined }[] }
  | { kind: 'amount'; amount: number };

export type RefundFault = RefundRefusal | 'not-paid' | 'in-progress' | 'failed-before' | 'close-by-hand' | 'changed';

/** What a refund does, or has done. Amounts are hundredths of the currency. */
export interface OperatorRefund {
  orderId: string;
  provider: PaymentProviderName;
  /** Undefined where the provider is not configured. */
  capability: PaymentProvider['refunds'] | undefined;
  currency: string;
  paid: number;
  refundedBefore: number;
  amount: number;
  /** Its worth in hundredths of a tenge, for limits. */
  tenge: number;
  /** With what operators have refunded of this payment before, so that a large refund in parts is a large one. */
  totalTenge: number;
  /** A refund that failed is tried again. */
  isRetry: boolean;
  parts: { number: number; count: number; amount: number }[];
  /** Ids of keys that go back to stock, and of opened keys that are revoked. */
  returnedKeys: number[];
  revokedKeys: number[];
}

interface Planned {
  payment: payments.PaymentRow;
  failed: queries.FailedRefund | undefined;
  plan: RefundPlan;
  keys: RefundedKeys[];
  facts: OperatorRefund;
}

interface Parts {
  db: Database;
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>;
  topUps: PaymentUse;
  keys: Pick<KeysService, 'refreshAvailability'>;
  /** Books a refund as done and notifies the buyer. */
  finish: (
    transaction: Connection,
    orderId: string,
    refundId: number,
    amount: number,
    outcome: queries.RefundOutcome,
  ) => Promise<void>;
}

export const refuse = (reason: RefundFault): AppError =>
  new AppError(reason === 'unknown-item' ? 'not-found' : 'state-conflict', { details: { reason } });

/** Refunds that an operator decides on. Each is previewed by the same code that carries it out. */
export function createOperatorRefundsService({ db, providers, topUps, keys, finish }: Parts) {
  /** Checks everything under the lock of the payment, and changes nothing. */
  async function plan(
    transaction: Connection,
    orderId: string,
    wanted: OperatorRefundRequest,
    isByHand: boolean,
  ): Promise<Planned> {
    const payment = await payments.lockPayment(transaction, orderId);
    if (!payment) throw new AppError('not-found', { field: 'orderId' });
    // A payment under review was never booked. It is refunded in the panel of the provider.
    if (!payment.paid_at) throw refuse('not-paid');
    if (payment.status === 'refunding') throw refuse('in-progress');
    if (!payments.isForBasket(payment)) await topUps.assertRefundable(transaction, payments.orderOf(payment));
    const capability = providers.get(payment.provider)?.refunds;
    const failed = await queries.findFailedRefund(transaction, payment.id);
    const refunded = await queries.sumRequestedRefunds(transaction, payment.id);
    const items = await queries.listRefundableItems(transaction, payment.id);
    const state = {
      amount: payment.amount,
      refunded,
      items,
      capability: isByHand ? 'partial' : (capability ?? 'partial'),
    };
    const result = failed
      ? planRetry(payment, failed, wanted, state.capability)
      : planRefund(state, requestOf(items, wanted));
    if (typeof result === 'string') throw refuse(result);
    const keyIds = wanted.kind === 'item' ? (wanted.keyIds ?? []) : [];
    const taken = result.parts.map(({ itemId, count }) => ({ orderItemId: itemId, count, keyIds }));
    const withdrawal = await planWithdrawal(transaction, taken);
    const tenge = await queries.findWorth(transaction, payment, result.amount);
    const facts: OperatorRefund = {
      orderId,
      provider: payment.provider,
      capability,
      currency: payment.currency,
      paid: payment.amount,
      refundedBefore: refunded - (failed?.amount ?? 0),
      amount: result.amount,
      tenge,
      totalTenge: tenge + (await queries.sumOperatorRefunds(transaction, payment.id, failed?.id ?? null)),
      isRetry: failed !== undefined,
      parts: result.parts.map(({ itemId, count, amount }) => ({
        number: items.findIndex(({ id }) => id === itemId) + 1,
        count,
        amount,
      })),
      returnedKeys: withdrawal.returned,
      revokedKeys: withdrawal.revoked,
    };
    return { payment, failed, plan: result, keys: taken, facts };
  }

  /** How much more an operator may refund now, in hundredths of a tenge. Undefined without a limit. */
  async function findAllowance(actor: Actor, connection: Connection = db): Promise<number | undefined> {
    const operatorId = requesterOf(actor);
    if (operatorId === null) return undefined;
    const { limit, used } = await queries.getAllowance(connection, operatorId);
    return limit === null ? undefined : Math.max(0, limit - used);
  }

  /** The refunds of one operator are counted one after the other, so that together they stay within the limit. */
  async function assertAllowed(
    transaction: Connection,
    actor: Actor,
    { tenge, isRetry }: Pick<OperatorRefund, 'tenge' | 'isRetry'>,
  ) {
    const operatorId = requesterOf(actor);
    if (operatorId === null || isRetry) return;
    await queries.lockAllowance(transaction, operatorId);
    const left = await findAllowance(actor, transaction);
    if (left !== undefined && tenge > left) throw new AppError('operator-limit', { current: { leftToday: left } });
  }

  /** Whose refund it is and what it is worth. Throws `operator-limit` when the operator may not refund so much now. */
  async function countRefund(transaction: Connection, actor: Actor, payment: payments.PaymentRow) {
    const tenge = await queries.findWorth(transaction, payment, payment.amount);
    await assertAllowed(transaction, actor, { tenge, isRetry: false });
    return { operatorId: requesterOf(actor), tenge };
  }

  /**
   * The worth of a payment under review that an operator accepts, which counts as a refund of it does. The caller has locked the
   * payment. Throws `operator-limit`.
   */
  async function countAccepted(transaction: Connection, actor: Actor, orderId: string): Promise<number> {
    const payment = await payments.findPaymentByOrder(transaction, orderId);
    if (!payment) throw new AppError('not-found', { field: 'orderId' });
    const { operatorId, tenge } = await countRefund(transaction, actor, payment);
    if (operatorId !== null) await queries.saveAccepted(transaction, { paymentId: payment.id, operatorId, tenge });
    return tenge;
  }

  /**
   * The worth of one piece of an item that an operator gives again, which counts as a refund of it does. The caller has locked the
   * payment. Throws `operator-limit`.
   */
  async function countReplacement(transaction: Connection, actor: Actor, orderId: string, orderItemId: number) {
    const payment = await payments.findPaymentByOrder(transaction, orderId);
    const items = payment && (await queries.listRefundableItems(transaction, payment.id));
    const item = items?.find(({ id }) => id === orderItemId);
    if (!payment || !item) throw new AppError('not-found', { field: 'orderId' });
    const amount = shareOf(item, 1);
    const tenge = await queries.findWorth(transaction, payment, amount);
    await assertAllowed(transaction, actor, { tenge, isRetry: false });
    return { operatorId: requesterOf(actor), tenge, amount, currency: payment.currency };
  }

  /** Requests the refund and withdraws its keys. */
  async function request(
    transaction: Connection,
    planned: Planned,
    actor: Actor,
    note: string | undefined,
  ): Promise<{ refundId: number; productIds: number[] }> {
    const { payment, failed, plan: wanted } = planned;
    await assertAllowed(transaction, actor, planned.facts);
    assertTransition(PAYMENT_TRANSITIONS, payment.status, 'refunding');
    if (failed) {
      // Its keys were taken back when it was requested for the first time.
      await payments.updatePayment(transaction, payment.id, { status: 'refunding', nextCheck: null });
      await queries.retryRefund(transaction, payment.id);
      return { refundId: failed.id, productIds: [] };
    }
    const items = wanted.parts.map(({ itemId, count, amount }) => ({ orderItemId: itemId, count, amount }));
    const { tenge } = planned.facts;
    const operatorId = requesterOf(actor);
    const refund = { reason: 'operator' as const, amount: wanted.amount, items, operatorId, tenge, note };
    const refundId = await queries.requestRefund(transaction, payment.id, refund);
    const { productIds } = await withdrawKeys(transaction, planned.keys);
    return { refundId, productIds };
  }

  /** The operator has seen another amount: the order changed in between. */
  const assertSeen = (facts: OperatorRefund, seenAmount: number | undefined) => {
    if (seenAmount !== undefined && seenAmount !== facts.amount) throw refuse('changed');
  };

  /** In the transaction of the caller, who refreshes the availability of the products after the commit. */
  async function refundWithin(
    transaction: Connection,
    actor: Actor,
    orderId: string,
    wanted: OperatorRefundRequest,
    options: { seenAmount?: number | undefined; reason?: string | undefined; isRecordedByCaller?: boolean } = {},
  ): Promise<{ facts: OperatorRefund; productIds: number[] }> {
    const { seenAmount, reason, isRecordedByCaller = false } = options;
    const planned = await plan(transaction, orderId, wanted, false);
    assertSeen(planned.facts, seenAmount);
    const { productIds } = await request(transaction, planned, actor, reason || undefined);
    const details = auditOf(planned.facts);
    const entry = { actor, action: 'refund', subject: `order ${orderId}`, reason, details };
    if (!isRecordedByCaller) await audit(transaction, entry);
    return { facts: planned.facts, productIds };
  }

  /** The operator has given the money back without the store. It is booked as a refund that is done. */
  async function closeWithin(
    transaction: Connection,
    actor: Actor,
    orderId: string,
    wanted: OperatorRefundRequest,
    note: string,
    seenAmount?: number,
  ): Promise<{ facts: OperatorRefund; productIds: number[] }> {
    const planned = await plan(transaction, orderId, wanted, true);
    assertSeen(planned.facts, seenAmount);
    const { refundId, productIds } = await request(transaction, planned, actor, note);
    await finish(transaction, orderId, refundId, planned.facts.amount, {
      detail: `closed by hand: ${note}`,
      isByHand: true,
    });
    await alerts.resolveOrderAlerts(transaction, orderId);
    const details = auditOf(planned.facts);
    await audit(transaction, { actor, action: 'close refund', subject: `order ${orderId}`, reason: note, details });
    return { facts: planned.facts, productIds };
  }

  return {
    refundWithin,
    closeWithin,
    countRefund,
    countReplacement,
    countAccepted,
    findAllowance: (actor: Actor) => findAllowance(actor),

    previewRefund: (orderId: string, wanted: OperatorRefundRequest): Promise<OperatorRefund> =>
      inTransaction(db, async (transaction) => (await plan(transaction, orderId, wanted, false)).facts),

    /** A worker asks the provider soon after. */
    async refund(
      actor: Actor,
      orderId: string,
      wanted: OperatorRefundRequest = { kind: 'rest' },
      seenAmount?: number,
    ): Promise<OperatorRefund> {
      const { facts, productIds } = await inTransaction(db, (transaction) =>
        refundWithin(transaction, actor, orderId, wanted, { seenAmount }),
      );
      await keys.refreshAvailability(productIds);
      return facts;
    },

    previewClosing: (orderId: string, wanted: OperatorRefundRequest): Promise<OperatorRefund> =>
      inTransaction(db, async (transaction) => (await plan(transaction, orderId, wanted, true)).facts),

    async closeByHand(
      actor: Actor,
      orderId: string,
      wanted: OperatorRefundRequest,
      note: string,
      seenAmount?: number,
    ): Promise<OperatorRefund> {
      const { facts, productIds } = await inTransaction(db, (transaction) =>
        closeWithin(transaction, actor, orderId, wanted, note, seenAmount),
      );
      await keys.refreshAvailability(productIds);
      return facts;
    },
  };
}

const auditOf = ({ amount, isRetry, parts, returnedKeys: returned, revokedKeys: revoked }: OperatorRefund) => ({
  amount,
  isRetry,
  parts,
  returned,
  revoked,
});

function planRetry(
  payment: payments.PaymentRow,
  failed: queries.FailedRefund,
  wanted: OperatorRefundRequest,
  capability: PaymentProvider['refunds'],
): RefundPlan | RefundFault {
  if (wanted.kind !== 'rest') return 'failed-before';
  if (!canGiveBack(capability, failed.amount, payment)) return 'close-by-hand';
  return { amount: failed.amount, isRest: false, parts: [] };
}

function requestOf(items: queries.RefundableItemRow[], wanted: OperatorRefundRequest): RefundRequest {
  if (wanted.kind === 'rest' || wanted.kind === 'amount') return wanted;
  const pieces = (wanted.kind === 'item' ? [wanted] : wanted.items).map(({ number, count }) => {
    const item = items[number - 1];
    if (!item) throw refuse('unknown-item');
    return { itemId: item.id, count: count ?? item.count - item.refundedCount };
  });
  return { kind: 'items', items: pieces };
}
