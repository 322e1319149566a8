import { validateSupportEntry } from '@oyna/domain/answer-template';
import type { SupportTopic } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { amountToText } from '@oyna/domain/money';
import { canTransition, MESSAGE_TRANSITIONS, type MessageStatus } from '@oyna/domain/states';
import { cleanText } from '@oyna/domain/validation';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { once } from '../../platform/once.ts';
import { supportAnswers } from './support-messages.ts';
import * as queries from './support-queue.queries.ts';

const SHOWN_ORDERS = 10;
const SHOWN_MESSAGES = 10;

export type SupportQueueService = ReturnType<typeof createSupportQueueService>;
export const { MESSAGE_QUEUES } = queries;

/** An action on the version of a message that the operator has seen. */
interface Seen {
  id: number;
  version: number;
}

/** The contact form as a queue of operators. Each change, its audit entry and its mail are one transaction. */
export function createSupportQueueService({ db, jobs }: { db: Database; jobs: Jobs }) {
  async function getThread(id: number) {
    const message = await queries.findMessage(db, id);
    if (!message) throw new AppError('not-found', { field: 'message' });
    const [entries, writer, orders, otherMessages] = await Promise.all([
      queries.listEntries(db, id),
      queries.findWriter(db, message.email),
      queries.listWriterOrders(db, message.email, SHOWN_ORDERS),
      queries.listOtherMessages(db, message, SHOWN_MESSAGES),
    ]);
    return {
      ...message,
      entries,
      customer: writer ?? null,
      orders: orders.map((order) => ({ ...order, amount: amountToText(order.amount) })),
      otherMessages,
    };
  }

  async function lockSeen(transaction: Connection, { id, version }: Seen): Promise<queries.MessageRow> {
    const message = await queries.lockMessage(transaction, id);
    if (!message) throw new AppError('not-found', { field: 'message' });
    if (message.version !== version) {
      const entries = await queries.listEntries(transaction, id);
      const lastAnswer = entries.findLast(({ kind }) => kind === 'answer');
      throw new AppError('changed-meanwhile', {
        current: {
          status: message.status,
          version: message.version,
          assignedTo: message.assignedTo?.name ?? null,
          answeredBy: lastAnswer?.author ?? null,
        },
      });
    }
    return message;
  }

  async function moveTo(actor: Actor, seen: Seen, status: MessageStatus, action: string) {
    await inTransaction(db, async (transaction) => {
      const message = await lockSeen(transaction, seen);
      if (!canTransition(MESSAGE_TRANSITIONS, message.status, status)) {
        throw new AppError('state-conflict', { details: { status: message.status } });
      }
      await queries.changeMessage(transaction, seen.id, { status });
      const [before, after] = [{ status: message.status }, { status }];
      await audit(transaction, { actor, action, subject: `message ${seen.id}`, before, after });
    });
    return getThread(seen.id);
  }

  return {
    getThread,

    list: (choice: {
      queue: queries.MessageQueue;
      operatorId: number;
      topic?: SupportTopic | undefined;
      after: number | null;
      limit: number;
    }) => queries.listMessages(db, choice),

    count: (operatorId: number) => queries.countOpenMessages(db, operatorId),
    listAssignees: () => queries.listAssignees(db),

    /** To one operator who may answer, or back to all of them. */
    async assign(actor: Actor, seen: Seen, operatorId: number | null) {
      await inTransaction(db, async (transaction) => {
        const message = await lockSeen(transaction, seen);
        const assignees = await queries.listAssignees(transaction);
        const next = assignees.find(({ id }) => id === operatorId);
        if (operatorId !== null && !next) throw new AppError('not-found', { field: 'operatorId' });
        await queries.changeMessage(transaction, seen.id, { assignedTo: operatorId });
        const before = { assignedTo: message.assignedTo?.name ?? null };
        const after = { assignedTo: next?.name ?? null };
        await audit(transaction, { actor, action: 'message assign', subject: `message ${seen.id}`, before, after });
      });
      return getThread(seen.id);
    },

    /** Mailed to the writer once. A message that was answered can be answered again. */
    async answer(actor: Actor, seen: Seen, text: string) {
      const cleaned = cleanEntry('answer', text);
      await inTransaction(db, async (transaction) => {
        const message = await lockSeen(transaction, seen);
        if (message.status === 'closed') throw new AppError('state-conflict', { details: { status: message.status } });
        const entry = { messageId: seen.id, kind: 'answer' as const, text: cleaned, author: actor.name };
        const entryId = await queries.insertEntry(transaction, entry);
        const assignedTo = message.assignedTo?.id ?? actor.id;
        await queries.changeMessage(transaction, seen.id, { status: 'answered', assignedTo });
        await jobs.send(transaction, supportAnswers, { id: entryId });
        // The text is personal data. It is in the thread, which is erased with the customer.
        const details = { entryId };
        await audit(transaction, { actor, action: 'message answer', subject: `message ${seen.id}`, details });
      });
      return getThread(seen.id);
    },

    /** For operators only, once per key. It changes no decision, so it needs no version. */
    async note(actor: Actor, id: number, text: string, key?: string) {
      const cleaned = cleanEntry('note', text);
      await inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, async () => {
          if (!(await queries.lockMessage(transaction, id))) throw new AppError('not-found', { field: 'message' });
          const entry = { messageId: id, kind: 'note' as const, text: cleaned, author: actor.name };
          const details = { entryId: await queries.insertEntry(transaction, entry) };
          await audit(transaction, { actor, action: 'message note', subject: `message ${id}`, details });
          return details;
        }),
      );
      return getThread(id);
    },

    close: (actor: Actor, seen: Seen) => moveTo(actor, seen, 'closed', 'message close'),
    reopen: (actor: Actor, seen: Seen) => moveTo(actor, seen, 'open', 'message reopen'),
  };
}

function cleanEntry(kind: 'answer' | 'note', text: string): string {
  const cleaned = cleanText(text);
  const fault = validateSupportEntry(kind, cleaned);
  if (fault) throw new AppError(fault, { field: 'text' });
  return cleaned;
}

/**
 * Runs `send` for an answer that is not mailed yet. The answer is locked meanwhile, so that two workers never mail it at
 * the same time.
 */
export async function mailAnswerOnce(
  db: Database,
  entryId: number,
  send: (text: string, message: queries.MessageRow) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const answer = await queries.lockUnmailedAnswer(transaction, entryId);
    if (!answer) return;
    await send(answer.text, answer.message);
    await queries.markAnswerMailed(transaction, entryId);
  });
}
