import { claimLink } from '@oyna/domain/claim-link';
import type { Language } from '@oyna/domain/constants';
import { AppError, throwFirst } from '@oyna/domain/errors';
import { cleanGift, GIFT_LINK_PATH, type GiftForm, validateGift } from '@oyna/domain/gift';
import { deriveClaimToken } from '../../platform/claim-token.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { networkOf } from '../../platform/network-address.ts';
import { getActivation } from '../activation/activation.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { giftMessages } from './gift-messages.ts';
import * as queries from './gifts.queries.ts';

interface GiftsParts {
  db: Database;
  keys: Pick<KeysService, 'lockSold'>;
  jobs: Jobs;
  limits: RateLimits;
  secret: Buffer;
  canMail: boolean;
}

interface Giver {
  accountId: number;
  address: string;
}

interface NewGift extends GiftForm {
  language: Language;
  /** Of the recipient. */
  country: string;
  /** The giver knows that the key does not work there. */
  accepted: boolean;
}

/** A gift can be taken back and made again, so the number of mails to strangers is limited. */
const LIMITS = {
  account: { name: 'gift-account', max: 30, minutes: 24 * 60 },
  address: { name: 'gift-address', max: 60, minutes: 60 },
  target: { name: 'gift-target', max: 5, minutes: 24 * 60 },
} satisfies Record<string, RateLimit>;

export type GiftsService = ReturnType<typeof createGiftsService>;

/** What the giver does: gives a key that was not opened, and takes back what the recipient has not opened. */
export function createGiftsService({ db, keys, jobs, limits, secret, canMail }: GiftsParts) {
  return {
    /** Returns the link of a gift that is given by link. It is shown once. */
    async give({ accountId, address }: Giver, keyId: number, wanted: NewGift): Promise<{ link: string | null }> {
      const form = { ...wanted, ...cleanGift(wanted) };
      throwFirst(validateGift(form, new Date()));
      const isMailed = form.channel === 'email';
      if (isMailed && !canMail) throw new AppError('unavailable');
      await limits.take([LIMITS.account, accountId], [LIMITS.address, networkOf(address)]);
      return inTransaction(db, async (transaction) => {
        if (!(await queries.lockGiver(transaction, accountId))) throw new AppError('not-authorized');
        // The lock comes before what is read: from here on the key is not opened, claimed or refunded.
        const isSold = await keys.lockSold(transaction, keyId);
        const key = await queries.findOwnKey(transaction, accountId, keyId);
        if (!key) throw new AppError('not-found', { field: 'id' });
        if (key.isGift) throw new AppError('key-is-gift');
        // The recipient of a claimed key could not report it: a key has one claim.
        if (!isSold || key.isOpened || key.isClaimed) throw new AppError('state-conflict');
        const isRefused = (await getActivation(transaction, key, form.country)) === 'no';
        if (isRefused && !form.accepted) {
          throw new AppError('activation-not-confirmed', { productIds: [key.productId] });
        }
        const gift = { ...form, keyId, orderItemId: key.orderItemId, isRegionAccepted: isRefused };
        const { id, isDue } = await queries.insertGift(transaction, gift);
        if (isMailed) {
          // Only gifts that exist count: all givers share this limit.
          await limits.takeWithin(transaction, [LIMITS.target, form.email.toLowerCase()]);
          if (isDue) await jobs.send(transaction, giftMessages, { giftId: id });
          return { link: null };
        }
        const { token, hash } = createGiftToken(secret, id, 1);
        await queries.setSent(transaction, id, hash);
        return { link: claimLink(GIFT_LINK_PATH, token) };
      });
    },

    /** A second call changes nothing. */
    async takeBack(accountId: number, keyId: number): Promise<void> {
      const status = await inTransaction(db, (transaction) => queries.takeBack(transaction, accountId, keyId));
      if (status === undefined) throw new AppError('not-found', { field: 'id' });
      if (status === 'opened') throw new AppError('gift-opened');
    },
  };
}

/** The token of the n-th link of a gift. */
export const createGiftToken = (secret: Buffer, giftId: number, link: number) =>
  deriveClaimToken(secret, `gift ${giftId} link ${link}`);
