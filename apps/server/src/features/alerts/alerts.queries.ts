import type { AlertChannelName, AlertKind } from '@oyna/domain/alerts';
import type { ListedCurrency } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { type Connection, firstRow } from '../../platform/database/connection.ts';

export interface AlertRow {
  id: number;
  account_id: number;
  kind: AlertKind;
  product_id: number | null;
  currency: ListedCurrency;
  threshold: number | null;
  channels: AlertChannelName[];
  is_met: boolean;
  created_at: Date;
  stopped_at: Date | null;
}

export interface NewAlert {
  accountId: number;
  kind: AlertKind;
  productId: number | null;
  currency: ListedCurrency;
  threshold: number | null;
  channels: readonly AlertChannelName[];
}

/** The newest first. */
export async function listAlerts(db: Connection, accountId: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    SELECT * FROM alert WHERE account_id = ${accountId} AND stopped_at IS NULL ORDER BY id DESC`.execute(db);
  return rows;
}

/** Two requests for new alerts of one account wait for each other, so that the limit holds. */
export async function countAlerts(db: Connection, accountId: number): Promise<number> {
  await sql`SELECT FROM account WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM alert WHERE account_id = ${accountId} AND stopped_at IS NULL`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Asked for twice, there is one alert, with the later settings. */
export async function saveAlert(db: Connection, alert: NewAlert): Promise<{ row: AlertRow; isNew: boolean }> {
  const { rows } = await sql<AlertRow & { is_new: boolean }>`
    INSERT INTO alert (account_id, kind, product_id, currency, threshold, channels)
    VALUES (${alert.accountId}, ${alert.kind}, ${alert.productId}, ${alert.currency}, ${alert.threshold},
      ${[...alert.channels]})
    ON CONFLICT (account_id, kind, coalesce(product_id, 0)) WHERE stopped_at IS NULL DO UPDATE
      SET currency = excluded.currency, threshold = excluded.threshold, channels = excluded.channels, is_met = false
    RETURNING *, xmax = 0 AS is_new`.execute(db);
  const { is_new: isNew, ...row } = firstRow(rows);
  return { row, isNew };
}

/** Waits while a message of the alert is handed over, so that none is sent after this returns. Undefined: no such alert. */
export async function stopAlert(db: Connection, id: number, accountId?: number): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    UPDATE alert SET stopped_at = coalesce(stopped_at, now())
    WHERE id = ${id} ${accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`} RETURNING *`.execute(db);
  return rows[0];
}

export async function findAlert(db: Connection, id: number): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`SELECT * FROM alert WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Undefined when there is no such alert of the account, or another one for the same was made meanwhile. */
export async function resumeAlert(
  db: Connection,
  { id, accountId, isMet }: { id: number; accountId: number; isMet: boolean },
): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    UPDATE alert SET stopped_at = NULL, is_met = CASE WHEN stopped_at IS NULL THEN is_met ELSE ${isMet} END
    WHERE id = ${id} AND account_id = ${accountId} AND NOT EXISTS (
      SELECT FROM alert AS other WHERE other.account_id = alert.account_id AND other.kind = alert.kind
        AND other.product_id IS NOT DISTINCT FROM alert.product_id AND other.stopped_at IS NULL AND other.id <> alert.id)
    RETURNING *`.execute(db);
  return rows[0];
}

export async function isMailConfirmed(db: Connection, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ is_confirmed: boolean }>`
    SELECT email IS NOT NULL AND email_confirmed_at IS NOT NULL AS is_confirmed FROM account
    WHERE id = ${accountId}`.execute(db);
  return rows[0]?.is_confirmed ?? false;
}
