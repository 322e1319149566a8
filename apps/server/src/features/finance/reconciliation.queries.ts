import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface ReconciledDay {
  provider: string;
  day: string;
  /** In the time zone of the store. */
  isOver: boolean;
  fileName: string;
  loadedBy: string;
  loadedAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  closedSums: DaySum[] | null;
  /** Null for an open day, and for one that was closed before the counts were kept. */
  closedCounts: Counts | null;
}

/** What finance says about a provider and a day, in one currency. */
export interface DaySum {
  currency: string;
  sales: number;
  refunds: number;
  fees: number;
}

const COLUMNS =
  sql.raw(`provider, day::text, day < shop_day(now()) AS "isOver", file_name AS "fileName", loaded_by AS "loadedBy", loaded_at AS "loadedAt",
  closed_at AS "closedAt", closed_by AS "closedBy", closed_sums AS "closedSums", closed_counts AS "closedCounts"`);

export async function listDays(db: Connection, limit: number): Promise<ReconciledDay[]> {
  const { rows } = await sql<ReconciledDay>`
    SELECT ${COLUMNS} FROM reconciliation ORDER BY day DESC, provider LIMIT ${limit}`.execute(db);
  return rows;
}

/** The oldest of those that are not closed. */
export async function listOpenDays(db: Connection, limit: number): Promise<ReconciledDay[]> {
  const { rows } = await sql<ReconciledDay>`
    SELECT ${COLUMNS} FROM reconciliation WHERE closed_at IS NULL ORDER BY day, provider LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findDay(
  db: Connection,
  provider: string,
  day: string,
  isLocked = false,
): Promise<(ReconciledDay & { fileHash: Buffer }) | undefined> {
  const { rows } = await sql<ReconciledDay & { fileHash: Buffer }>`
    SELECT ${COLUMNS}, file_hash AS "fileHash" FROM reconciliation WHERE provider = ${provider} AND day = ${day}::date
    ${isLocked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

/** Waits for another upload of the same day. */
export async function lockUpload(db: Connection, provider: string, day: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('reconciliation'), hashtext(${`${provider} ${day}`}))`.execute(db);
}

interface Line {
  line: number;
  orderId: string;
  providerPaymentId: string;
  amount: number;
  currency: string;
  status: string;
}

/** Replaces the registry of the day. Notes about orders stay. */
export async function saveRegistry(
  db: Connection,
  file: { provider: string; day: string; name: string; hash: Buffer; by: string },
  lines: readonly Line[],
): Promise<void> {
  const { provider, day, name, hash, by } = file;
  await sql`INSERT INTO reconciliation (provider, day, file_name, file_hash, loaded_by)
    VALUES (${provider}, ${day}::date, ${name}, ${hash}, ${by})
    ON CONFLICT (provider, day) DO UPDATE SET file_name = excluded.file_name, file_hash = excluded.file_hash,
      loaded_by = excluded.loaded_by, loaded_at = now()`.execute(db);
  await sql`DELETE FROM reconciliation_line WHERE provider = ${provider} AND day = ${day}::date`.execute(db);
  await sql`INSERT INTO reconciliation_line (provider, day, line, order_id, provider_payment_id, amount, currency, status)
    SELECT ${provider}, ${day}::date, part.* FROM unnest(${lines.map(({ line }) => line)}::integer[],
      ${lines.map(({ orderId }) => orderId)}::text[], ${lines.map((line) => line.providerPaymentId)}::text[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ currency }) => currency)}::text[],
      ${lines.map(({ status }) => status)}::text[]) AS part`.execute(db);
}

export interface Compared {
  kind: 'matched' | 'only-theirs' | 'only-ours' | 'different';
  orderId: string;
  /** Undefined for an order that we do not have. */
  number: string | null;
  /** Another day whose registry was loaded before and has the order as paid: it was paid twice. */
  paidOn: string | null;
  /** The provider's id of its payment, when it is not the payment that we know. */
  otherPaymentId: string | null;
  theirs: { amount: number; currency: string; status: string } | null;
  ours: { amount: number; currency: string; status: string; isPaid: boolean; refunded: number } | null;
  note: string | null;
  notedBy: string | null;
}

/** Two questions, because each has an index, and one with OR would read every payment of the provider. */
const paymentsOf = (provider: string, day: string) => sql`
  SELECT payment.id FROM reconciliation_line AS named
  JOIN payment ON payment.order_id = named.order_id AND payment.provider = ${provider}
  WHERE named.provider = ${provider} AND named.day = ${day}::date
  UNION
  SELECT payment.id FROM payment
  WHERE payment.provider = ${provider} AND payment.paid_at >= shop_midnight(${day}::date)
    AND payment.paid_at < shop_midnight(${day}::date + 1)
    AND NOT EXISTS (SELECT FROM reconciliation_line AS other WHERE other.provider = ${provider}
      AND other.order_id = payment.order_id AND other.day <> ${day}::date)`;

/** A day of a provider. `hasKnownIds` as in its `RegistryFormat`. */
export interface ComparedDay {
  provider: string;
  day: string;
  hasKnownIds: boolean;
}

/** Each order of the registry and each payment of the day, with what the two say. */
function compared({ provider, day, hasKnownIds }: ComparedDay) {
  const otherId = sql`(${hasKnownIds}::boolean AND line.status <> 'failed' AND line.provider_payment_id <> ''
    AND line.provider_payment_id <> payment.provider_payment_id)`;
  return sql`
  SELECT coalesce(line.order_id, payment.order_id) AS order_id, payment.number, line.amount AS their_amount,
    line.currency AS their_currency, line.status AS their_status, payment.amount, payment.currency, payment.status,
    payment.paid_at IS NOT NULL AS is_paid, coalesce(refunded.amount, 0)::bigint AS refunded, note.note, note.noted_by,
    twice.day::text AS paid_on, CASE WHEN ${otherId} THEN line.provider_payment_id END AS other_payment_id,
    CASE WHEN payment.id IS NULL THEN CASE line.status WHEN 'paid' THEN 'only-theirs' ELSE 'matched' END
      WHEN line.order_id IS NULL THEN 'only-ours'
      WHEN line.status = 'failed' THEN CASE WHEN payment.paid_at IS NULL THEN 'matched' ELSE 'different' END
      WHEN twice.day IS NOT NULL OR ${otherId} THEN 'different'
      WHEN line.amount = payment.amount AND line.currency = payment.currency AND payment.paid_at IS NOT NULL
        AND (line.status = 'paid' OR coalesce(refunded.amount, 0) = payment.amount) THEN 'matched'
      ELSE 'different' END AS kind
  FROM (SELECT * FROM reconciliation_line WHERE provider = ${provider} AND day = ${day}::date) AS line
  FULL JOIN (SELECT payment.* FROM payment WHERE id IN (${paymentsOf(provider, day)})) AS payment
    ON payment.order_id = line.order_id
  LEFT JOIN LATERAL (SELECT sum(refund.amount) AS amount FROM refund
    WHERE refund.payment_id = payment.id AND refund.status = 'done') AS refunded ON true
  LEFT JOIN LATERAL (SELECT other.day FROM reconciliation_line AS other
    JOIN reconciliation AS file ON file.provider = other.provider AND file.day = other.day
    JOIN reconciliation AS own ON own.provider = line.provider AND own.day = line.day
    WHERE line.status = 'paid' AND other.status = 'paid' AND other.provider = line.provider
      AND other.order_id = line.order_id AND other.day <> line.day
      AND (file.loaded_at, file.day) < (own.loaded_at, own.day) ORDER BY other.day LIMIT 1) AS twice ON true
  LEFT JOIN reconciliation_note AS note ON note.provider = ${provider} AND note.day = ${day}::date
    AND note.order_id = coalesce(line.order_id, payment.order_id)`;
}

export interface Counts {
  matched: number;
  onlyTheirs: number;
  onlyOurs: number;
  different: number;
  /** Differences without a note. */
  open: number;
}

export async function countCompared(db: Connection, place: ComparedDay): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT count(*) FILTER (WHERE kind = 'matched')::integer AS matched,
      count(*) FILTER (WHERE kind = 'only-theirs')::integer AS "onlyTheirs",
      count(*) FILTER (WHERE kind = 'only-ours')::integer AS "onlyOurs",
      count(*) FILTER (WHERE kind = 'different')::integer AS different,
      count(*) FILTER (WHERE kind <> 'matched' AND note IS NULL)::integer AS open
    FROM (${compared(place)}) AS compared`.execute(db);
  return rows[0] ?? { matched: 0, onlyTheirs: 0, onlyOurs: 0, different: 0, open: 0 };
}

export async function listDifferences(db: Connection, place: ComparedDay, limit: number): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    SELECT kind, order_id AS "orderId", number, note, noted_by AS "notedBy", paid_on AS "paidOn",
      other_payment_id AS "otherPaymentId",
      CASE WHEN their_amount IS NOT NULL THEN jsonb_build_object('amount', their_amount, 'currency', their_currency,
        'status', their_status) END AS theirs,
      CASE WHEN amount IS NOT NULL THEN jsonb_build_object('amount', amount, 'currency', currency, 'status', status,
        'isPaid', is_paid, 'refunded', refunded) END AS ours
    FROM (${compared(place)}) AS compared WHERE kind <> 'matched'
    ORDER BY note IS NOT NULL, kind DESC, order_id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function saveNote(
  db: Connection,
  { provider, day, orderId, note, by }: { provider: string; day: string; orderId: string; note: string; by: string },
): Promise<void> {
  await sql`INSERT INTO reconciliation_note (provider, day, order_id, note, noted_by)
    VALUES (${provider}, ${day}::date, ${orderId}, ${note}, ${by})
    ON CONFLICT (provider, day, order_id) DO UPDATE SET note = excluded.note, noted_by = excluded.noted_by,
      noted_at = now()`.execute(db);
}

/** Money without an order waits for a person until its difference is explained. */
export async function resolveUnknownOrder(db: Connection, provider: string, orderId: string): Promise<void> {
  await sql`UPDATE payment_alert SET resolved_at = now() WHERE provider = ${provider} AND order_id = ${orderId}
    AND kind = 'unknown-order' AND resolved_at IS NULL`.execute(db);
}

/** The sums of each of these days, in the same order. Each day is looked up: a join would read the sums of every day. */
export async function sumDays(db: Connection, days: readonly { provider: string; day: string }[]): Promise<DaySum[][]> {
  const { rows } = await sql<DaySum & { place: number }>`
    SELECT wanted.place::integer, summed.*
    FROM unnest(${days.map(({ provider }) => provider)}::text[], ${days.map(({ day }) => day)}::date[])
      WITH ORDINALITY AS wanted (provider, day, place)
    CROSS JOIN LATERAL (
      SELECT currency, sum(sales)::bigint AS sales, sum(refunds)::bigint AS refunds, sum(fees)::bigint AS fees
      FROM sales_day WHERE provider = wanted.provider AND day = wanted.day GROUP BY currency) AS summed
    ORDER BY place, currency`.execute(db);
  const sums = days.map((): DaySum[] => []);
  for (const { place, ...sum } of rows) sums[place - 1]?.push(sum);
  return sums;
}

export async function closeDay(
  db: Connection,
  { provider, day, by, sums, counts }: { provider: string; day: string; by: string; sums: DaySum[]; counts: Counts },
): Promise<void> {
  await sql`UPDATE reconciliation SET closed_at = now(), closed_by = ${by}, closed_sums = ${JSON.stringify(sums)}::jsonb,
      closed_counts = ${JSON.stringify(counts)}::jsonb
    WHERE provider = ${provider} AND day = ${day}::date`.execute(db);
}
