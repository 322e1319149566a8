import type { Language, SupportTopic } from '@oyna/domain/constants';
import type { MessageStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface MessageRow {
  id: number;
  name: string;
  email: string;
  topic: SupportTopic;
  message: string;
  language: Language;
  status: MessageStatus;
  version: number;
  createdAt: Date;
  changedAt: Date;
  assignedTo: { id: number; name: string } | null;
}

const MESSAGE = sql`
  SELECT support_message.id, support_message.name, support_message.email, topic, message, support_message.language, status,
    version, support_message.created_at AS "createdAt", changed_at AS "changedAt",
    CASE WHEN operator.id IS NOT NULL THEN json_build_object('id', operator.id, 'name', operator.name) END AS "assignedTo"
  FROM support_message LEFT JOIN operator ON operator.id = support_message.assigned_to`;

export const MESSAGE_QUEUES = ['open', 'mine', 'answered'] as const;
export type MessageQueue = (typeof MESSAGE_QUEUES)[number];

/** Open messages the oldest first, answered and closed ones the newest first. */
export async function listMessages(
  db: Connection,
  choice: {
    queue: MessageQueue;
    operatorId: number;
    topic?: SupportTopic | undefined;
    after: number | null;
    limit: number;
  },
): Promise<MessageRow[]> {
  const { queue, operatorId, topic, after, limit } = choice;
  const isDone = queue === 'answered';
  const { rows } = await sql<MessageRow>`
    ${MESSAGE} WHERE ${isDone ? sql`status <> 'open'` : sql`status = 'open'`}
      ${queue === 'mine' ? sql`AND assigned_to = ${operatorId}` : sql``}
      ${topic === undefined ? sql`` : sql`AND topic = ${topic}`}
      ${after === null ? sql`` : isDone ? sql`AND support_message.id < ${after}` : sql`AND support_message.id > ${after}`}
    ORDER BY support_message.id ${isDone ? sql`DESC` : sql``} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findMessage(db: Connection, id: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`${MESSAGE} WHERE support_message.id = ${id}`.execute(db);
  return rows[0];
}

/** The second of two operators waits here, and then finds what the first has done. */
export async function lockMessage(db: Connection, id: number): Promise<MessageRow | undefined> {
  await db.selectFrom('support_message').select('id').where('id', '=', id).forUpdate().execute();
  return findMessage(db, id);
}

export async function countOpenMessages(db: Connection, operatorId: number): Promise<{ open: number; mine: number }> {
  const { rows } = await sql<{ open: number; mine: number }>`
    SELECT count(*)::integer AS open, (count(*) FILTER (WHERE assigned_to = ${operatorId}))::integer AS mine
    FROM support_message WHERE status = 'open'`.execute(db);
  return rows[0] ?? { open: 0, mine: 0 };
}

export async function changeMessage(
  db: Connection,
  id: number,
  change: { status?: MessageStatus; assignedTo?: number | null },
): Promise<void> {
  await db
    .updateTable('support_message')
    .set((eb) => ({
      version: eb('version', '+', 1),
      changed_at: sql<Date>`now()`,
      ...(change.status !== undefined && { status: change.status }),
      ...(change.assignedTo !== undefined && { assigned_to: change.assignedTo }),
    }))
    .where('id', '=', id)
    .execute();
}

export interface EntryRow {
  id: number;
  kind: 'answer' | 'note';
  text: string;
  author: string;
  createdAt: Date;
  mailedAt: Date | null;
}

export async function listEntries(db: Connection, messageId: number): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('support_entry')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    text: row.text,
    author: row.author,
    createdAt: row.created_at,
    mailedAt: row.mailed_at,
  }));
}

export async function insertEntry(
  db: Connection,
  entry: { messageId: number; kind: EntryRow['kind']; text: string; author: string },
): Promise<number> {
  const { id } = await db
    .insertInto('support_entry')
    .values({ message_id: entry.messageId, kind: entry.kind, text: entry.text, author: entry.author })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface UnmailedAnswer {
  text: string;
  message: MessageRow;
}

/** Undefined when it is mailed, or when another worker mails it now. */
export async function lockUnmailedAnswer(db: Connection, entryId: number): Promise<UnmailedAnswer | undefined> {
  const { rows } = await sql<{ text: string; messageId: number }>`
    SELECT text, message_id AS "messageId" FROM support_entry
    WHERE id = ${entryId} AND kind = 'answer' AND mailed_at IS NULL FOR UPDATE SKIP LOCKED`.execute(db);
  const [entry] = rows;
  const message = entry && (await findMessage(db, entry.messageId));
  return message && { text: entry.text, message };
}

export async function markAnswerMailed(db: Connection, entryId: number): Promise<void> {
  await db.updateTable('support_entry').set({ mailed_at: sql<Date>`now()` }).where('id', '=', entryId).execute();
}

/** Operators who may answer messages. */
export async function listAssignees(db: Connection): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT operator.id, operator.name FROM operator JOIN operator_role ON operator_role.id = operator.role_id
    WHERE operator.disabled_at IS NULL AND 'messages:write' = ANY (operator_role.permissions)
    ORDER BY operator.name, operator.id`.execute(db);
  return rows;
}

export interface Writer {
  accountId: number;
  login: string;
  isEmailConfirmed: boolean;
  createdAt: Date;
}

/** Guests can have the address of an account, and of each other. */
export async function findWriter(db: Connection, email: string): Promise<Writer | undefined> {
  const { rows } = await sql<Writer>`
    SELECT id AS "accountId", login, email_confirmed_at IS NOT NULL AS "isEmailConfirmed", created_at AS "createdAt"
    FROM account WHERE lower(email) = lower(${email}) ORDER BY is_guest, id DESC LIMIT 1`.execute(db);
  return rows[0];
}

export interface WriterOrder {
  orderId: string;
  number: string;
  status: string;
  amount: number;
  currency: string;
  createdAt: Date;
  isTopUp: boolean;
}

/** The latest orders of the account, of guests with this address, and of visitors who gave it for a top-up. */
export async function listWriterOrders(db: Connection, email: string, limit: number): Promise<WriterOrder[]> {
  const { rows } = await sql<WriterOrder & { id: number }>`
    SELECT id, order_id AS "orderId", number, status, amount, currency, created_at AS "createdAt",
      top_up_id IS NOT NULL AS "isTopUp"
    FROM payment WHERE id IN (
      (SELECT payment.id FROM account JOIN payment ON payment.account_id = account.id
        WHERE lower(account.email) = lower(${email}) ORDER BY payment.id DESC LIMIT ${limit})
      UNION
      (SELECT payment.id FROM payment JOIN top_up ON top_up.id = payment.top_up_id
        WHERE lower(top_up.email) = lower(${email}) ORDER BY payment.id DESC LIMIT ${limit}))
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id: _id, ...order }) => order);
}

export async function listOtherMessages(db: Connection, { id, email }: MessageRow, limit: number) {
  const { rows } = await sql<{ id: number; topic: string; status: MessageStatus; createdAt: Date }>`
    SELECT id, topic, status, created_at AS "createdAt" FROM support_message
    WHERE lower(email) = lower(${email}) AND id <> ${id} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
