import { CLAIM_ANSWER_HOURS, MAX_CLAIM_ANSWER_LENGTH } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { CLAIM_TRANSITIONS, type ClaimStatus, canTransition } from '@oyna/domain/states';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type ApprovalsService, assertSecondPerson, needsSecondPerson } from '../approvals/approvals.service.ts';
import type { BatchesService } from '../keys/batches.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import type { OperatorRefund, OperatorRefundRequest } from '../payment/operator-refunds.service.ts';
import type { RefundsService } from '../payment/refunds.service.ts';
import * as queries from './claim-answers.queries.ts';
import { claimMessages } from './claim-messages.ts';
import { insertReplacement } from './claims.queries.ts';
import { lockAccount, lockPaymentOfKey } from './delivery.queries.ts';

const LISTED = 200;
const SHOWN_REVEALS = 20;

export type Claim = queries.ClaimRow;
type Outcome = Exclude<ClaimStatus, 'open'>;

interface Answer {
  outcome: Outcome;
  /** For the buyer. */
  text?: string;
  counted?: queries.CountedReplacement;
}

interface ClaimNews {
  orderId: string;
  product: string;
  outcome: Outcome;
}

/** Writes into the buyer's notifications, which belong to another feature. */
export type NotifyOfClaim = (db: Connection, accountId: number, kind: 'claim', data: ClaimNews) => Promise<void>;

interface AnswerParts {
  db: Database;
  keys: KeysService;
  batches: Pick<BatchesService, 'get'>;
  refunds: Pick<RefundsService, 'refundWithin' | 'previewRefund' | 'countReplacement'>;
  jobs: Jobs;
  notify: NotifyOfClaim;
  approvals: Pick<ApprovalsService, 'define'>;
  /** A larger refund needs a fresh second factor. Hundredths of a tenge. */
  freshRefundAbove: number;
}

export type ClaimAnswersService = ReturnType<typeof createClaimAnswersService>;

/** What an operator does with claims. Each answer, its audit entry and its messages are one transaction. */
export function createClaimAnswersService(parts: AnswerParts) {
  const { db, keys, batches, refunds, jobs, notify, approvals, freshRefundAbove } = parts;

  async function getClaim(connection: Connection, keyId: number): Promise<Claim> {
    const [claim] = await queries.listClaims(connection, { keyId, hours: CLAIM_ANSWER_HOURS, limit: 1 });
    if (!claim) throw new AppError('not-found', { field: 'claim' });
    return claim;
  }

  /** Throws `changed-meanwhile` with the decision when the claim is answered already, by another operator or a refund. */
  async function lockClaim(transaction: Connection, keyId: number, outcome: Outcome): Promise<Claim> {
    await lockPaymentOfKey(transaction, keyId);
    const { accountId } = await getClaim(transaction, keyId);
    await lockAccount(transaction, accountId);
    const status = await queries.lockClaimStatus(transaction, keyId);
    const claim = await getClaim(transaction, keyId);
    if (!status || !canTransition(CLAIM_TRANSITIONS, status, outcome)) {
      throw new AppError('changed-meanwhile', { current: decisionOf(claim) });
    }
    return claim;
  }

  async function answer(transaction: Connection, claim: Claim, actor: Actor, given: Answer) {
    const { keyId, accountId, orderId, productName } = claim;
    const { outcome, text = null, counted } = given;
    await queries.answerClaim(transaction, keyId, { status: outcome, text, actor: actor.name, counted });
    await notify(transaction, accountId, 'claim', { orderId, product: productName, outcome });
    await jobs.send(transaction, claimMessages, { kind: 'answered', keyId });
  }

  return {
    list: ({ isOpen }: { isOpen: boolean }) =>
      queries.listClaims(db, { isOpen, hours: CLAIM_ANSWER_HOURS, limit: LISTED }),

    get: (keyId: number) => getClaim(db, keyId),

    listPage: (filter: queries.ClaimFilter, after: number | null, limit: number) =>
      queries.listClaimPage(db, { filter, after, hours: CLAIM_ANSWER_HOURS, limit }),

    /** Everything that helps to decide about one claim. Never the key itself. */
    async getDetails(actor: Actor, keyId: number) {
      const claim = await getClaim(db, keyId);
      const [reveals, buyer, batch, isEachReplaced] = await Promise.all([
        queries.listReveals(db, keyId, SHOWN_REVEALS),
        queries.readBuyerHistory(db, claim.accountId),
        batches.get(claim.batchId),
        queries.isEachReplaced(db, claim.orderItemId),
      ]);
      const replacementNeedsColleague = await needsSecondPerson(db, actor, { isEachReplaced });
      return { ...claim, reveals, buyer, batch, replacementNeedsColleague };
    },

    /**
     * Answers the key that was delivered instead. Throws `out-of-stock` when there is none, and `operator-limit` as a refund of
     * its price would. When each key of the order item was replaced before, a second operator may be needed.
     */
    replace: approvals.define({
      kind: 'claim-replace',
      subject: ({ keyId }: { keyId: number }) => `key ${keyId}`,
      async execute(transaction, { actor }, { keyId }) {
        const claim = await lockClaim(transaction, keyId, 'replaced');
        const { orderId, orderItemId, productId, productName: product } = claim;
        const isEachReplaced = await queries.isEachReplaced(transaction, orderItemId);
        const newKeyId = await keys.sellOneMore(transaction, orderItemId, productId);
        if (newKeyId === undefined) throw new AppError('out-of-stock', { productIds: [productId] });
        await insertReplacement(transaction, keyId, newKeyId);
        const counted = await refunds.countReplacement(transaction, actor, orderId, orderItemId);
        const { amount, currency } = counted;
        await assertSecondPerson(transaction, actor, { isEachReplaced }, { orderId, product, amount, currency });
        await answer(transaction, claim, actor, { outcome: 'replaced', counted });
        const details = { orderId, newKeyId };
        await audit(transaction, { actor, action: 'claim replace', subject: `key ${keyId}`, details });
        return { answer: { newKeyId }, afterCommit: () => keys.refreshAvailability([productId]) };
      },
    }),

    previewRefund: async (keyId: number): Promise<OperatorRefund> => {
      const claim = await getClaim(db, keyId);
      return refunds.previewRefund(claim.orderId, refundOf(claim));
    },

    /** Refunds the price of the key, which is revoked. Throws what a refund by an operator throws. */
    refund: approvals.define({
      kind: 'claim-refund',
      subject: ({ keyId }: { keyId: number; seenAmount?: number | undefined }) => `key ${keyId}`,
      async execute(transaction, { actor, isFresh }, { keyId, seenAmount }) {
        const claim = await lockClaim(transaction, keyId, 'refunded');
        const options = { seenAmount, isRecordedByCaller: true };
        const refund = await refunds.refundWithin(transaction, actor, claim.orderId, refundOf(claim), options);
        const { amount, currency, totalTenge } = refund.facts;
        if (!isFresh && totalTenge > freshRefundAbove) throw new AppError('second-factor-stale');
        const facts = { orderId: claim.orderId, product: claim.productName, amount, currency };
        await assertSecondPerson(transaction, actor, { refund: totalTenge }, facts);
        await answer(transaction, claim, actor, { outcome: 'refunded' });
        const details = { orderId: claim.orderId, amount, currency };
        await audit(transaction, { actor, action: 'claim refund', subject: `key ${keyId}`, details });
        return { answer: refund.facts, afterCommit: () => keys.refreshAvailability(refund.productIds) };
      },
    }),

    /** The key is good: it stays with its buyer, who gets the text. */
    async refuse(actor: Actor, keyId: number, text: string): Promise<void> {
      const cleaned = text.trim();
      if (cleaned === '' || cleaned.length > MAX_CLAIM_ANSWER_LENGTH) {
        throw new AppError('message-invalid', { field: 'text' });
      }
      await inTransaction(db, async (transaction) => {
        const claim = await lockClaim(transaction, keyId, 'refused');
        await keys.settleDispute(transaction, keyId);
        await answer(transaction, claim, actor, { outcome: 'refused', text: cleaned });
        const details = { orderId: claim.orderId, text: cleaned };
        await audit(transaction, { actor, action: 'claim refuse', subject: `key ${keyId}`, details });
      });
    },
  };
}

/** What a second operator sees: the decision of the first. */
const decisionOf = ({ status, resolvedBy, resolvedAt, answer, newKeyId }: Claim) => ({
  status,
  resolvedBy,
  resolvedAt,
  answer,
  newKeyId,
});

const refundOf = ({ itemNumber, keyId }: Claim): OperatorRefundRequest => ({
  kind: 'item',
  number: itemNumber,
  count: 1,
  keyIds: [keyId],
});

/** For `check` and the metrics. */
export const countClaimsByReason = (db: Database) => queries.countClaimsByReason(db);
export const countOpenClaims = (db: Database) => queries.countOpenClaims(db, CLAIM_ANSWER_HOURS);
