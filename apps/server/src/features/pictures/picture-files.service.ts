import { createHash } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import type { Bucket } from '@oyna/providers/bucket/bucket';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

const SWEPT_AT_ONCE = 100;
const nameOf = (hash: string) => `${hash}.webp`;

/**
 * The files of pictures, by their hash: in the database, or in the bucket if the store has one. Every node reads both, so
 * files stay where they are when the settings change.
 */
export function createPictureFiles(db: Database, bucket: Bucket | undefined) {
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

    /** Deletes files that no picture has had for a day. */
    sweep(): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const { rows } = await sql<{ hash: string; is_stored: boolean }>`
          SELECT hash, content IS NOT NULL AS is_stored FROM picture_file
          WHERE created_at < now() - interval '1 day'
            AND NOT EXISTS (SELECT FROM picture WHERE file_hash = picture_file.hash)
          LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED`.execute(transaction);
        // Without a bucket its files cannot be deleted, and their rows stay.
        const gone = rows.filter(({ is_stored }) => is_stored || bucket);
        for (const { hash, is_stored } of gone) if (!is_stored) await bucket?.remove(nameOf(hash));
        if (gone.length === 0) return;
        const hashes = gone.map(({ hash }) => hash);
        await transaction.deleteFrom('picture_file').where('hash', 'in', hashes).execute();
      });
    },
  };
}

function refuse(cause: unknown): never {
  throw new AppError('provider-unavailable', { cause });
}
