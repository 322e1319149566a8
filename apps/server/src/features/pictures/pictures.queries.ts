import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';
import type { OwnerId, PicturePlace } from './picture-owners.ts';

const TABLES = { games: 'game', news: 'news', categories: 'category' } as const;

export type PictureRow = Awaited<ReturnType<typeof listPictures>>[number];

export interface PictureFile {
  file_hash: string;
  hash: string;
  width: number;
  height: number;
  color: string;
}

/** In the store, or as a draft. */
export async function hasOwner(db: Connection, { owner, ownerId }: OwnerId): Promise<boolean> {
  const kind = TABLES[owner];
  const { rows } = await sql<{ is_known: boolean }>`
    SELECT EXISTS (SELECT FROM ${sql.table(kind)} WHERE id = ${ownerId})
      OR EXISTS (SELECT FROM catalogue_draft WHERE kind = ${kind} AND id = ${ownerId}) AS is_known`.execute(db);
  return rows[0]?.is_known ?? false;
}

/** One change of the pictures of an owner at a time: they have an order and a number. */
export async function lockOwner(db: Connection, { owner, ownerId }: OwnerId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pictures of ${owner} ${ownerId}`}, 0))`.execute(db);
}

const pictures = (db: Connection) => db.selectFrom('picture').selectAll();

/** The cover first, then the gallery in its order. */
export function listPictures(db: Connection, { owner, ownerId }: OwnerId) {
  return pictures(db)
    .where('owner', '=', owner)
    .where('owner_id', '=', ownerId)
    .orderBy('place')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export const findPicture = (db: Connection, id: number) => pictures(db).where('id', '=', id).executeTakeFirst();

/** The picture of this hash; the cover if there is none of this hash. */
export function findShownPicture(db: Connection, { owner, ownerId, hash }: OwnerId & { hash: string }) {
  return db
    .selectFrom('picture')
    .select(['hash', 'file_hash', 'focal_x', 'focal_y'])
    .where('owner', '=', owner)
    .where('owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('hash', '=', hash), eb('place', '=', 'cover')]))
    .orderBy(sql`hash = ${hash}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertPicture(
  db: Connection,
  { owner, ownerId, ...picture }: OwnerId & PictureFile & { place: PicturePlace; position: number },
): Promise<number> {
  const row = await db
    .insertInto('picture')
    .values({ owner, owner_id: ownerId, ...picture })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type Changes = Partial<PictureFile & { focal_x: number; focal_y: number; alt: LocalizedText }>;

export async function updatePicture(db: Connection, id: number, { alt, ...changes }: Changes): Promise<void> {
  await db
    .updateTable('picture')
    .set({ ...changes, ...(alt ? { alt: JSON.stringify(alt) as never } : {}), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The version stays: an operator who edits the texts of a picture does not meet its move as a change. */
export async function movePicture(db: Connection, id: number, position: number): Promise<void> {
  await db.updateTable('picture').set({ position }).where('id', '=', id).execute();
}

export async function deletePicture(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('picture').where('id', '=', id).execute();
}

export async function deletePictures(db: Connection, { owner, ownerId }: OwnerId): Promise<void> {
  await db.deleteFrom('picture').where('owner', '=', owner).where('owner_id', '=', ownerId).execute();
}
