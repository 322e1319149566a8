/**
 * The statuses of every entity and the transitions between them. A trigger on each table refuses every other change;
 * `state-transitions.test.ts` of the server compares
 * every pair with these tables.
 */
import { AppError } from './errors.ts';

type Status = string | number;
/** From each status, the ones it may change to. */
export type TransitionTable<S extends Status> = Readonly<Record<S, readonly S[]>>;

export const BASKET_STATUS = { open: 1, awaitingPayment: 2, paid: 3, cancelled: 4 } as const;
export type BasketStatus = (typeof BASKET_STATUS)[keyof typeof BASKET_STATUS];
/**
 * A basket whose payment is given up opens again. If that payment is confirmed late and still matches, the open basket
 * becomes paid.
 */
export const BASKET_TRANSITIONS: TransitionTable<BasketStatus> = { 1: [2, 3, 4], 2: [1, 3, 4], 3: [], 4: [] };

export const TOP_UP_STATUS = { delivered: 1, waiting: 2, inDelivery: 3, failed: 4, refunded: 5 } as const;
export type TopUpStatus = (typeof TOP_UP_STATUS)[keyof typeof TOP_UP_STATUS];
/** A failed top-up is delivered only if it failed because it was not paid in time. One that was paid is refunded. */
export const TOP_UP_TRANSITIONS: TransitionTable<TopUpStatus> = { 1: [], 2: [3, 4], 3: [1, 4], 4: [3, 5], 5: [] };
/** The top-up waits for money or for its supplier. */
export const OPEN_TOP_UP_STATUSES = [TOP_UP_STATUS.waiting, TOP_UP_STATUS.inDelivery] as const;

export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'review',
  'refunding',
  'refund-failed',
  'partly-refunded',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
/**
 * Confirmed money counts, also after the payment was given up: it becomes `paid`, or `refunding` when something of it
 * cannot be delivered. `review` waits for an operator, because the provider's message does not match the payment. A failed
 * refund is tried again, or paid back by hand.
 */
export const PAYMENT_TRANSITIONS: TransitionTable<PaymentStatus> = {
  created: ['pending', 'paid', 'failed', 'cancelled', 'expired', 'review', 'refunding'],
  pending: ['paid', 'failed', 'cancelled', 'expired', 'review', 'refunding'],
  failed: ['paid', 'review', 'refunding'],
  cancelled: ['paid', 'review', 'refunding'],
  expired: ['paid', 'review', 'refunding'],
  review: ['paid', 'failed', 'refunding'],
  paid: ['refunding'],
  refunding: ['partly-refunded', 'refunded', 'refund-failed'],
  'refund-failed': ['refunding', 'refunded', 'partly-refunded'],
  'partly-refunded': ['refunding'],
  refunded: [],
};
/** The payment waits for money. */
export const WAITING_PAYMENT_STATUSES = ['created', 'pending'] as const satisfies readonly PaymentStatus[];
export const isWaitingPayment = (status: PaymentStatus | null): boolean =>
  WAITING_PAYMENT_STATUSES.some((waiting) => waiting === status);
/** The store waits for this money no more. If it arrives all the same, the payment becomes `paid` or `refunding`. */
export const GIVEN_UP_PAYMENT_STATUSES = ['failed', 'cancelled', 'expired'] as const satisfies readonly PaymentStatus[];
export type GivenUpPaymentStatus = (typeof GIVEN_UP_PAYMENT_STATUSES)[number];
export const isGivenUpPayment = (status: PaymentStatus | null | undefined): status is GivenUpPaymentStatus =>
  GIVEN_UP_PAYMENT_STATUSES.some((givenUp) => givenUp === status);
/** The payment waits for money or for an operator. Unless it was given up, it keeps its basket and its keys. */
export const LIVE_PAYMENT_STATUSES = [
  ...WAITING_PAYMENT_STATUSES,
  'review',
] as const satisfies readonly PaymentStatus[];
/** The payment goes on only when an operator decides. */
export const OPERATOR_PAYMENT_STATUSES = ['review', 'refund-failed'] as const satisfies readonly PaymentStatus[];
export const needsOperator = (status: PaymentStatus): boolean =>
  OPERATOR_PAYMENT_STATUSES.some((waiting) => waiting === status);
/** Money of the payment has still to go back. */
export const OWED_PAYMENT_STATUSES = ['refunding', 'refund-failed'] as const satisfies readonly PaymentStatus[];

export const KEY_STATUSES = [
  'available',
  'reserved',
  'sold',
  'disputed',
  'returned',
  'quarantined',
  'revoked',
] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];
/**
 * A refund returns a sold key to stock through `returned`, if its customer never opened it. It revokes the others. A key that
 * returns to a batch in quarantine is quarantined with it.
 */
export const KEY_TRANSITIONS: TransitionTable<KeyStatus> = {
  available: ['reserved', 'quarantined', 'revoked'],
  reserved: ['available', 'sold', 'quarantined'],
  sold: ['disputed', 'returned', 'revoked'],
  disputed: ['sold', 'revoked'],
  returned: ['available', 'quarantined'],
  quarantined: ['available', 'revoked'],
  revoked: [],
};

/** The customer has the key. */
export const DELIVERED_KEY_STATUSES = ['sold', 'disputed'] as const satisfies readonly KeyStatus[];
/** The key is not sold any more: a customer has it or had it, or it was written off. */
export const USED_KEY_STATUSES = [...DELIVERED_KEY_STATUSES, 'revoked'] as const satisfies readonly KeyStatus[];
/** No customer has the key or pays for it. */
export const UNSOLD_KEY_STATUSES = ['available', 'quarantined'] as const satisfies readonly KeyStatus[];
export type UnsoldKeyStatus = (typeof UNSOLD_KEY_STATUSES)[number];

/** Why money goes back: a key is missing, the payment came too late, an operator decided it. */
export const REFUND_REASONS = ['undeliverable', 'late', 'operator'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_STATUSES = ['waiting', 'done', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** A failed refund is tried again, or marked as done when the operator has paid it back by hand. */
export const REFUND_TRANSITIONS: TransitionTable<RefundStatus> = {
  waiting: ['done', 'failed'],
  failed: ['waiting', 'done'],
  done: [],
};

export const CLAIM_STATUSES = ['open', 'replaced', 'refunded', 'refused'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];
/** A claim is answered once. */
export const CLAIM_TRANSITIONS: TransitionTable<ClaimStatus> = {
  open: ['replaced', 'refunded', 'refused'],
  replaced: [],
  refunded: [],
  refused: [],
};

export const GIFT_STATUSES = ['waiting', 'sent', 'opened', 'taken-back'] as const;
export type GiftStatus = (typeof GIFT_STATUSES)[number];
/**
 * A gift waits until its mail is sent. One that is given by link is sent at once. What the recipient has opened is not taken
 * back; a gift that was taken back can be made again, as a new one.
 */
export const GIFT_TRANSITIONS: TransitionTable<GiftStatus> = {
  waiting: ['sent', 'taken-back'],
  sent: ['opened', 'taken-back'],
  opened: [],
  'taken-back': [],
};
/** The recipient has not seen the key. */
export const UNOPENED_GIFT_STATUSES = ['waiting', 'sent'] as const satisfies readonly GiftStatus[];

export const MESSAGE_STATUSES = ['open', 'answered', 'closed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
/** A message is answered while it is open. A closed message is opened again before it is answered. */
export const MESSAGE_TRANSITIONS: TransitionTable<MessageStatus> = {
  open: ['answered', 'closed'],
  answered: ['open', 'closed'],
  closed: ['open'],
};

export const REVIEW_STATUSES = ['waiting', 'published', 'hidden', 'deleted'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];
/**
 * An edit by its author can send a review back to the queue. A deleted review has no content; its author can write a new one
 * in its place.
 */
export const REVIEW_TRANSITIONS: TransitionTable<ReviewStatus> = {
  waiting: ['published', 'hidden', 'deleted'],
  published: ['waiting', 'hidden', 'deleted'],
  hidden: ['waiting', 'published', 'deleted'],
  deleted: ['waiting', 'published'],
};

export const APPROVAL_STATUSES = ['waiting', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
/** What the console approves is done at once. What a command asked for is approved, and done when the command runs again. */
export const APPROVAL_TRANSITIONS: TransitionTable<ApprovalStatus> = {
  waiting: ['approved', 'done', 'refused', 'withdrawn', 'expired'],
  approved: ['done'],
  done: [],
  refused: [],
  withdrawn: [],
  expired: [],
};

export const PRICE_CHANGE_STATUSES = ['scheduled', 'applied', 'ended', 'undone', 'cancelled', 'missed'] as const;
export type PriceChangeStatus = (typeof PRICE_CHANGE_STATUSES)[number];
/** An operator cancels a change before its start and undoes it after. It is missed when no worker ran until its end. */
export const PRICE_CHANGE_TRANSITIONS: TransitionTable<PriceChangeStatus> = {
  scheduled: ['applied', 'cancelled', 'missed'],
  applied: ['ended', 'undone'],
  ended: [],
  undone: [],
  cancelled: [],
  missed: [],
};

/** What a change becomes when an operator takes it back. Undefined: it is over. */
export const takenBackStatus = (status: PriceChangeStatus): 'cancelled' | 'undone' | undefined =>
  (['cancelled', 'undone'] as const).find((next) => canTransition(PRICE_CHANGE_TRANSITIONS, status, next));

export const KEY_IMPORT_STATUSES = ['open', 'finished', 'cancelled'] as const;
export type KeyImportStatus = (typeof KEY_IMPORT_STATUSES)[number];
/** An import is finished with its last chunk. One that was cancelled takes no more chunks. */
export const KEY_IMPORT_TRANSITIONS: TransitionTable<KeyImportStatus> = {
  open: ['finished', 'cancelled'],
  finished: [],
  cancelled: [],
};

/** A message of an alert is sent once. One that was dropped is never sent; the next event makes a new one. */
export const ALERT_MESSAGE_TRANSITIONS: TransitionTable<'waiting' | 'sent' | 'dropped'> = {
  waiting: ['sent', 'dropped'],
  sent: [],
  dropped: [],
};

export function canTransition<S extends Status>(table: TransitionTable<S>, from: S, to: S): boolean {
  return Object.hasOwn(table, from) && table[from].includes(to);
}

/** The statuses that may change to this one. */
export const statusesBefore = <S extends Status>(table: TransitionTable<S>, to: S): S[] =>
  (Object.keys(table) as `${S}`[])
    .map((name) => (typeof to === 'number' ? Number(name) : name) as S)
    .filter((from) => canTransition(table, from, to));

export function assertTransition<S extends Status>(table: TransitionTable<S>, from: S, to: S): void {
  if (!canTransition(table, from, to)) throw new AppError('state-conflict', { details: { from, to } });
}

type OrderCard = { state: 'paid' | 'waiting' | 'not-paid'; colour: 'green' | 'yellow' | 'red' };

/** How an order card shows its number (spec §3). The spec gives no colour for paid. */
export function orderCard(statusId: number): OrderCard {
  if (statusId === 1) return { state: 'paid', colour: 'green' };
  if (statusId === 2) return { state: 'waiting', colour: 'yellow' };
  return { state: 'not-paid', colour: 'red' };
}
