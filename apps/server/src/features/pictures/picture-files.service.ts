import { createHash } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import type { Bucket } from '@oyna/providers/bucket/bucket';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection.ts';
import { HAND_OVER_MS, inTransactionOnce } from '../../platform/database/transaction.ts';

const SWEPT_AT_ONCE = 100;
/** More refusals than a few damaged files: the bucket is away. */
const MOST_REFUSALS = 3;
const nameOf = (hash: string) => `${hash}.webp`;

/**
 * The files of pictures, by their hash: in the database, or in the bucket if the store has one. Every node reads both, so
 * files stay where they are when the settings change.
 */
export function createPictureFiles(db: Database, bucket: Bucket | undefined) {
  /**
   * The row stays locked until the file is gone, so that an upload of the same file waits and saves it anew. Files in the
   * database come first, so that a bucket that refuses does not keep them. Without a bucket its files cannot be deleted, and their rows stay.
   * Returns false when there is nothing to delete. `onTaken` gets the file before it is deleted.
   */
  const sweepOne = (onTaken: (hash: string) => void): Promise<boolean> =>
    inTransactionOnce(db, async (transaction) => {
      const { rows } = await sql<{ hash: string; is_stored: boolean }>`
        SELECT hash, content IS NOT NULL AS is_stored FROM picture_file
        WHERE created_at < now() - interval '1 day' AND (content IS NOT NULL OR ${bucket !== undefined}::boolean)
          AND NOT EXISTS (SELECT FROM picture WHERE file_hash = picture_file.hash)
        ORDER BY content IS NULL, created_at, hash LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(transaction);
      const [file] = rows;
      if (!file) return false;
      onTaken(file.hash);
      if (!file.is_stored) await bucket?.remove(nameOf(file.hash), AbortSignal.timeout(HAND_OVER_MS));
      await transaction.deleteFrom('picture_file').where('hash', '=', file.hash).execute();
      return true;
    });

  const postpone = (hash: string) =>
    db.updateTable('picture_file').set({ created_at: sql<Date>`now()` }).where('hash', '=', hash).execute();

  return {
    /** The row comes first, so that no file in the bucket is without one. A repeated file gets a new date. */
    async save(content: Buffer): Promise<string> {
      const hash = createHash('sha256').update(content).digest('hex');
      await db
        .insertInto('picture_file')
        .values({ hash, content: bucket ? null : content })
        .onConflict((conflict) =>
          conflict.column('hash').doUpdateSet({
            created_at: sql<Date>`now()`,
            content: sql<Buffer | null>`coalesce(picture_file.content, excluded.content)`,
          }),
        )
        .execute();
      await bucket?.put(nameOf(hash), content, 'image/webp').catch(refuse);
      return hash;
    },

    async read(hash: string): Promise<Buffer> {
      const row = await db.selectFrom('picture_file').select('content').where('hash', '=', hash).executeTakeFirst();
      const content = row?.content ?? (await bucket?.find(nameOf(hash)).catch(refuse));
      if (!content) throw new AppError('not-found', { field: 'file' });
      return content;
    },

    /**
     * Deletes files that were uploaded more than a day ago and that no picture has. A file that the bucket refuses to delete is
     * tried again after a day, so that it does not keep the files after it. Throws what was refused last.
     */
    async sweep(): Promise<void> {
      const refusals: unknown[] = [];
      for (let swept = 0; swept < SWEPT_AT_ONCE && refusals.length < MOST_REFUSALS; swept += 1) {
        let taken: string | undefined;
        try {
          if (!(await sweepOne((hash) => (taken = hash)))) break;
        } catch (error) {
          if (taken === undefined) throw error;
          refusals.push(error);
          await postpone(taken);
        }
      }
      if (refusals.length > 0) throw refusals.at(-1);
    },
  };
}

function refuse(cause: unknown): never {
  throw new AppError('provider-unavailable', { cause });
}
