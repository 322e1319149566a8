import { BASKET_STATUS, LIVE_PAYMENT_STATUSES, OPEN_TOP_UP_STATUSES, OWED_PAYMENT_STATUSES } from '@oyna/domain/states';
import { type Selectable, sql } from 'kysely';
import { eraseAuditContent, eraseAuditOfOrders } from '../../platform/audit.ts';
import type { Connection } from '../../platform/database/connection.ts';
import type { DB } from '../../platform/database/tables.ts';

/** `is_blocked` by the clock of the database, which all nodes share. */
export type CustomerRow = Selectable<DB['account']> & { is_blocked: boolean };

const CUSTOMER = sql`SELECT *, is_blocked(blocked_at, blocked_until) FROM account`;

const FOUND = 20;
const SHOWN = 50;

/** By the number of the account (`#12`), or else by the login or the e-mail address, in any case. */
export async function findCustomer(db: Connection, name: string): Promise<CustomerRow | undefined> {
  const id = accountIdOf(name);
  // A login may look like the number of another account.
  const isFound = id === null ? sql`lower(login) = lower(${name}) OR lower(email) = lower(${name})` : sql`id = ${id}`;
  const { rows } = await sql<CustomerRow>`
    ${CUSTOMER} WHERE ${isFound}
    ORDER BY lower(email) IS NOT DISTINCT FROM lower(${name}) DESC, is_guest, id LIMIT 1`.execute(db);
  return rows[0];
}

/** Whose login, e-mail address, phone number or name begins with the text. */
export async function listCustomers(db: Connection, text: string): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    ${CUSTOMER} WHERE starts_with(lower(login), lower(${text})) OR starts_with(lower(email), lower(${text}))
      OR starts_with(phone, ${text}) OR starts_with(lower(first_name || ' ' || last_name), lower(${text}))
    ORDER BY id DESC LIMIT ${FOUND}`.execute(db);
  return rows;
}

/** How a customer was found. Customers found by one column come before those found by the next. */
const SEARCHED = ['email', 'login', 'phone'] as const;
export type CustomerColumn = (typeof SEARCHED)[number];

/** A place in the list: the last customer before it, and by which column they were found. */
export interface CustomerPlace {
  column: CustomerColumn | 'id';
  id: number;
}

const TEXT_OF = { email: sql`lower(email)`, login: sql`lower(login)`, phone: sql`phone` } as const;

/** Customers whose e-mail address, login or phone number begins with the text, each once, in the order of the indexes. */
export async function listCustomersByText(
  db: Connection,
  { text, after, limit }: { text: string; after: CustomerPlace | null; limit: number },
): Promise<{ row: CustomerRow; column: CustomerColumn }[]> {
  const prefix = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const found: { row: CustomerRow; column: CustomerColumn }[] = [];
  const first = (SEARCHED as readonly string[]).indexOf(after?.column ?? '');
  for (const [index, column] of SEARCHED.entries()) {
    if (index < first || found.length >= limit) continue;
    const value = TEXT_OF[column];
    const last = sql`(SELECT ${value} FROM account WHERE id = ${after?.id ?? 0})`;
    const isLater = sql`AND (${value} ~>~ ${last} OR (${value} = ${last} AND id > ${after?.id ?? 0}))`;
    const earlier = SEARCHED.slice(0, index).map((other) => sql`AND (${TEXT_OF[other]} LIKE ${prefix}) IS NOT TRUE`);
    const { rows } = await sql<CustomerRow>`${CUSTOMER}
      WHERE ${value} LIKE ${prefix} ${earlier.length > 0 ? sql.join(earlier, sql` `) : sql``} ${index === first ? isLater : sql``}
      ORDER BY ${value} USING ~<~, id LIMIT ${limit - found.length}`.execute(db);
    found.push(...rows.map((row) => ({ row, column })));
  }
  return found;
}

/** The newest first. */
export async function listLatestCustomers(
  db: Connection,
  { isBlocked, after, limit }: { isBlocked: boolean; after: number | null; limit: number },
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`${CUSTOMER}
    WHERE ${isBlocked ? sql`blocked_at IS NOT NULL AND is_blocked(blocked_at, blocked_until)` : sql`true`}
      ${after === null ? sql`` : sql`AND id < ${after}`}
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** `#12`, as the commands print it. */
const accountIdOf = (name: string): number | null => (/^#\d{1,15}$/.test(name) ? Number(name.slice(1)) : null);

export async function lockCustomer(db: Connection, id: number): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`${CUSTOMER} WHERE id = ${id} FOR UPDATE`.execute(db);
  return rows[0];
}

export function listOrders(db: Connection, accountId: number) {
  return db
    .selectFrom('payment')
    .select(['order_id', 'number', 'created_at', 'provider', 'status', 'amount', 'currency', 'top_up_id'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
}

export function listClaims(db: Connection, accountId: number) {
  return db
    .selectFrom('key_claim')
    .select(['key_id', 'reason', 'status', 'created_at', 'resolved_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute();
}

/** Messages of the contact form that came from this address. */
export async function listMessages(db: Connection, email: string | null) {
  const { rows } = await sql<{ id: number; topic: string; status: string; createdAt: Date }>`
    SELECT id, topic, status, created_at AS "createdAt" FROM support_message WHERE lower(email) = lower(${email})
    ORDER BY id DESC LIMIT ${SHOWN}`.execute(db);
  return rows;
}

/** Other accounts and guests with the address. Each guest order has one, and an operator erases them one by one. */
export async function listSameAddress(db: Connection, { id, email }: CustomerRow): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM account WHERE lower(email) = lower(${email}) AND id <> ${id} ORDER BY id LIMIT ${SHOWN}`.execute(db);
  return rows.map((row) => row.id);
}

export async function listIdentities(db: Connection, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_identity')
    .select('provider')
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute();
  return rows.map(({ provider }) => provider);
}

export async function saveBlock(
  db: Connection,
  id: number,
  block: { reason: string; until: Date | null } | null,
): Promise<void> {
  await db
    .updateTable('account')
    .set({
      blocked_at: block && sql<Date>`now()`,
      blocked_reason: block?.reason ?? null,
      blocked_until: block?.until ?? null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export interface OpenBusiness {
  payments: number;
  refunds: number;
  claims: number;
  topUps: number;
}

/** Until the transaction ends no payment of the customer is settled. It comes before the lock of the account. */
export async function lockPayments(db: Connection, id: number): Promise<void> {
  await sql`SELECT FROM payment WHERE account_id = ${id} ORDER BY id FOR UPDATE`.execute(db);
}

/** What has to end before the account can be erased. */
export async function countOpenBusiness(db: Connection, id: number): Promise<OpenBusiness> {
  const { rows } = await sql<OpenBusiness>`
    SELECT
      (SELECT count(*)::integer FROM payment WHERE account_id = ${id} AND status = ANY(${LIVE_PAYMENT_STATUSES}))
        AS payments,
      (SELECT count(*)::integer FROM payment WHERE account_id = ${id} AND status = ANY(${OWED_PAYMENT_STATUSES}))
        AS refunds,
      (SELECT count(*)::integer FROM key_claim WHERE account_id = ${id} AND status = 'open') AS claims,
      (SELECT count(*)::integer FROM top_up WHERE account_id = ${id} AND status = ANY(${OPEN_TOP_UP_STATUSES})) AS "topUps"`.execute(
    db,
  );
  return rows[0] ?? { payments: 0, refunds: 0, claims: 0, topUps: 0 };
}

/** Removes personal data. Orders, deliveries and the ledger stay. */
export async function eraseCustomer(db: Connection, id: number): Promise<void> {
  for (const table of [
    'account_session',
    'account_device',
    'account_identity',
    'account_code',
    'account_avatar',
    'favourite',
    'notification',
    'alert',
    'push_subscription',
    'review_vote',
  ] as const) {
    await db.deleteFrom(table).where('account_id', '=', id).execute();
  }
  const reviews = await db.deleteFrom('review').where('account_id', '=', id).returning('id').execute();
  for (const review of reviews) await eraseAuditContent(db, `review ${review.id}`);
  await sql`UPDATE basket SET status = ${BASKET_STATUS.cancelled}
    WHERE account_id = ${id} AND status = ${BASKET_STATUS.open}`.execute(db);
  await sql`UPDATE payment SET link_url = NULL, card_form = NULL, idempotency_key = NULL, newcomer_network = NULL
    WHERE account_id = ${id}`.execute(db);
  await sql`DELETE FROM order_link WHERE payment_id IN (SELECT id FROM payment WHERE account_id = ${id})`.execute(db);
  // A gift that was sent stays with its recipient, without the words and the address, unless a block has frozen it.
  const gifts = sql`order_item_id IN (SELECT order_item.id FROM order_item JOIN payment ON payment.id = payment_id
    WHERE payment.account_id = ${id})`;
  await sql`UPDATE gift SET status = 'taken-back', taken_back_at = now() WHERE ${gifts} AND (status = 'waiting'
    OR status = 'sent' AND (SELECT is_blocked(blocked_at, blocked_until) FROM account WHERE id = ${id}))`.execute(db);
  await sql`UPDATE gift SET giver_name = '', recipient_name = '', message = '', email = NULL WHERE ${gifts}`.execute(
    db,
  );
  await sql`UPDATE key_reveal SET address = '', user_agent = '' WHERE channel = 'gift'
    AND key_id IN (SELECT delivery.key_id FROM delivery WHERE delivery.${gifts})`.execute(db);
  await sql`UPDATE top_up SET email = NULL, account = 'erased', account_name = NULL, detail = NULL
    WHERE account_id = ${id}`.execute(db);
  await sql`UPDATE key_reveal SET address = '', user_agent = '' WHERE account_id = ${id}`.execute(db);
  await sql`UPDATE key_claim SET comment = '', answer = CASE WHEN answer IS NOT NULL THEN 'erased' END
    WHERE account_id = ${id}`.execute(db);
  // An address that is not confirmed may be another person's.
  await sql`DELETE FROM support_message USING account WHERE account.id = ${id} AND account.email_confirmed_at IS NOT NULL
    AND lower(support_message.email) = lower(account.email)`.execute(db);
  // An alert about a payment that a restored database does not know names the address of the buyer.
  const place = sql`strpos(lower(detail), ': ' || lower(account.email) || ' paid ')`;
  await sql`UPDATE payment_alert
    SET detail = overlay(detail PLACING 'an erased customer' FROM ${place} + 2 FOR length(account.email)) FROM account
    WHERE account.id = ${id} AND kind = 'unknown-order' AND ${place} > 0`.execute(db);
  await sql`DELETE FROM operator_note WHERE subject_kind = 'customer' AND subject_id = ${id}`.execute(db);
  await eraseAuditContent(db, `account ${id}`);
  await eraseOrderTexts(db, id);
  await sql`
    UPDATE account SET login = 'erased-' || id || '-' || substr(md5(random()::text), 1, 8), email = NULL,
      email_confirmed_at = NULL, phone = NULL, password_hash = NULL, first_name = '', last_name = '', birth_date = NULL,
      country_id = NULL, blocked_at = NULL, blocked_reason = NULL, blocked_until = NULL, erased_at = now(), updated_at = now()
    WHERE id = ${id}`.execute(db);
}

/** What operators wrote about orders and claims: notes, reasons of refunds and of requests for a second operator. */
async function eraseOrderTexts(db: Connection, id: number): Promise<void> {
  const orders = sql`SELECT payment.id FROM payment WHERE account_id = ${id}`;
  await sql`DELETE FROM operator_note WHERE subject_kind = 'order' AND subject_id IN (${orders})`.execute(db);
  await sql`UPDATE refund SET note = NULL, detail = CASE WHEN is_by_hand THEN 'closed by hand' ELSE detail END
    WHERE payment_id IN (${orders})`.execute(db);
  const payments = await db.selectFrom('payment').select('order_id').where('account_id', '=', id).execute();
  const orderIds = payments.map(({ order_id }) => order_id);
  // A closed day needs its notes.
  await sql`UPDATE reconciliation_note SET note = 'erased' WHERE order_id = ANY (${orderIds})`.execute(db);
  await eraseAuditOfOrders(db, 'reconciliation note', orderIds);
  const claims = await db.selectFrom('key_claim').select('key_id').where('account_id', '=', id).execute();
  const subjects = [...orderIds.map((orderId) => `order ${orderId}`), ...claims.map(({ key_id }) => `key ${key_id}`)];
  const { rows: approvals } = await sql<{ id: number }>`
    UPDATE approval SET reason = '', note = NULL, request = request - 'reason' - 'note'
    WHERE subject = ANY (${subjects}) RETURNING id`.execute(db);
  for (const subject of [...subjects, ...approvals.map((approval) => `approval ${approval.id}`)]) {
    await eraseAuditContent(db, subject);
  }
}
