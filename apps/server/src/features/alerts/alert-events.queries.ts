import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { dropMessages } from './alert-messages.queries.ts';
import type { AlertRow } from './alerts.queries.ts';

/** What an offer was after a change. */
export interface OfferChange {
  product_id: number;
  price_with_discount_cents: number | null;
  is_available: boolean | null;
}

/** Takes changes of offers for this worker alone, in the order in which they happened. */
export async function takeOfferChanges(db: Connection, limit: number): Promise<OfferChange[]> {
  const { rows } = await sql<OfferChange>`
    WITH taken AS (
      DELETE FROM alert_change WHERE id IN (
        SELECT id FROM alert_change WHERE product_id IS NOT NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, product_id, price_with_discount_cents, is_available
    )
    SELECT product_id, price_with_discount_cents, is_available FROM taken ORDER BY id`.execute(db);
  return rows;
}

/** Locked until the end of the transaction: a message that is handed over, a stop and a second worker come before or after. */
export async function lockAlertsOf(db: Connection, productIds: readonly number[]): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    SELECT * FROM alert WHERE product_id = ANY (${productIds}::integer[]) AND stopped_at IS NULL
    ORDER BY id FOR UPDATE`.execute(db);
  return rows;
}

/** A changed rate moves the prices of many alerts. `after_id` says how far they were looked at. */
export async function lockChangedRate(db: Connection) {
  const { rows } = await sql<{ id: number; currency: string; after_id: number }>`
    SELECT id, currency, after_id FROM alert_change WHERE currency IS NOT NULL ORDER BY id LIMIT 1
    FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0];
}

export async function lockAlertsIn(
  db: Connection,
  { currency, after, limit }: { currency: string; after: number; limit: number },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    SELECT * FROM alert WHERE currency = ${currency} AND kind = 'price-below' AND stopped_at IS NULL AND id > ${after}
    ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(db);
  return rows;
}

/** `afterId` undefined: all alerts were looked at. */
export async function noteRateProgress(db: Connection, changeId: number, afterId: number | undefined): Promise<void> {
  if (afterId === undefined) await db.deleteFrom('alert_change').where('id', '=', changeId).execute();
  else await db.updateTable('alert_change').set({ after_id: afterId }).where('id', '=', changeId).execute();
}

export async function setMet(db: Connection, ids: readonly number[], isMet: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE alert SET is_met = ${isMet} WHERE id = ANY (${ids}::bigint[])`.execute(db);
}

/**
 * An event whose messages all wait needs no second one: they are checked again before they are sent. A customer who was
 * reached by one channel gets a message again, although another channel still waits.
 */
export async function insertEvents(db: Connection, alertIds: readonly number[], quietHours: number): Promise<void> {
  if (alertIds.length === 0) return;
  await sql`
    INSERT INTO alert_event (alert_id, product_id, due_at)
    SELECT id, product_id, greatest(now(), last_sent_at + make_interval(secs => ${quietHours * 3_600}::float8))
    FROM alert WHERE id = ANY (${alertIds}::bigint[]) AND NOT EXISTS (
      SELECT FROM alert_message JOIN alert_event AS event ON event.id = event_id
      WHERE event.alert_id = alert.id GROUP BY event_id HAVING bool_and(status = 'waiting'))
    ON CONFLICT (alert_id, product_id) WHERE released_at IS NULL DO NOTHING`.execute(db);
}

/** One change of prices that ends soon and was not announced, for this worker alone. */
export async function lockEndingChange(db: Connection, hours: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM price_change WHERE status = 'applied' AND end_told_at IS NULL AND ends_at > now()
      AND ends_at <= now() + make_interval(hours => ${hours}::integer)
    ORDER BY ends_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0]?.id;
}

/**
 * One event per customer and favourite, about the cheapest offer of the game. Only offers that become dearer at the end and
 * whose price is still that of the change.
 */
export async function announceEnd(db: Connection, changeId: number): Promise<void> {
  await sql`
    INSERT INTO alert_event (alert_id, product_id, price_change_id, due_at)
    SELECT DISTINCT ON (alert.id, product.game_id) alert.id, product.id, ${changeId}::integer, now()
    FROM price_change_item AS item
    JOIN product ON product.id = item.product_id AND product.price_version = item.applied_version
    JOIN favourite ON favourite.game_id = product.game_id
    JOIN alert ON alert.account_id = favourite.account_id AND alert.kind = 'discount-end' AND alert.stopped_at IS NULL
    WHERE item.price_change_id = ${changeId} AND item.new_discount_price_cents < item.old_discount_price_cents
      AND product.offered AND product.available
    ORDER BY alert.id, product.game_id, product.price_with_discount_cents, product.id
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`UPDATE price_change SET end_told_at = now() WHERE id = ${changeId}`.execute(db);
}

export interface DueEvent {
  id: number;
  account_id: number;
  channels: string[];
  is_stopped: boolean;
  /** Events of the account that made messages within 24 hours. */
  recent: number;
}

export async function takeDueEvents(db: Connection, limit: number): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    WITH due AS (
      SELECT id, alert_id FROM alert_event WHERE released_at IS NULL AND due_at <= now()
      ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), released AS (
      UPDATE alert_event SET released_at = now() FROM due WHERE alert_event.id = due.id RETURNING alert_event.id, alert_event.alert_id
    )
    SELECT released.id, alert.account_id, alert.channels, alert.stopped_at IS NOT NULL AS is_stopped,
      (SELECT count(DISTINCT event_id)::integer FROM alert_message WHERE account_id = alert.account_id
        AND created_at > now() - interval '24 hours') AS recent
    FROM released JOIN alert ON alert.id = released.alert_id ORDER BY released.id`.execute(db);
  return rows;
}

export interface NewMessage {
  eventId: number;
  accountId: number;
  channel: string;
  target: string;
}

export async function insertMessages(db: Connection, messages: readonly NewMessage[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .insertInto('alert_message')
    .values(
      messages.map(({ eventId, accountId, channel, target }) => ({
        event_id: eventId,
        account_id: accountId,
        channel,
        target,
      })),
    )
    .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'target']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What still waits of an earlier event about the same. A message that is being handed over is left alone. */
export async function dropReplaced(db: Connection, eventIds: readonly number[]): Promise<void> {
  const earlier = sql`
    id IN (
      SELECT message.id FROM alert_event AS newer
      JOIN alert_event AS event ON event.alert_id = newer.alert_id AND event.product_id = newer.product_id
        AND event.id < newer.id
      JOIN alert_message AS message ON message.event_id = event.id AND message.status = 'waiting'
      WHERE newer.id = ANY (${eventIds}::bigint[]) FOR UPDATE OF message SKIP LOCKED)`;
  await dropMessages(db, earlier, 'replaced');
}

/** What is over and old. A message that waited for a day is not sent any more. */
export async function deleteOld(db: Database, days: number, signal?: AbortSignal): Promise<void> {
  await dropMessages(db, sql`created_at < now() - interval '1 day'`, 'late');
  const before = sql`now() - make_interval(days => ${days}::integer)`;
  await deleteInBatches(db, 'alert_event', sql`created_at < ${before} AND released_at IS NOT NULL`, signal);
  await deleteInBatches(db, 'alert', sql`stopped_at < ${before}`, signal);
}
