import { createHash } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import type { Bucket } from '@oyna/providers/bucket/bucket';
import { type Actor, audit } from '../../platform/audit.ts';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createThreadWorker } from '../../platform/worker-thread.ts';
import { createPictureFiles } from './picture-files.service.ts';
import type { OwnerId, PictureOwner, PicturePlace } from './picture-owners.ts';
import type { DecodeResult } from './pictures.decode.ts';
import * as queries from './pictures.queries.ts';

export type PicturesService = ReturnType<typeof createPicturesService>;

const MAX_GALLERY = 8;
const THREAD_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };
const CENTRE = { x: 50, y: 50 };

/** What the operator sees of a picture and can set. */
export interface PictureFields {
  focal: { x: number; y: number };
  alt: LocalizedText;
}

/** The uploaded pictures of games, news and categories. Each change writes its audit entry in its own transaction. */
export function createPicturesService(db: Database, bucket?: Bucket) {
  const files = createPictureFiles(db, bucket);
  const decode = createThreadWorker<Uint8Array, DecodeResult>(
    new URL('./pictures.thread.ts', import.meta.url),
    THREAD_LIMITS,
  );
  // One at a time: a large picture needs a core and some hundred MB.
  const inLine = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 4 });

  /** The picture and all others of its owner, none of which changes meanwhile. */
  async function lockSeen(transaction: Connection, { id, version }: { id: number; version: number }) {
    const found = await queries.findPicture(transaction, id);
    if (!found) throw new AppError('not-found', { field: 'id' });
    const place = { owner: found.owner, ownerId: found.owner_id };
    await queries.lockOwner(transaction, place);
    const picture = await queries.findPicture(transaction, id);
    if (picture?.version !== version)
      throw new AppError('changed-meanwhile', { current: picture && pictureOf(picture) });
    return { picture, place };
  }

  async function list(place: OwnerId) {
    return (await queries.listPictures(db, place)).map(pictureOf);
  }

  return {
    list,

    /**
     * A new cover takes the place of the one that the operator has seen and keeps its text; a gallery grows by one. A
     * picture that is already there is not added again.
     */
    async upload(
      actor: Actor,
      target: OwnerId & { place: PicturePlace; seenVersion: number },
      file: Buffer,
    ): Promise<void> {
      const { place, seenVersion, ...owner } = target;
      if (!(await queries.hasOwner(db, owner))) throw new AppError('not-found', { field: 'ownerId' });
      const decoded = await inLine(() => decode(file));
      if ('fault' in decoded) throw new AppError(decoded.fault);
      const { content, ...size } = decoded;
      const fileHash = await files.save(Buffer.from(content));
      const facts = { file_hash: fileHash, hash: hashOf(fileHash, CENTRE), ...size };
      await inTransaction(db, async (transaction) => {
        await queries.lockOwner(transaction, owner);
        const all = await queries.listPictures(transaction, owner);
        const cover = all.find((picture) => picture.place === 'cover');
        const gallery = all.filter((picture) => picture !== cover);
        // The response to the same upload may have been lost.
        const same = place === 'cover' ? [cover] : gallery;
        if (same.some((picture) => picture?.file_hash === fileHash)) return;
        if (place === 'cover' && (cover?.version ?? 0) !== seenVersion) {
          throw new AppError('changed-meanwhile', { current: cover && pictureOf(cover) });
        }
        if (place === 'gallery' && gallery.length >= MAX_GALLERY) throw new AppError('gallery-full');
        if (place === 'cover' && cover) {
          await queries.updatePicture(transaction, cover.id, { ...facts, focal_x: CENTRE.x, focal_y: CENTRE.y });
        } else {
          const position = place === 'cover' ? 0 : (gallery.at(-1)?.position ?? 0) + 1;
          await queries.insertPicture(transaction, { ...owner, place, position, ...facts });
        }
        const before = place === 'cover' && cover ? { hash: cover.hash } : undefined;
        await audit(transaction, {
          actor,
          action: 'picture upload',
          subject: subjectOf(owner),
          before,
          after: { place, hash: facts.hash },
        });
      });
    },

    change(actor: Actor, seen: { id: number; version: number }, { focal, alt }: PictureFields): Promise<OwnerId> {
      return inTransaction(db, async (transaction) => {
        const { picture, place } = await lockSeen(transaction, seen);
        const hash = hashOf(picture.file_hash, focal);
        await queries.updatePicture(transaction, picture.id, { focal_x: focal.x, focal_y: focal.y, alt, hash });
        const before = { focal: { x: picture.focal_x, y: picture.focal_y }, alt: picture.alt };
        const after = { focal, alt };
        await audit(transaction, { actor, action: 'picture change', subject: subjectOf(place), before, after });
        return place;
      });
    },

    /** `ids` are all pictures of the gallery, in their new order. */
    arrange(actor: Actor, owner: OwnerId, ids: number[]): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await queries.lockOwner(transaction, owner);
        const all = await queries.listPictures(transaction, owner);
        const before = all.flatMap(({ id, place }) => (place === 'gallery' ? [id] : []));
        const isSame = before.length === ids.length && before.every((id) => ids.includes(id));
        if (!isSame) throw new AppError('changed-meanwhile', { current: { ids: before } });
        for (const [index, id] of ids.entries()) await queries.movePicture(transaction, id, index + 1);
        const order = { before: { gallery: before }, after: { gallery: ids } };
        await audit(transaction, { actor, action: 'picture order', subject: subjectOf(owner), ...order });
      });
    },

    remove(actor: Actor, seen: { id: number; version: number }): Promise<OwnerId> {
      return inTransaction(db, async (transaction) => {
        const { picture, place } = await lockSeen(transaction, seen);
        await queries.deletePicture(transaction, picture.id);
        const before = { place: picture.place, hash: picture.hash, alt: picture.alt };
        await audit(transaction, { actor, action: 'picture remove', subject: subjectOf(place), before });
        return place;
      });
    },

    /** For the addresses of the store. */
    async findUpload(owner: PictureOwner, ownerId: number, hash: string) {
      const row = await queries.findShownPicture(db, { owner, ownerId, hash });
      if (!row) return undefined;
      const focal = { x: row.focal_x, y: row.focal_y };
      return { hash: row.hash, focal, read: () => files.read(row.file_hash) };
    },

    sweep: files.sweep,
  };
}

/** With a draft that is discarded and was never published. */
export const removePictures = (transaction: Connection, owner: OwnerId): Promise<void> =>
  queries.deletePictures(transaction, owner);

const SUBJECTS = { games: 'game', news: 'news', categories: 'category' } as const;
const subjectOf = ({ owner, ownerId }: OwnerId) => `${SUBJECTS[owner]} ${ownerId}`;

/** A new focal point is another picture: browsers keep the old one without asking. */
function hashOf(fileHash: string, { x, y }: PictureFields['focal']): string {
  return createHash('sha256').update(`${fileHash} ${x} ${y}`).digest('hex').slice(0, 20);
}

const pictureOf = (row: queries.PictureRow) => ({
  id: row.id,
  place: row.place,
  /** Other variants and sizes are beside it, as for generated pictures. */
  address: `/media/${row.owner}/${row.owner_id}/${row.hash}/frame-640.webp`,
  width: row.width,
  height: row.height,
  focal: { x: row.focal_x, y: row.focal_y },
  alt: row.alt,
  version: row.version,
});
