import { AppError } from '@oyna/domain/errors';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimits } from '../../platform/database/rate-limits.ts';
import { AVATAR } from './accounts.limits.ts';
import { drawAvatar } from './avatar-picture.ts';
import * as queries from './avatars.queries.ts';
import { networkOf, type Session } from './sessions.service.ts';

export type AvatarService = ReturnType<typeof createAvatarService>;

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

export function createAvatarService({ db, limits }: { db: Database; limits: RateLimits }) {
  return {
    async save(session: Session, file: Buffer, address: string): Promise<void> {
      await limits.take([AVATAR, session.accountId], [AVATAR, networkOf(address)]);
      await queries.saveAvatar(db, session.accountId, await drawAvatar(file));
    },

    remove: (session: Session) => queries.deleteAvatar(db, session.accountId),

    async get(file: string): Promise<Buffer> {
      const id = FILE.exec(file)?.[1];
      const found = id && (await queries.findAvatar(db, id));
      if (!found) throw new AppError('not-found', { field: 'file' });
      return found.picture;
    },
  };
}
