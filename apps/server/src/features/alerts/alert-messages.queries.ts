import type { AlertKind } from '@oyna/domain/alerts';
import type { Language, ListedCurrency } from '@oyna/domain/constants';
import { ALERT_MESSAGE_TRANSITIONS } from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';

/** A message that waits, with everything that decides whether it is sent. */
export interface WaitingMessage {
  id: number;
  event_id: number;
  channel: string;
  target: string;
  alert_id: number;
  kind: AlertKind;
  currency: ListedCurrency;
  threshold: number | null;
  is_stopped: boolean;
  is_late: boolean;
  product_id: number;
  price_change_id: number | null;
  account_id: number;
  language: Language;
  email: string | null;
  is_blocked: boolean;
}

/**
 * Locks the alert until the transaction ends: a stop waits until the message is handed over or given up, and after it none is
 * sent. A locked message is left to the worker that has it.
 */
export async function lockMessage(db: Connection, id: number): Promise<WaitingMessage | undefined> {
  const { rows } = await sql<WaitingMessage>`
    SELECT message.id, event_id, message.channel, target, alert.id AS alert_id, kind, currency, threshold,
      stopped_at IS NOT NULL AS is_stopped, message.created_at < now() - interval '1 day' AS is_late,
      event.product_id, price_change_id, alert.account_id, language,
      CASE WHEN email_confirmed_at IS NOT NULL THEN email END AS email,
      is_blocked(blocked_at, blocked_until) OR erased_at IS NOT NULL AS is_blocked
    FROM alert_message AS message
    JOIN alert_event AS event ON event.id = event_id
    JOIN alert ON alert.id = event.alert_id
    JOIN account ON account.id = alert.account_id
    WHERE message.id = ${id} AND status = 'waiting' FOR UPDATE OF alert, message`.execute(db);
  return rows[0];
}

/** When the announced discount ends. Undefined: it was taken back or changed, or the game is no favourite any more. */
export async function findEnd(db: Connection, message: WaitingMessage): Promise<Date | undefined> {
  const { rows } = await sql<{ ends_at: Date }>`
    SELECT ends_at FROM price_change AS change
    JOIN price_change_item AS item ON item.price_change_id = change.id AND item.product_id = ${message.product_id}
    JOIN product ON product.id = item.product_id AND product.price_version = item.applied_version
    WHERE change.id = ${message.price_change_id} AND status = 'applied' AND ends_at > now() + interval '1 minute'
      AND EXISTS (SELECT FROM favourite WHERE account_id = ${message.account_id} AND game_id = product.game_id)`.execute(
    db,
  );
  return rows[0]?.ends_at;
}

export async function setSent(db: Connection, { id, alert_id: alertId }: WaitingMessage): Promise<void> {
  await sql`UPDATE alert_message SET status = 'sent', closed_at = now()
    WHERE id = ${id} AND ${mayBecome(ALERT_MESSAGE_TRANSITIONS, 'sent')}`.execute(db);
  await sql`UPDATE alert SET last_sent_at = now() WHERE id = ${alertId}`.execute(db);
}

/** Drops those of these messages that wait. */
export async function dropMessages(db: Connection, which: RawBuilder<unknown>, because: string): Promise<void> {
  await sql`UPDATE alert_message SET status = 'dropped', dropped_because = ${because}, closed_at = now()
    WHERE ${which} AND ${mayBecome(ALERT_MESSAGE_TRANSITIONS, 'dropped')}`.execute(db);
}

export const setDropped = (db: Connection, id: number, because: string): Promise<void> =>
  dropMessages(db, sql`id = ${id}`, because);

/** What is not true any more is sent by no channel. The alert waits for the next event. */
export async function dropEvent(
  db: Connection,
  { event_id: eventId, alert_id: alertId }: WaitingMessage,
): Promise<void> {
  await dropMessages(db, sql`event_id = ${eventId}`, 'over');
  await sql`UPDATE alert SET is_met = false WHERE id = ${alertId}`.execute(db);
}
