import { AppError } from '@oyna/domain/errors';
import { TOP_UP_STATUS, type TopUpStatus } from '@oyna/domain/states';
import { type Actor, audit, findLastChange } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { once } from '../../platform/once.ts';
import { type ApprovalsService, assertSecondPerson, needsSecondPerson } from '../approvals/approvals.service.ts';
import { deleteLinks } from '../guests/order-links.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { addNote } from '../notes/notes.service.ts';
import type { OperatorRefund, OperatorRefundRequest } from '../payment/operator-refunds.service.ts';
import type { RefundsService } from '../payment/refunds.service.ts';
import type { ReviewVerdict, SettlementService } from '../payment/settlement.service.ts';
import type { TopUpDelivery } from '../top-up/top-up-delivery.service.ts';
import * as page from './order-page.queries.ts';

/** A top-up has a mail for each of these statuses. */
const TOP_UP_MAILS = {
  [TOP_UP_STATUS.delivered]: 'delivered',
  [TOP_UP_STATUS.waiting]: undefined,
  [TOP_UP_STATUS.inDelivery]: 'paid',
  [TOP_UP_STATUS.failed]: undefined,
  [TOP_UP_STATUS.refunded]: 'refunded',
} as const satisfies Record<TopUpStatus, string | undefined>;

export type TopUpMail = NonNullable<(typeof TOP_UP_MAILS)[TopUpStatus]>;

interface Parts {
  db: Database;
  refunds: RefundsService;
  settlement: SettlementService;
  topUps: Pick<TopUpDelivery, 'decide'>;
  keys: Pick<KeysService, 'refreshAvailability'>;
  approvals: Pick<ApprovalsService, 'define'>;
  /** Queue the mail about an order. */
  mails: {
    basket: (db: Connection, orderId: string) => Promise<void>;
    topUp: (db: Connection, orderId: string, kind: TopUpMail) => Promise<void>;
  };
  /** A larger refund needs a fresh second factor. Hundredths of a tenge. */
  freshRefundAbove: number;
}

/** `version` is the state of the order that the operator saw. */
interface RefundArguments {
  orderId: string;
  wanted: OperatorRefundRequest;
  version: string;
}

/** `version` is the state of the order that the operator saw. */
interface ReviewDecision extends ReviewVerdict {
  orderId: string;
  version: string;
}

/** `version` is the state of the order that the operator saw. */
interface TopUpVerdict {
  orderId: string;
  outcome: 'delivered' | 'failed';
  version: string;
  reason: string;
}

export type OrderActionsService = ReturnType<typeof createOrderActionsService>;

/** What operators do with one order. Each action and its audit entry are one transaction. */
export function createOrderActionsService(parts: Parts) {
  const { db, refunds, settlement, topUps, keys, approvals, mails, freshRefundAbove } = parts;

  /** Locks the order. Throws `changed-meanwhile` with the present order when the operator saw another state. */
  async function lockSeen(transaction: Connection, orderId: string, version: string): Promise<page.OrderVersion> {
    const locked = await page.lockVersion(transaction, orderId);
    if (!locked) throw new AppError('not-found', { field: 'orderId' });
    if (locked.version !== version) throw await changed(transaction, orderId, locked);
    return locked;
  }

  /** With the colleague who acted last. The buyer and the provider change an order too. */
  async function changed(connection: Connection, orderId: string, { version, status }: page.OrderVersion) {
    const last = await findLastChange(connection, `order ${orderId}`);
    return new AppError('changed-meanwhile', { current: { version, status, ...last } });
  }

  /** Throws as `lockSeen` does, without the lock. */
  async function getSeen(orderId: string, version: string): Promise<page.OrderHead> {
    const head = await page.findOrderHead(db, orderId);
    if (!head) throw new AppError('not-found', { field: 'orderId' });
    if (head.version !== version) throw await changed(db, orderId, head);
    return head;
  }

  const done = ({ facts, productIds }: { facts: OperatorRefund; productIds: number[] }) => ({
    answer: facts,
    afterCommit: () => keys.refreshAvailability(productIds),
  });

  return {
    /** What a refund would do, and what it needs. */
    async previewRefund(actor: Actor, orderId: string, wanted: OperatorRefundRequest, isByHand = false) {
      const facts = await (isByHand ? refunds.previewClosing : refunds.previewRefund)(orderId, wanted);
      const allowance = await refunds.findAllowance(actor);
      const head = await page.findOrderHead(db, orderId);
      return {
        ...facts,
        version: head?.version ?? '',
        needsFresh: facts.totalTenge > freshRefundAbove,
        needsApproval: await needsSecondPerson(db, actor, { refund: facts.totalTenge }),
        /** What the operator may still refund today, in hundredths of a tenge. Undefined without a limit. */
        leftToday: allowance,
        isOverLimit: allowance !== undefined && !facts.isRetry && facts.tenge > allowance,
      };
    },

    /** Once per key and version. A worker asks the provider soon after. A failed refund is tried again. */
    refund: approvals.define({
      kind: 'refund',
      subject: ({ orderId }: RefundArguments & { reason: string }) => `order ${orderId}`,
      reason: ({ reason }) => reason,
      async execute(transaction, { actor, isFresh }, { orderId, wanted, version, reason }) {
        await lockSeen(transaction, orderId, version);
        const refund = await refunds.refundWithin(transaction, actor, orderId, wanted, { reason });
        const { totalTenge } = refund.facts;
        if (!isFresh && totalTenge > freshRefundAbove) throw new AppError('second-factor-stale');
        await assertSecondPerson(transaction, actor, { refund: totalTenge }, factsOf(refund.facts));
        return done(refund);
      },
    }),

    /** The operator has given the money back in the panel of the provider. */
    closeRefund: approvals.define({
      kind: 'refund-close',
      subject: ({ orderId }: RefundArguments & { note: string }) => `order ${orderId}`,
      reason: ({ note }) => note,
      async execute(transaction, { actor }, { orderId, wanted, version, note }) {
        await lockSeen(transaction, orderId, version);
        const refund = await refunds.closeWithin(transaction, actor, orderId, wanted, note);
        await assertSecondPerson(transaction, actor, { refund: refund.facts.totalTenge }, factsOf(refund.facts));
        return done(refund);
      },
    }),

    /**
     * The operator has looked into the panel of the provider. Throws `changed-meanwhile` when the payment is not under review.
     * An alert that the operator has not seen is a change, so only those that were seen are resolved. Accepting has the limits of
     * a refund: what was never paid may be handed over.
     */
    decideReview: approvals.define({
      kind: 'payment-review',
      subject: ({ orderId }: ReviewDecision) => `order ${orderId}`,
      reason: ({ reason }) => reason,
      async execute(transaction, { actor }, { orderId, verdict, version, reason }) {
        const seen = await lockSeen(transaction, orderId, version);
        if (seen.status !== 'review') throw await changed(transaction, orderId, seen);
        const decided = await settlement.decideWithin(transaction, actor, orderId, { verdict, reason });
        const { outcome, amount, currency, afterCommit } = decided;
        if (verdict === 'accept') {
          const tenge = await refunds.countAccepted(transaction, actor, orderId);
          await assertSecondPerson(transaction, actor, { refund: tenge }, { orderId, amount, currency });
        }
        return { answer: { outcome }, afterCommit };
      },
    }),

    /**
     * The operator has looked into the panel of the supplier. Once: the top-up is claimed, and only a top-up in delivery
     * ends. Throws `state-conflict` with the reason when it is not for an operator to decide, and `changed-meanwhile` when
     * it has ended in another way, also just now by the answer of the supplier. Money that goes back while the supplier is
     * silent has the limits of a refund: it may have arrived.
     */
    async settleTopUp(actor: Actor, { orderId, outcome, version, reason }: TopUpVerdict): Promise<{ outcome: string }> {
      const { topUp } = await getSeen(orderId, version);
      if (topUp?.status !== TOP_UP_STATUS.inDelivery) throw notForOperator('not-in-delivery');
      const assertMayTrust = async (transaction: Connection, tenge: number) => {
        if (await needsSecondPerson(transaction, actor, { refund: tenge })) throw notForOperator('second-person');
      };
      const decision = await topUps.decide({ actor, reason, assertMayTrust }, orderId, outcome);
      if (decision === 'decided') return { outcome };
      await getSeen(orderId, version);
      throw notForOperator(decision);
    },

    /** Sends the mail about the present state of an order again. A guest gets a new link. */
    resend: (actor: Actor, orderId: string, key?: string): Promise<{ email: string }> =>
      inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, async () => {
          const head = await page.findOrderHead(transaction, orderId);
          if (!head) throw new AppError('not-found', { field: 'orderId' });
          const kind = head.topUp && TOP_UP_MAILS[head.topUp.status];
          if (!head.email || (head.topUp ? !kind : head.paidAt === null)) {
            throw new AppError('state-conflict', { details: { reason: head.email ? 'no-mail' : 'no-address' } });
          }
          // The mail has a new link, and the old ones become invalid.
          if (head.isGuest) await deleteLinks(transaction, head.id);
          if (kind) await mails.topUp(transaction, orderId, kind);
          else await mails.basket(transaction, orderId);
          const details = head.isGuest ? { link: 'renewed' } : {};
          await audit(transaction, { actor, action: 'resend', subject: `order ${orderId}`, details });
          return { email: head.email };
        }),
      ),

    addNote: (actor: Actor, orderId: string, text: string, key?: string): Promise<{ id: number }> =>
      inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, async () => {
          const head = await page.findOrderHead(transaction, orderId);
          if (!head) throw new AppError('not-found', { field: 'orderId' });
          return addNote(transaction, actor, { kind: 'order', id: head.id, name: `order ${orderId}` }, text);
        }),
      ),
  };
}

const notForOperator = (refusal: string) => new AppError('state-conflict', { current: { refusal } });

/** What the second person sees of a refund. `returned` keys go back to stock, and `revoked` keys were seen by a customer. */
const factsOf = ({ orderId, amount, currency, parts, returnedKeys, revokedKeys }: OperatorRefund) => ({
  orderId,
  amount,
  currency,
  parts,
  returned: returnedKeys.length,
  revoked: revokedKeys.length,
});
