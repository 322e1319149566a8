import type { Language } from '@oyna/domain/constants';
import { GIFT_MAIL_HOUR, type GiftChannel } from '@oyna/domain/gift';
import type { GiftStatus, KeyStatus } from '@oyna/domain/states';
import { GIFT_TRANSITIONS } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';

/** Erasing the account waits for the transaction. False when it is erased. */
export async function lockGiver(db: Connection, accountId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM account WHERE id = ${accountId} AND erased_at IS NULL FOR SHARE`.execute(db);
  return rows.length > 0;
}

interface GiftableKey {
  orderItemId: number;
  productId: number;
  platform: string;
  region: string;
  isOpened: boolean;
  isGift: boolean;
  isClaimed: boolean;
}

/** The key of another account is not found. The caller has locked the key. */
export async function findOwnKey(db: Connection, accountId: number, keyId: number): Promise<GiftableKey | undefined> {
  const { rows } = await sql<GiftableKey>`
    SELECT order_item.id AS "orderItemId", product.id AS "productId", product.platform, product.region,
      is_key_opened(delivery.key_id) AS "isOpened", gift_of_key(delivery.key_id) IS NOT NULL AS "isGift",
      EXISTS (SELECT FROM key_claim WHERE key_claim.key_id = delivery.key_id) AS "isClaimed"
    FROM delivery
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN product ON product.id = order_item.product_id
    WHERE delivery.key_id = ${keyId} AND payment.account_id = ${accountId}`.execute(db);
  return rows[0];
}

interface NewGift {
  keyId: number;
  orderItemId: number;
  channel: GiftChannel;
  giverName: string;
  recipientName: string;
  email: string;
  message: string;
  language: Language;
  country: string;
  isRegionAccepted: boolean;
  day: string;
}

/** A mail of today is due now, a later one in the morning of its day. */
export async function insertGift(db: Connection, gift: NewGift): Promise<{ id: number; isDue: boolean }> {
  const isMailed = gift.channel === 'email';
  const { rows } = await sql<{ id: number; isDue: boolean }>`
    INSERT INTO gift (key_id, order_item_id, status, channel, giver_name, recipient_name, email, message, language,
      country, is_region_accepted, opens_on, send_at, queued_at)
    SELECT ${gift.keyId}, ${gift.orderItemId}, 'waiting', ${gift.channel}, ${gift.giverName}, ${gift.recipientName},
      ${isMailed ? gift.email : null}, ${gift.message}, ${gift.language}, ${gift.country}, ${gift.isRegionAccepted},
      ${gift.day}::date, due.at, CASE WHEN due.at <= now() THEN now() END
    FROM (SELECT CASE WHEN NOT ${isMailed} THEN NULL WHEN ${gift.day}::date <= shop_day(now()) THEN now()
      ELSE shop_midnight(${gift.day}::date) + make_interval(hours => ${GIFT_MAIL_HOUR}) END AS at) AS due
    RETURNING id, coalesce(queued_at IS NOT NULL, false) AS "isDue"`.execute(db);
  const inserted = rows[0];
  if (!inserted) throw new Error('the gift was not inserted');
  return inserted;
}

/** The gift has a link from now on. */
export async function setSent(db: Connection, id: number, hash: Buffer): Promise<void> {
  await sql`
    UPDATE gift SET status = 'sent', token_hash = ${hash}, link_count = link_count + 1, sent_at = clock_timestamp()
    WHERE id = ${id}`.execute(db);
}

/** Another link to an opened gift. The next browser that opens it sees the key. */
export async function replaceLink(db: Connection, id: number, hash: Buffer): Promise<void> {
  await sql`
    UPDATE gift SET token_hash = ${hash}, link_count = link_count + 1, device_hash = NULL WHERE id = ${id}`.execute(db);
}

/** Waits for the recipient who opens it at this moment. The status that it has then, or undefined without a gift. */
export async function takeBack(db: Connection, accountId: number, keyId: number): Promise<GiftStatus | undefined> {
  const own = sql`gift.id = (
    SELECT gift.id FROM gift JOIN order_item ON order_item.id = gift.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    WHERE gift.key_id = ${keyId} AND payment.account_id = ${accountId} ORDER BY gift.id DESC LIMIT 1)`;
  const { numAffectedRows = 0n } = await sql`
    UPDATE gift SET status = 'taken-back', taken_back_at = clock_timestamp()
    WHERE ${own} AND ${mayBecome(GIFT_TRANSITIONS, 'taken-back')}`.execute(db);
  if (numAffectedRows > 0n) return 'taken-back';
  const { rows } = await sql<{ status: GiftStatus }>`SELECT status FROM gift WHERE ${own}`.execute(db);
  return rows[0]?.status;
}

interface LockedGift {
  id: number;
  /** The newest key, when the given one was replaced. */
  keyId: number;
  status: GiftStatus;
  token_hash: Buffer | null;
  device_hash: Buffer | null;
  link_count: number;
}

/** The caller has locked the key that it takes for the newest one. */
export async function lockGift(db: Connection, id: number): Promise<LockedGift | undefined> {
  const { rows } = await sql<LockedGift>`
    SELECT id, gift_key(key_id) AS "keyId", status, token_hash, device_hash, link_count FROM gift WHERE id = ${id} FOR UPDATE`.execute(
    db,
  );
  return rows[0];
}

export async function setOpened(db: Connection, id: number, deviceHash: Buffer): Promise<void> {
  await sql`
    UPDATE gift SET status = 'opened', opened_at = coalesce(opened_at, clock_timestamp()), device_hash = ${deviceHash}
    WHERE id = ${id}`.execute(db);
}

export interface MailedGift {
  id: number;
  status: GiftStatus;
  accountId: number;
  orderId: string;
  productName: string;
  giverName: string;
  recipientName: string;
  email: string | null;
  message: string;
  language: Language;
  linkCount: number;
  isBlocked: boolean;
  keyStatus: KeyStatus;
}

/** The gift is neither opened nor taken back until the transaction ends. Gifts of an erased giver are not found. */
export async function lockMailedGift(db: Connection, id: number): Promise<MailedGift | undefined> {
  const { rows } = await sql<MailedGift>`
    SELECT gift.id, gift.status, payment.account_id AS "accountId", payment.order_id AS "orderId",
      order_item.name AS "productName", gift.giver_name AS "giverName", gift.recipient_name AS "recipientName", gift.email,
      gift.message, gift.language, gift.link_count AS "linkCount", product_key.status AS "keyStatus",
      is_blocked(account.blocked_at, account.blocked_until) AS "isBlocked"
    FROM gift
    JOIN product_key ON product_key.id = gift.key_id
    JOIN order_item ON order_item.id = gift.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN account ON account.id = payment.account_id
    WHERE gift.id = ${id} AND account.erased_at IS NULL FOR UPDATE OF gift`.execute(db);
  return rows[0];
}

/** Marks gifts whose mail is due, and returns them. Several workers share them. */
export async function takeDueGifts(db: Connection, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE gift SET queued_at = now() WHERE id IN (
      SELECT id FROM gift WHERE status = 'waiting' AND queued_at IS NULL AND send_at <= now()
      ORDER BY send_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function postpone(db: Connection, id: number, hours: number): Promise<void> {
  await sql`
    UPDATE gift SET queued_at = NULL, send_at = now() + make_interval(hours => ${hours}) WHERE id = ${id}`.execute(db);
}

export async function setRefused(db: Connection, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE gift SET refused_at = now() WHERE id = ${id} AND status = 'waiting' AND refused_at IS NULL`.execute(db);
  return numAffectedRows > 0n;
}
