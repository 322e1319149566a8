import { AppError } from '@oyna/domain/errors';
import { MAX_HIDE_REASON_LENGTH, MAX_REVIEW_ANSWER_LENGTH } from '@oyna/domain/review';
import { assertTransition, REVIEW_TRANSITIONS } from '@oyna/domain/states';
import { isSound } from '@oyna/domain/support-message';
import { cleanText } from '@oyna/domain/validation';
import { type Actor, audit, findLastChange } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './moderation.queries.ts';

export const { REVIEW_QUEUES } = queries;
export type ModeratedReview = queries.ModeratedReview;

/** The review, and the version of it that the operator has seen. A command names none. */
interface Seen {
  id: number;
  version?: number;
}

export type ModerationService = ReturnType<typeof createModerationService>;

/** What operators do with reviews. Audit entries have no text of a customer, because a review is erased with its author. */
export function createModerationService(db: Database) {
  async function get(id: number): Promise<queries.ModeratedReview> {
    const review = await queries.findReview(db, id);
    if (!review) throw new AppError('not-found', { field: 'id' });
    return review;
  }

  async function change(
    { id, version }: Seen,
    apply: (transaction: Connection, review: queries.ModeratedReview) => Promise<void>,
  ): Promise<queries.ModeratedReview> {
    await inTransaction(db, async (transaction) => {
      const review = await queries.lockReview(transaction, id);
      if (!review) throw new AppError('not-found', { field: 'id' });
      if (version !== undefined && review.version !== version) {
        const last = await findLastChange(transaction, `review ${id}`);
        const isByAuthor = !last || (review.editedAt !== null && review.editedAt > last.changedAt);
        throw new AppError('changed-meanwhile', {
          current: { status: review.status, version: review.version, changedBy: isByAuthor ? null : last.changedBy },
        });
      }
      await apply(transaction, review);
    });
    return get(id);
  }

  return {
    get,
    list: (choice: Parameters<typeof queries.listReviews>[1]) => queries.listReviews(db, choice),
    countWaiting: () => queries.countWaiting(db),

    /** Publishes a review that waits or is hidden. */
    show: (actor: Actor, seen: Seen) =>
      change(seen, async (transaction, { id, status, heldFor }) => {
        assertTransition(REVIEW_TRANSITIONS, status, 'published');
        await queries.showReview(transaction, id);
        const [before, after] = [{ status, heldFor }, { status: 'published' }];
        await audit(transaction, { actor, action: 'review show', subject: `review ${id}`, before, after });
      }),

    /** The author reads the reason. */
    hide(actor: Actor, seen: Seen, reason: string) {
      const cleaned = cleanedText(reason, MAX_HIDE_REASON_LENGTH, 'reason');
      return change(seen, async (transaction, { id, status }) => {
        assertTransition(REVIEW_TRANSITIONS, status, 'hidden');
        await queries.hideReview(transaction, id, cleaned);
        const [before, after] = [{ status }, { status: 'hidden' }];
        const entry = { actor, action: 'review hide', subject: `review ${id}`, reason: cleaned, before, after };
        await audit(transaction, entry);
      });
    },

    /** Null removes the answer of the shop. */
    answer(actor: Actor, seen: Seen, text: string | null) {
      const cleaned = text === null ? null : cleanedText(text, MAX_REVIEW_ANSWER_LENGTH, 'text');
      return change(seen, async (transaction, { id, answer: before }) => {
        await queries.saveAnswer(transaction, id, cleaned === null ? null : { text: cleaned, author: actor.name });
        const action = cleaned === null ? 'review remove answer' : 'review answer';
        await audit(transaction, {
          actor,
          action,
          subject: `review ${id}`,
          before: { answer: before },
          after: { answer: cleaned },
        });
      });
    },
  };
}

function cleanedText(text: string, maxLength: number, field: string): string {
  const cleaned = cleanText(text).replace(/\r\n?/g, '\n');
  if (!isSound(cleaned, maxLength)) throw new AppError('message-invalid', { field });
  return cleaned;
}
