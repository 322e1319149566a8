import type { Language } from '@oyna/domain/constants';
import type { HoldReason } from '@oyna/domain/review';
import type { ReviewStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface ModeratedReview {
  id: number;
  game: { id: number; name: string };
  customer: { accountId: number; login: string };
  rating: number;
  nickname: string;
  text: string;
  language: Language;
  status: ReviewStatus;
  heldFor: HoldReason[];
  hiddenReason: string | null;
  answer: string | null;
  answeredBy: string | null;
  helpful: number;
  isRefunded: boolean;
  isDemo: boolean;
  version: number;
  createdAt: Date;
  editedAt: Date | null;
}

const REVIEW = sql`
  SELECT review.id, json_build_object('id', game.id, 'name', game.name) AS game,
    json_build_object('accountId', account.id, 'login', account.login) AS customer,
    rating, nickname, text, review.language, status, held_for AS "heldFor", hidden_reason AS "hiddenReason",
    answer, answered_by AS "answeredBy", helpful_count AS helpful, is_demo AS "isDemo",
    NOT is_demo AND opened_game_key(review.account_id, review.game_id) IS NULL AS "isRefunded",
    version, review.created_at AS "createdAt", edited_at AS "editedAt"
  FROM review JOIN game ON game.id = review.game_id JOIN account ON account.id = review.account_id`;

export const REVIEW_QUEUES = ['waiting', 'published', 'hidden', 'unanswered'] as const;
export type ReviewQueue = (typeof REVIEW_QUEUES)[number];

const CONDITION = {
  waiting: sql`status = 'waiting'`,
  published: sql`status = 'published'`,
  hidden: sql`status = 'hidden'`,
  unanswered: sql`status = 'published' AND answer IS NULL`,
} satisfies Record<ReviewQueue, unknown>;

/** Waiting ones the oldest first, others the newest first. */
export async function listReviews(
  db: Connection,
  choice: { queue: ReviewQueue; gameId?: number | undefined; after: number | null; limit: number },
): Promise<ModeratedReview[]> {
  const { queue, gameId, after, limit } = choice;
  const isOldestFirst = queue === 'waiting';
  const { rows } = await sql<ModeratedReview>`${REVIEW} WHERE ${CONDITION[queue]}
      ${gameId === undefined ? sql`` : sql`AND review.game_id = ${gameId}`}
      ${after === null ? sql`` : isOldestFirst ? sql`AND review.id > ${after}` : sql`AND review.id < ${after}`}
    ORDER BY review.id ${isOldestFirst ? sql`` : sql`DESC`} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findReview(db: Connection, id: number): Promise<ModeratedReview | undefined> {
  const { rows } = await sql<ModeratedReview>`
    ${REVIEW} WHERE review.id = ${id} AND status <> 'deleted'`.execute(db);
  return rows[0];
}

/** The second of two operators waits here, and then finds what the first has done. */
export async function lockReview(db: Connection, id: number): Promise<ModeratedReview | undefined> {
  await db.selectFrom('review').select('id').where('id', '=', id).forUpdate().execute();
  return findReview(db, id);
}

export async function countWaiting(db: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM review WHERE status = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function showReview(db: Connection, id: number): Promise<void> {
  await sql`UPDATE review SET status = 'published', held_for = '{}', hidden_reason = NULL, version = version + 1
    WHERE id = ${id}`.execute(db);
}

export async function hideReview(db: Connection, id: number, reason: string): Promise<void> {
  await sql`UPDATE review SET status = 'hidden', held_for = '{}', hidden_reason = ${reason}, was_hidden = true,
      version = version + 1 WHERE id = ${id}`.execute(db);
}

export async function saveAnswer(
  db: Connection,
  id: number,
  answer: { text: string; author: string } | null,
): Promise<void> {
  await sql`UPDATE review SET answer = ${answer?.text ?? null}, answered_by = ${answer?.author ?? null},
      answered_at = CASE WHEN ${answer !== null}::boolean THEN now() END, version = version + 1
    WHERE id = ${id}`.execute(db);
}
