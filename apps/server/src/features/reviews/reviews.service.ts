import type { Language } from '@oyna/domain/constants';
import { AppError, throwFirst } from '@oyna/domain/errors';
import {
  cleanReview,
  planReview,
  REVIEWS_PER_PAGE,
  type ReviewForm,
  type ReviewOrder,
  ratingOf,
  validateReview,
} from '@oyna/domain/review';
import { assertTransition, REVIEW_TRANSITIONS } from '@oyna/domain/states';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { getSetting } from '../settings/settings.service.ts';
import * as queries from './reviews.queries.ts';

const WRITES = { name: 'review-writes', max: 20, minutes: 60 };
const VOTES = { name: 'review-votes', max: 60, minutes: 10 };

export interface NewReview extends ReviewForm {
  language: Language;
}

export type ReviewsService = ReturnType<typeof createReviewsService>;

export function createReviewsService({ db, limits }: { db: Database; limits: Pick<RateLimits, 'take'> }) {
  return {
    /** What everybody sees. */
    async list(gameId: number, { order, pageNumber }: { order: ReviewOrder; pageNumber: number }) {
      const stars = await queries.findStars(db, gameId);
      if (!stars) throw new AppError('not-found', { field: 'id' });
      const rating = ratingOf(stars);
      const place = { limit: REVIEWS_PER_PAGE, offset: (pageNumber - 1) * REVIEWS_PER_PAGE };
      const [items, hasExamples] = rating
        ? await Promise.all([queries.listPublished(db, { gameId, order, ...place }), queries.hasExamples(db, gameId)])
        : [[], false];
      const totalSize = rating?.count ?? 0;
      return { items, pageNumber, pageSize: REVIEWS_PER_PAGE, totalSize, rating, stars, hasExamples };
    },

    /** What one member sees besides. */
    async getOwn(accountId: number, gameId: number) {
      const [opened, own, votes] = await Promise.all([
        queries.findOpened(db, accountId, gameId),
        queries.findOwn(db, accountId, gameId),
        queries.listVotes(db, accountId, gameId),
      ]);
      return { access: accessOf(opened), review: own ? contentOf(own) : null, votes };
    },

    /** `isDemo` marks an example of the demo store. */
    async write(accountId: number, gameId: number, written: NewReview, { isDemo = false } = {}): Promise<void> {
      const form = check(written);
      await limits.take([WRITES, accountId]);
      await inTransaction(db, async (transaction) => {
        await lockAuthor(transaction, accountId);
        const access = accessOf(await queries.findOpened(transaction, accountId, gameId));
        if (access !== 'allowed') throw new AppError(access, { field: 'id' });
        const rules = (await getSetting(transaction, 'review-rules')).value;
        const plan = (wasHidden: boolean) => ({
          ...form,
          language: written.language,
          ...planReview(form, rules, { wasHidden }),
        });
        if (await queries.insertReview(transaction, { ...plan(false), accountId, gameId, isDemo })) return;
        const own = await queries.lockOwn(transaction, accountId, gameId);
        if (own?.status !== 'deleted') throw new AppError('review-exists');
        await rewrite(transaction, own, { ...plan(own.wasHidden), isNew: true });
      });
    },

    async edit(accountId: number, gameId: number, written: NewReview): Promise<void> {
      const form = check(written);
      await limits.take([WRITES, accountId]);
      await inTransaction(db, async (transaction) => {
        const own = await lockWritten(transaction, accountId, gameId);
        const rules = (await getSetting(transaction, 'review-rules')).value;
        const plan = planReview(form, rules, { wasHidden: own.wasHidden });
        await rewrite(transaction, own, { ...form, language: written.language, ...plan, isNew: false });
      });
    },

    async remove(accountId: number, gameId: number): Promise<void> {
      await limits.take([WRITES, accountId]);
      await inTransaction(db, async (transaction) => {
        const own = await lockWritten(transaction, accountId, gameId);
        assertTransition(REVIEW_TRANSITIONS, own.status, 'deleted');
        await queries.emptyReview(transaction, own.id);
      });
    },

    /** Said twice, it counts once. Taken back twice, too. */
    async vote(accountId: number, reviewId: number, isHelpful: boolean): Promise<{ helpful: number }> {
      await limits.take([VOTES, accountId]);
      return inTransaction(db, async (transaction) => {
        await lockAuthor(transaction, accountId);
        const review = await queries.lockReview(transaction, reviewId);
        if (review?.status !== 'published') throw new AppError('not-found', { field: 'id' });
        if (review.accountId === accountId) throw new AppError('review-own', { field: 'id' });
        await (isHelpful ? queries.insertVote : queries.deleteVote)(transaction, reviewId, accountId);
        return { helpful: await queries.countVotes(transaction, reviewId) };
      });
    },
  };
}

function check(written: ReviewForm): ReviewForm {
  const form = cleanReview(written);
  throwFirst(validateReview(form));
  return form;
}

type Access = 'allowed' | 'review-not-buyer' | 'review-key-unopened';

const accessOf = (opened: boolean | null): Access =>
  opened === null ? 'review-not-buyer' : opened ? 'allowed' : 'review-key-unopened';

/** A deleted review has no content. */
const contentOf = ({ id, rating, nickname, text, status, hiddenReason }: queries.OwnReview) =>
  rating === null ? null : { id, rating, nickname, text, status, hiddenReason };

async function lockAuthor(transaction: Connection, accountId: number): Promise<void> {
  const author = await queries.lockAuthor(transaction, accountId);
  if (!author) throw new AppError('not-authorized');
  if (author.isBlocked) throw new AppError('account-blocked');
}

async function lockWritten(transaction: Connection, accountId: number, gameId: number): Promise<queries.OwnReview> {
  await lockAuthor(transaction, accountId);
  const own = await queries.lockOwn(transaction, accountId, gameId);
  if (!own || own.status === 'deleted') throw new AppError('not-found', { field: 'id' });
  return own;
}

async function rewrite(
  transaction: Connection,
  own: queries.OwnReview,
  review: queries.WrittenReview & { isNew: boolean },
): Promise<void> {
  if (own.status !== review.status) assertTransition(REVIEW_TRANSITIONS, own.status, review.status);
  await queries.rewriteReview(transaction, own.id, review);
}
