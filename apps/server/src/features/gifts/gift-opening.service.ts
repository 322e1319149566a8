import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { redeemPage } from '@oyna/domain/redeem-page';
import type { ClaimReason } from '@oyna/domain/replacement-policy';
import { canTransition, GIFT_TRANSITIONS } from '@oyna/domain/states';
import { createClaimToken, findByClaimToken } from '../../platform/claim-token.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Device } from '../../platform/network-address.ts';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { pictureOf } from '../catalogue/catalogue.pictures.ts';
import type { ClaimsService } from '../delivery/claims.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { giftMessages } from './gift-messages.ts';
import { type FoundGift, findGift } from './gift-opening.queries.ts';
import * as queries from './gifts.queries.ts';

interface GiftNews {
  orderId: string;
  product: string;
  recipient: string;
  outcome: 'opened' | 'undelivered';
}

/** Writes into the giver's notifications, which belong to another feature. */
export type NotifyOfGift = (db: Connection, accountId: number, kind: 'gift', data: GiftNews) => Promise<void>;

interface OpeningParts {
  db: Database;
  keys: Pick<KeysService, 'openForRecipient'>;
  claims: Pick<ClaimsService, 'open'>;
  jobs: Jobs;
  limits: RateLimits;
  notify: NotifyOfGift;
  canMail: boolean;
}

/** What the recipient has. */
export interface GiftAccess {
  /** Of the link. */
  token: string;
  /**
   * The secret of the browser. The browser makes it before it opens the gift, so it can ask again when an answer is lost.
   */
  device?: string | undefined;
}

const SEND_AGAIN: RateLimit = { name: 'gift-again', max: 5, minutes: 24 * 60 };

export type GiftState = 'waiting' | 'ready' | 'opened' | 'opened-elsewhere';
export type GiftOpeningService = ReturnType<typeof createGiftOpeningService>;

/** What the recipient does. Each call names the token; no call finds a gift in another way. */
export function createGiftOpeningService(parts: OpeningParts) {
  const { db, keys, claims, jobs, limits, notify, canMail } = parts;

  const getGift = (token: string, address: string, language: Language): Promise<FoundGift> =>
    findByClaimToken(limits, 'gift-link', { token, address }, (hash) => findGift(db, hash, language));

  /** In one transaction with what it decides: exactly one of opening, taking back and a refund happens. */
  async function openKey(transaction: Connection, gift: FoundGift, access: GiftAccess, from: Device) {
    // The key is locked before the gift, as where a refund takes both back.
    const key = await keys.openForRecipient(transaction, gift.keyId, from);
    const locked = await queries.lockGift(transaction, gift.id);
    // The key that was read before its lock may have gone back to stock, and to another buyer.
    const isOfGift = locked?.keyId === gift.keyId;
    if (key === undefined || !isOfGift || !locked.token_hash?.equals(hashToken(access.token))) {
      throw new AppError('not-found', { field: 'token' });
    }
    const isFirst = canTransition(GIFT_TRANSITIONS, locked.status, 'opened');
    if (!isFirst && locked.status !== 'opened') throw new AppError('not-found', { field: 'token' });
    if (isDevice(locked.device_hash, access.device)) return { key, device: null };
    if (locked.device_hash !== null) throw new AppError('gift-opened');
    // Pages of an earlier release send no secret and keep what they are answered.
    const device = access.device === undefined ? createClaimToken() : { token: null, hash: hashToken(access.device) };
    await queries.setOpened(transaction, gift.id, device.hash);
    if (isFirst) {
      const { orderId, productName: product, recipientName: recipient } = gift;
      await notify(transaction, gift.accountId, 'gift', { orderId, product, recipient, outcome: 'opened' });
    }
    return { key, device: device.token };
  }

  return {
    /** Changes nothing: messengers and mail scanners look at links. */
    async show(access: GiftAccess, address: string, language: Language) {
      const gift = await getGift(access.token, address, language);
      const state = stateOf(gift, access.device);
      const { images, color } = pictureOf(gift.game);
      const isSeen = state !== 'opened-elsewhere';
      return {
        state,
        name: gift.productName,
        platform: gift.platform,
        region: gift.region,
        poster: images.poster,
        color,
        day: gift.day,
        giverName: isSeen ? gift.giverName : '',
        recipientName: isSeen ? gift.recipientName : '',
        message: isSeen ? gift.message : '',
        canMail: canMail && gift.email !== null,
        claim: state === 'opened' ? gift.claim : null,
      };
    },

    /** Answers the key and how to use it, to the first browser that opens the gift, as often as it asks. */
    async open(access: GiftAccess, from: Device, language: Language) {
      const gift = await getGift(access.token, from.address, language);
      if (gift.status === 'sent' && !gift.isDue) throw new AppError('gift-not-yet');
      const { key, device } = await inTransaction(db, (transaction) => openKey(transaction, gift, access, from));
      return {
        key,
        device,
        name: gift.productName,
        instruction: sanitizeHtml(gift.instruction),
        redeemUrl: redeemPage(gift, key) ?? null,
      };
    },

    /** On another device: who reads the mailbox of the recipient gets another link, and this one ends. */
    async sendAgain({ token }: GiftAccess, address: string, language: Language): Promise<void> {
      const gift = await getGift(token, address, language);
      if (gift.status !== 'opened') throw new AppError('state-conflict');
      if (!canMail || gift.email === null) throw new AppError('unavailable');
      await limits.take([SEND_AGAIN, gift.id]);
      await jobs.send(db, giftMessages, { giftId: gift.id, link: gift.linkCount + 1 });
    },

    /** "The key does not work": a claim of the giver's order, which always waits for a person. */
    async report(
      access: GiftAccess,
      { reason, comment }: { reason: ClaimReason; comment: string },
      address: string,
      language: Language,
    ) {
      const gift = await getGift(access.token, address, language);
      if (stateOf(gift, access.device) !== 'opened') throw new AppError('state-conflict');
      const { accountId, keyId } = gift;
      const { status } = await claims.open({ by: 'recipient', accountId, keyId, reason, comment, language });
      return { status };
    },
  };
}

function stateOf({ status, deviceHash, isDue }: FoundGift, device: string | undefined): GiftState {
  if (status === 'sent') return isDue ? 'ready' : 'waiting';
  // A new link was mailed: the next browser opens it.
  if (deviceHash === null) return 'ready';
  return isDevice(deviceHash, device) ? 'opened' : 'opened-elsewhere';
}

const isDevice = (hash: Buffer | null, device: string | undefined): boolean =>
  hash !== null && device !== undefined && hash.equals(hashToken(device));
