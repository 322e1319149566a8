import { AppError } from '@oyna/domain/errors';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network-address.ts';
import { drawAvatar } from './avatars.picture.ts';
import * as queries from './avatars.queries.ts';

export type AvatarService = ReturnType<typeof createAvatarService>;

const AVATAR: RateLimit = { name: 'avatar', max: 30, minutes: 15 };
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

export function createAvatarService({ db, limits }: { db: Database; limits: RateLimits }) {
  return {
    async save(accountId: number, file: Buffer, address: string): Promise<void> {
      await limits.take([AVATAR, accountId], [AVATAR, networkOf(address)]);
      await queries.saveAvatar(db, accountId, await drawAvatar(file));
    },

    remove: (accountId: number) => queries.deleteAvatar(db, accountId),

    async get(file: string): Promise<Buffer> {
      const id = FILE.exec(file)?.[1];
      const found = id && (await queries.findAvatar(db, id));
      if (!found) throw new AppError('not-found', { field: 'file' });
      return found.picture;
    },
  };
}
