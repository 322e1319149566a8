import type { Language } from '@oyna/domain/constants';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { ShownPicture } from '../../platform/database/json-columns.ts';

export const DRAFT_KINDS = ['game', 'news'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

export interface DraftId {
  kind: DraftKind;
  id: number;
}

export interface DraftRow extends DraftId {
  data: Record<string, unknown>;
  base: Record<string, unknown> | null;
  version: number;
  publish_at: Date | null;
  fault: string | null;
  changed_by: string;
  changed_at: Date;
}

const drafts = (db: Connection) => db.selectFrom('catalogue_draft').selectAll();

export async function findDraft(db: Connection, { kind, id }: DraftId): Promise<DraftRow | undefined> {
  const row = await drafts(db).where('kind', '=', kind).where('id', '=', id).executeTakeFirst();
  return row as DraftRow | undefined;
}

export async function lockDraft(db: Connection, { kind, id }: DraftId): Promise<DraftRow | undefined> {
  const row = await drafts(db).where('kind', '=', kind).where('id', '=', id).forUpdate().executeTakeFirst();
  return row as DraftRow | undefined;
}

/** Offers come before their game, as in changes of prices, whose triggers write the game. */
export async function lockGame(db: Connection, id: number): Promise<void> {
  await sql`SELECT FROM product WHERE game_id = ${id} ORDER BY id FOR NO KEY UPDATE`.execute(db);
  await sql`SELECT FROM game WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
}

/** One draft whose time has come. Another worker takes another one. */
export async function lockDueDraft(db: Connection): Promise<DraftRow | undefined> {
  const row = await drafts(db)
    .where('publish_at', '<=', sql<Date>`now()`)
    .orderBy('publish_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row as DraftRow | undefined;
}

interface SavedDraft extends DraftId {
  data: object;
  base?: object | undefined;
  changedBy: string;
}

/** False if a colleague has begun a draft of the same thing. */
export async function insertDraft(db: Connection, { kind, id, data, base, changedBy }: SavedDraft): Promise<boolean> {
  const result = await db
    .insertInto('catalogue_draft')
    .values({ kind, id, data: JSON.stringify(data), base: base ? JSON.stringify(base) : null, changed_by: changedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) > 0;
}

interface DraftChange {
  data?: object;
  publishAt?: Date | null;
  fault?: string | null;
  changedBy: string;
}

export async function updateDraft(db: Connection, { kind, id }: DraftId, change: DraftChange): Promise<void> {
  const { data, publishAt, fault, changedBy } = change;
  await db
    .updateTable('catalogue_draft')
    .set({
      ...(data ? { data: JSON.stringify(data) } : {}),
      ...(publishAt === undefined ? {} : { publish_at: publishAt }),
      ...(fault === undefined ? {} : { fault }),
      changed_by: changedBy,
      changed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

export async function deleteDraft(db: Connection, { kind, id }: DraftId): Promise<void> {
  await db.deleteFrom('catalogue_draft').where('kind', '=', kind).where('id', '=', id).execute();
}

/** What was published before is gone: the draft stays as something new, without a time. */
export async function detachDraft(db: Connection, { kind, id }: DraftId, changedBy: string): Promise<void> {
  await db
    .updateTable('catalogue_draft')
    .set({
      base: null,
      publish_at: null,
      changed_by: changedBy,
      changed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

export async function lockNews(db: Connection, id: number): Promise<void> {
  await db.selectFrom('news').select('id').where('id', '=', id).forUpdate().execute();
}

export async function deleteNews(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('news').where('id', '=', id).execute();
}

const TABLES = { game: 'game', news: 'news', offer: 'product' } as const;

/** The next free id. Locked until the end of the transaction, so that it stays free. */
export async function reserveId(db: Connection, kind: keyof typeof TABLES): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`id of ${kind}`}, 0))`.execute(db);
  const { rows } = await sql<{ id: number }>`
    SELECT greatest((SELECT max(id) FROM ${sql.table(TABLES[kind])}),
      (SELECT max(id) FROM catalogue_draft WHERE kind = ${kind}), 0) + 1 AS id`.execute(db);
  return rows[0]?.id ?? 1;
}

export interface ContentFilter {
  text: string;
  state: 'all' | 'draft' | 'published';
  after: { name: string; id: number } | null;
  limit: number;
}

/**
 * Games of the store and drafts of games, by name. A draft can rename its game, so the games without a draft are read by the index of
 * names, the drafts, which are few, all of them.
 */
export async function listGameRows(db: Connection, { text, state, after, limit }: ContentFilter) {
  const isFound = (place: RawBuilder<unknown>, id: RawBuilder<unknown>, aliases: RawBuilder<unknown>) =>
    text === ''
      ? sql`true`
      : sql`(strpos(${place}, lower(${text})) > 0 OR ${id}::text = ${text}
          OR EXISTS (SELECT FROM unnest(${aliases}) AS alias WHERE strpos(lower(alias), lower(${text})) > 0))`;
  const isAfter = (place: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after === null ? sql`true` : sql`(${place}, ${id}) > (${after.name} COLLATE "C", ${after.id})`;
  const drafts = sql`
    SELECT * FROM (
      SELECT draft.id, coalesce(draft.data ->> 'name', game.name) AS name,
        lower(coalesce(draft.data ->> 'name', game.name)) COLLATE "C" AS place,
        coalesce(draft.data ->> 'category', category.name) AS category,
        coalesce(jsonb_array_length(draft.data -> 'offers'), game.offer_count) AS offers,
        CASE WHEN game.id IS NULL THEN list_pictures('games', draft.id) ELSE game.pictures END AS pictures,
        coalesce(draft.data -> 'description', game.description) AS description,
        game.id IS NOT NULL AS is_published, true AS has_draft, draft.publish_at, draft.fault, game.aliases
      FROM catalogue_draft AS draft LEFT JOIN game ON game.id = draft.id
      LEFT JOIN category ON category.id = game.category_id WHERE draft.kind = 'game') AS draft
    WHERE ${isFound(sql`place`, sql`id`, sql`aliases`)} AND ${isAfter(sql`place`, sql`id`)}`;
  const published = sql`
    SELECT game.id, game.name, game.sort_name AS place, category.name AS category, game.offer_count AS offers,
      game.pictures, game.description, true AS is_published, false AS has_draft, NULL AS publish_at, NULL AS fault,
      game.aliases
    FROM game JOIN category ON category.id = game.category_id
    WHERE NOT EXISTS (SELECT FROM catalogue_draft WHERE kind = 'game' AND catalogue_draft.id = game.id)
      AND ${isFound(sql`game.sort_name`, sql`game.id`, sql`game.aliases`)} AND ${isAfter(sql`game.sort_name`, sql`game.id`)}
    ORDER BY game.sort_name, game.id LIMIT ${limit}`;
  const { rows } = await sql<{
    id: number;
    name: string;
    place: string;
    category: string | null;
    offers: number;
    pictures: ShownPicture[] | null;
    description: Partial<Record<Language, string>> | null;
    is_published: boolean;
    has_draft: boolean;
    publish_at: Date | null;
    fault: string | null;
  }>`
    SELECT id, name, place, category, offers, pictures, description, is_published, has_draft, publish_at, fault
    FROM (${sql.join(
      [...(state === 'published' ? [] : [drafts]), ...(state === 'draft' ? [] : [published])].map(
        (part) => sql`(${part})`,
      ),
      sql` UNION ALL `,
    )}) AS listed
    ORDER BY place, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** News of the store and drafts of news, the newest first. */
export async function listNewsRows(db: Connection) {
  const { rows } = await sql<{
    id: number;
    title: Partial<Record<Language, string>>;
    published_on: string | null;
    is_published: boolean;
    has_draft: boolean;
    publish_at: Date | null;
    fault: string | null;
  }>`
    SELECT coalesce(news.id, draft.id) AS id, coalesce(draft.data -> 'title', news.title) AS title,
      news.published_on::text, news.id IS NOT NULL AS is_published, draft.id IS NOT NULL AS has_draft,
      draft.publish_at, draft.fault
    FROM news FULL JOIN (SELECT * FROM catalogue_draft WHERE kind = 'news') AS draft ON draft.id = news.id
    ORDER BY news.published_on DESC NULLS FIRST, id DESC LIMIT 500`.execute(db);
  return rows;
}

export async function readToday(db: Connection): Promise<string> {
  const { rows } = await sql<{ day: string }>`SELECT shop_day(now())::text AS day`.execute(db);
  return rows[0]?.day ?? '';
}
