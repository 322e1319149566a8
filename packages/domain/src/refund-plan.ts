/**
 * What a refund by an operator gives back. Amounts are hundredths of the payment's currency. The preview and the refund
 * itself use the same function, so that they agree.
 */
import { split, sum } from './money.ts';

/** Whether a provider refunds parts, or whole payments only. */
export type RefundCapability = 'partial' | 'full';

/** Whether a provider gives back so much of a payment. */
export const canGiveBack = (capability: RefundCapability, amount: number, payment: { amount: number }): boolean =>
  capability === 'partial' || amount >= payment.amount;

export interface RefundableItem {
  id: number;
  count: number;
  amount: number;
  /** Pieces in earlier refunds, whether they are done or not. */
  refundedCount: number;
}

export interface RefundablePayment {
  amount: number;
  /** The sum of all earlier refunds, whether they are done or not. */
  refunded: number;
  /** Empty for a top-up. */
  items: readonly RefundableItem[];
  capability: RefundCapability;
}

interface RefundedPieces {
  itemId: number;
  count: number;
}

export type RefundRequest =
  /** Everything that was not refunded yet. */
  | { kind: 'rest' }
  /** Each item is named once. */
  | { kind: 'items'; items: readonly RefundedPieces[] }
  /** Money only: the buyer keeps what was bought. */
  | { kind: 'amount'; amount: number };

export interface RefundedPart {
  itemId: number;
  count: number;
  amount: number;
}

export interface RefundPlan {
  amount: number;
  /** Nothing is left after it. */
  isRest: boolean;
  /** Empty when only money goes back. */
  parts: RefundedPart[];
}

export type RefundRefusal =
  | 'nothing-left'
  | 'whole-payments-only'
  | 'unknown-item'
  | 'too-many-pieces'
  | 'amount-too-large'
  | 'amount-invalid';

export function planRefund(payment: RefundablePayment, request: RefundRequest): RefundPlan | RefundRefusal {
  const left = payment.amount - payment.refunded;
  if (left <= 0) return 'nothing-left';
  const plan = planParts(payment, request, left);
  if (typeof plan === 'string') return plan;
  if (!canGiveBack(payment.capability, plan.amount, payment)) return 'whole-payments-only';
  return plan;
}

function planParts(payment: RefundablePayment, request: RefundRequest, left: number): RefundPlan | RefundRefusal {
  if (request.kind === 'items') return planItems(payment, request.items, left);
  if (request.kind === 'amount') {
    if (!Number.isSafeInteger(request.amount) || request.amount <= 0) return 'amount-invalid';
    if (request.amount > left) return 'amount-too-large';
    if (request.amount < left) return { amount: request.amount, isRest: false, parts: [] };
  }
  return planRest(payment, left);
}

function planItems(
  { items }: RefundablePayment,
  wanted: readonly RefundedPieces[],
  left: number,
): RefundPlan | RefundRefusal {
  if (wanted.length === 0) return 'amount-invalid';
  const isRepeated = new Set(wanted.map(({ itemId }) => itemId)).size < wanted.length;
  if (isRepeated) return 'too-many-pieces';
  const parts: RefundedPart[] = [];
  let amount = 0;
  for (const { itemId, count } of wanted) {
    const item = items.find(({ id }) => id === itemId);
    if (!item) return 'unknown-item';
    const isWhole = Number.isSafeInteger(count) && count > 0;
    if (!isWhole || count > item.count - item.refundedCount) return 'too-many-pieces';
    const share = shareOf(item, item.refundedCount + count) - shareOf(item, item.refundedCount);
    // Money that went back by amount is not paid twice.
    const part = Math.min(share, left - amount);
    amount += part;
    parts.push({ itemId, count, amount: part });
  }
  return amount === 0 ? 'nothing-left' : { amount, isRest: amount === left, parts };
}

function planRest({ items }: RefundablePayment, left: number): RefundPlan {
  const open = items.filter((item) => item.refundedCount < item.count);
  if (open.length === 0) return { amount: left, isRest: true, parts: [] };
  const shares = split(
    left,
    open.map((item) => item.amount - shareOf(item, item.refundedCount)),
  );
  const parts = open.map((item, index) => ({
    itemId: item.id,
    count: item.count - item.refundedCount,
    amount: shares[index] ?? 0,
  }));
  return { amount: left, isRest: true, parts };
}

/**
 * What the last pieces of an item cost, to the last hundredth: those that are missing, or that go back first. All of them
 * cost exactly what was paid for the item.
 */
export function shareOf(item: Pick<RefundableItem, 'count' | 'amount'>, pieces: number): number {
  const shares = split(
    item.amount,
    Array.from({ length: item.count }, () => 1),
  );
  return sum(shares.slice(item.count - Math.min(pieces, item.count))) ?? 0;
}
