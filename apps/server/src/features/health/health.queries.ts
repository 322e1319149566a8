import { OPEN_TOP_UP_STATUSES, type RefundStatus, TOP_UP_STATUS, WAITING_PAYMENT_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Statistics read at most so many rows, the newest. */
const MOST_READ = 5_000;
/** So many payments ended within an hour and none of them was paid. */
const FAILING_PAYMENTS = 5;

export interface ProviderRow {
  provider: string;
  /** Of the last 24 hours. */
  ended: number;
  paid: number;
  waiting: number;
  /** Median from the beginning of a payment to its confirmation. */
  seconds: number | null;
  lastPaidAt: Date | null;
  /** Since when every payment of the last hour has failed. */
  failingSince: Date | null;
}

export async function listProviderRows(db: Connection): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    WITH recent AS (
      SELECT provider, status, created_at, paid_at, status <> ALL (${WAITING_PAYMENT_STATUSES}::text[]) AS is_ended FROM payment
      WHERE created_at > now() - interval '24 hours' ORDER BY created_at DESC, id DESC LIMIT ${MOST_READ}
    )
    SELECT provider, count(*) FILTER (WHERE is_ended)::integer AS ended, count(paid_at)::integer AS paid,
      count(*) FILTER (WHERE NOT is_ended)::integer AS waiting,
      extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY paid_at - created_at))::double precision AS seconds,
      max(paid_at) AS "lastPaidAt",
      CASE WHEN count(*) FILTER (WHERE is_ended AND created_at > now() - interval '1 hour') >= ${FAILING_PAYMENTS}
          AND coalesce(max(paid_at) < now() - interval '1 hour', true)
        THEN min(created_at) FILTER (WHERE is_ended AND created_at > now() - interval '1 hour') END AS "failingSince"
    FROM recent GROUP BY provider`.execute(db);
  return rows;
}

export interface SupplierRow {
  supplier: string;
  /** Of the last 24 hours. */
  ended: number;
  delivered: number;
  /** Paid and not delivered yet. */
  open: number;
  held: number;
  /** Median from the payment to the delivery. */
  seconds: number | null;
  lastDeliveredAt: Date | null;
}

export async function listSupplierRows(db: Connection): Promise<SupplierRow[]> {
  const { delivered, inDelivery } = TOP_UP_STATUS;
  const { rows } = await sql<SupplierRow>`
    WITH recent AS (
      SELECT supplier, status, is_held, paid_at, delivered_at
      FROM (SELECT * FROM top_up ORDER BY id DESC LIMIT ${MOST_READ}) AS newest
      WHERE created_at > now() - interval '24 hours' OR status = ${inDelivery}
    )
    SELECT supplier, count(*) FILTER (WHERE paid_at IS NOT NULL AND status <> ALL (${OPEN_TOP_UP_STATUSES}))::integer AS ended,
      count(*) FILTER (WHERE status = ${delivered})::integer AS delivered,
      count(*) FILTER (WHERE status = ${inDelivery})::integer AS open, count(*) FILTER (WHERE is_held)::integer AS held,
      extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY delivered_at - paid_at))::double precision AS seconds,
      max(delivered_at) AS "lastDeliveredAt"
    FROM recent GROUP BY supplier`.execute(db);
  return rows;
}

export async function listSupplierAlerts(db: Connection) {
  const { rows } = await sql<{ supplier: string; kind: string; detail: string; since: Date }>`
    SELECT provider AS supplier, kind, detail, created_at AS since FROM payment_alert
    WHERE resolved_at IS NULL AND kind IN ('supplier-balance', 'supplier-refused') ORDER BY created_at LIMIT 50`.execute(
    db,
  );
  return rows;
}

/** What the store owes to buyers, from the index of open refunds. */
export async function sumOwedRefunds(db: Connection) {
  const { rows } = await sql<{
    currency: string;
    status: Exclude<RefundStatus, 'done'>;
    count: number;
    amount: number;
  }>`
    SELECT payment.currency, refund.status, count(*)::integer AS count, sum(refund.amount)::bigint AS amount
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE refund.status <> 'done' GROUP BY payment.currency, refund.status ORDER BY 1, 2`.execute(db);
  return rows;
}

/** As a worker counted it last. */
export async function countLowStock(db: Connection): Promise<{ low: number; empty: number }> {
  const { rows } = await sql<{ low: number; empty: number }>`
    SELECT count(*)::integer AS low, (count(*) FILTER (WHERE available = 0))::integer AS empty
    FROM stock_level WHERE low_since IS NOT NULL`.execute(db);
  return rows[0] ?? { low: 0, empty: 0 };
}

export async function listCallbacks(db: Connection): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('partner_callback').selectAll().execute();
  return new Map(rows.map(({ partner, at }) => [partner, at]));
}

export interface BackupRow {
  id: number;
  kind: 'backup' | 'rehearsal';
  doneAt: Date;
  note: string;
  by: string;
  isOld: boolean;
}

/** The last ones of each kind. A backup is old after two days, a rehearsal after 90. */
export async function listBackups(db: Connection): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`
    SELECT id, record.kind, done_at AS "doneAt", note, recorded_by AS by,
      done_at < now() - make_interval(days => CASE record.kind WHEN 'backup' THEN 2 ELSE 90 END) AS "isOld"
    FROM unnest('{backup,rehearsal}'::text[]) AS wanted (kind)
    CROSS JOIN LATERAL (SELECT * FROM backup_record WHERE kind = wanted.kind ORDER BY id DESC LIMIT 5) AS record
    ORDER BY id DESC`.execute(db);
  return rows;
}

/**
 * Since when the WAL is not archived: the last attempt failed. PostgreSQL repeats it every minute. A database without an
 * archive has none.
 */
export async function findFailedArchive(db: Connection): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
      THEN coalesce(last_archived_time, last_failed_time) END AS since
    FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`.execute(db);
  return rows[0]?.since ?? null;
}

export async function insertBackup(
  db: Connection,
  { kind, note, by }: Pick<BackupRow, 'kind' | 'note' | 'by'>,
): Promise<void> {
  await db.insertInto('backup_record').values({ kind, note, recorded_by: by }).execute();
}
