import type { Language } from '@oyna/domain/constants';
import type { HoldReason, ReviewForm, ReviewOrder } from '@oyna/domain/review';
import type { ReviewStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface ShownReview {
  id: number;
  nickname: string;
  rating: number;
  text: string;
  language: Language;
  createdAt: Date;
  editedAt: Date | null;
  helpful: number;
  isRefunded: boolean;
  isDemo: boolean;
  answer: { text: string; answeredAt: string } | null;
}

/** The stars of a game that the store shows. */
export async function findStars(db: Connection, gameId: number): Promise<number[] | undefined> {
  const game = await db
    .selectFrom('game')
    .select('review_stars')
    .where('id', '=', gameId)
    .where('offer_count', '>', 0)
    .executeTakeFirst();
  return game?.review_stars;
}

/** A purchase is refunded when the author has no key of the game any more. */
export async function listPublished(
  db: Connection,
  { gameId, order, limit, offset }: { gameId: number; order: ReviewOrder; limit: number; offset: number },
): Promise<ShownReview[]> {
  const by = order === 'helpful' ? sql`helpful_count DESC, id DESC` : sql`created_at DESC, id DESC`;
  const { rows } = await sql<ShownReview>`
    SELECT id, nickname, rating, text, language, created_at AS "createdAt", edited_at AS "editedAt",
      helpful_count AS helpful, is_demo AS "isDemo",
      NOT is_demo AND opened_game_key(account_id, game_id) IS NULL AS "isRefunded",
      CASE WHEN answer IS NOT NULL THEN json_build_object('text', answer, 'answeredAt', answered_at) END AS answer
    FROM (SELECT * FROM review WHERE game_id = ${gameId} AND status = 'published'
      ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}) AS page
    ORDER BY ${by}`.execute(db);
  return rows;
}

/** Whether the rating counts an example of the demo store. */
export async function hasExamples(db: Connection, gameId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM review WHERE game_id = ${gameId} AND status = 'published' AND is_demo LIMIT 1`.execute(db);
  return rows.length > 0;
}

export interface OwnReview {
  id: number;
  gameId: number;
  accountId: number;
  rating: number | null;
  nickname: string;
  text: string;
  status: ReviewStatus;
  hiddenReason: string | null;
  wasHidden: boolean;
  isDemo: boolean;
}

const OWN = sql`
  SELECT id, game_id AS "gameId", account_id AS "accountId", rating, nickname, text, status, hidden_reason AS "hiddenReason",
    was_hidden AS "wasHidden", is_demo AS "isDemo" FROM review`;

export async function findOwn(db: Connection, accountId: number, gameId: number): Promise<OwnReview | undefined> {
  const { rows } = await sql<OwnReview>`${OWN} WHERE account_id = ${accountId} AND game_id = ${gameId}`.execute(db);
  return rows[0];
}

export async function lockOwn(db: Connection, accountId: number, gameId: number): Promise<OwnReview | undefined> {
  const { rows } = await sql<OwnReview>`
    ${OWN} WHERE account_id = ${accountId} AND game_id = ${gameId} FOR UPDATE`.execute(db);
  return rows[0];
}

export async function lockReview(db: Connection, id: number): Promise<OwnReview | undefined> {
  const { rows } = await sql<OwnReview>`${OWN} WHERE id = ${id} FOR UPDATE`.execute(db);
  return rows[0];
}

/** Blocking and erasing the account wait for the transaction. Undefined when it is erased. */
export async function lockAuthor(db: Connection, accountId: number): Promise<{ isBlocked: boolean } | undefined> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    SELECT is_blocked(blocked_at, blocked_until) AS "isBlocked" FROM account
    WHERE id = ${accountId} AND erased_at IS NULL FOR SHARE`.execute(db);
  return rows[0];
}

/** Null without a key of the game, and else whether its owner has opened one. */
export async function findOpened(db: Connection, accountId: number, gameId: number): Promise<boolean | null> {
  const { rows } = await sql<{ opened: boolean | null }>`
    SELECT opened_game_key(${accountId}, ${gameId}) AS opened`.execute(db);
  return rows[0]?.opened ?? null;
}

export interface WrittenReview extends ReviewForm {
  language: Language;
  status: ReviewStatus;
  heldFor: readonly HoldReason[];
}

/** Undefined when the account has a row for this game already. */
export async function insertReview(
  db: Connection,
  { accountId, gameId, isDemo, ...review }: WrittenReview & { accountId: number; gameId: number; isDemo: boolean },
): Promise<number | undefined> {
  const { heldFor, ...fields } = review;
  const row = await db
    .insertInto('review')
    .values({ ...fields, held_for: [...heldFor], game_id: gameId, account_id: accountId, is_demo: isDemo })
    .onConflict((conflict) => conflict.columns(['game_id', 'account_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** What the author has changed, or written again in the place of a deleted review. */
export async function rewriteReview(
  db: Connection,
  id: number,
  { heldFor, isNew, ...review }: WrittenReview & { isNew: boolean },
): Promise<void> {
  await db
    .updateTable('review')
    .set((eb) => ({
      ...review,
      held_for: [...heldFor],
      hidden_reason: null,
      version: eb('version', '+', 1),
      ...(isNew ? { created_at: sql<Date>`now()`, edited_at: null } : { edited_at: sql<Date>`now()` }),
    }))
    .where('id', '=', id)
    .execute();
}

/** Removes the content, the answer and the votes. The row remembers whether an operator has hidden it. */
export async function emptyReview(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('review_vote').where('review_id', '=', id).execute();
  await sql`UPDATE review SET status = 'deleted', rating = NULL, nickname = '', text = '', held_for = '{}',
      hidden_reason = NULL, answer = NULL, answered_at = NULL, answered_by = NULL, version = version + 1
    WHERE id = ${id}`.execute(db);
}

export async function insertVote(db: Connection, reviewId: number, accountId: number): Promise<void> {
  await db
    .insertInto('review_vote')
    .values({ review_id: reviewId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteVote(db: Connection, reviewId: number, accountId: number): Promise<void> {
  await db.deleteFrom('review_vote').where('review_id', '=', reviewId).where('account_id', '=', accountId).execute();
}

export async function countVotes(db: Connection, reviewId: number): Promise<number> {
  const row = await db
    .selectFrom('review')
    .select('helpful_count')
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow();
  return row.helpful_count;
}

/** The published reviews of a game that the account has voted for, with their present counts. */
export async function listVotes(
  db: Connection,
  accountId: number,
  gameId: number,
): Promise<{ reviewId: number; helpful: number }[]> {
  const { rows } = await sql<{ reviewId: number; helpful: number }>`
    SELECT review.id AS "reviewId", helpful_count AS helpful FROM review_vote JOIN review ON review.id = review_id
    WHERE review_vote.account_id = ${accountId} AND game_id = ${gameId} AND status = 'published'
    ORDER BY review.id`.execute(db);
  return rows;
}
