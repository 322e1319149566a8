import { claimLink } from '@oyna/domain/claim-link';
import { orderedName } from '@oyna/domain/edition-name';
import { GIFT_LINK_PATH } from '@oyna/domain/gift';
import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { HAND_OVER_MS, inTransaction, inTransactionOnce } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { type GiftMessage, giftMessages } from './gift-messages.ts';
import type { NotifyOfGift } from './gift-opening.service.ts';
import { giftMail } from './gifts.mails.ts';
import * as queries from './gifts.queries.ts';
import { createGiftToken } from './gifts.service.ts';

interface MailParts {
  db: Database;
  mailer: Mailer | undefined;
  jobs: Jobs;
  notify: NotifyOfGift;
  secret: Buffer;
  storeName: string;
  publicUrl: string;
  handOverMs?: number;
}

const QUEUED_AT_ONCE = 100;
/** While the giver is blocked. */
const POSTPONED_HOURS = 1;

export type GiftMailsService = ReturnType<typeof createGiftMailsService>;

/**
 * Mails gifts at their day. The gift is locked while its mail is handed over, and its state is read under the lock: what was
 * taken back or refunded is not sent. A mail that is sent again after a crash has the same link and the same id.
 */
export function createGiftMailsService(parts: MailParts) {
  const { db, mailer, jobs, notify, secret, storeName, publicUrl, handOverMs = HAND_OVER_MS } = parts;
  const host = new URL(publicUrl).hostname;

  async function send(transaction: Connection, { giftId, link }: GiftMessage): Promise<void> {
    const gift = await queries.lockMailedGift(transaction, giftId);
    if (!mailer || !gift || gift.email === null) return;
    const isFirst = link === undefined;
    if (gift.status !== (isFirst ? 'waiting' : 'opened')) return;
    const next = gift.linkCount + 1;
    if (!isFirst && link !== next) return;
    if (gift.isBlocked) return isFirst ? queries.postpone(transaction, gift.id, POSTPONED_HOURS) : undefined;
    if (isFirst && gift.keyStatus !== 'sold') return;
    const { language } = gift;
    const { token, hash } = createGiftToken(secret, gift.id, next);
    if (isFirst) await queries.setSent(transaction, gift.id, hash);
    else await queries.replaceLink(transaction, gift.id, hash);
    const content = giftMail(language, {
      giver: gift.giverName,
      recipient: gift.recipientName,
      product: orderedName(gift.productName, language),
      message: gift.message,
      isFirst,
      url: claimLink(publicUrl + GIFT_LINK_PATH, token),
    });
    const letter = layOutMail(content, { storeName, publicUrl, language });
    const mail = { to: gift.email, messageId: `<gift-${gift.id}-${next}@${host}>`, ...letter };
    await mailer.send(mail, AbortSignal.timeout(handOverMs));
  }

  /** The giver can take the gift back and enter another address. */
  const noteRefusal = ({ giftId }: GiftMessage) =>
    inTransaction(db, async (transaction) => {
      const gift = await queries.lockMailedGift(transaction, giftId);
      if (!gift || !(await queries.setRefused(transaction, giftId))) return;
      const { accountId, orderId, productName: product, recipientName: recipient } = gift;
      await notify(transaction, accountId, 'gift', { orderId, product, recipient, outcome: 'undelivered' });
    });

  return {
    /** Once: the mail may be on its way when a conflict is found. */
    async send(message: GiftMessage): Promise<void> {
      try {
        await inTransactionOnce(db, (transaction) => send(transaction, message));
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        if (message.link === undefined) await noteRefusal(message);
      }
    },

    /** Sends the jobs of gifts whose day has come. */
    async release(signal?: AbortSignal): Promise<void> {
      let taken: number[];
      do {
        taken = await inTransaction(db, async (transaction) => {
          const due = await queries.takeDueGifts(transaction, QUEUED_AT_ONCE);
          for (const giftId of due) await jobs.send(transaction, giftMessages, { giftId });
          return due;
        });
      } while (taken.length === QUEUED_AT_ONCE && !signal?.aborted);
    },
  };
}
