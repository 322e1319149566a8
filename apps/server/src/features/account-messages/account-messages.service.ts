import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { Device } from '../../platform/network-address.ts';
import { lockAccount } from '../accounts/accounts.service.ts';

export type SecurityEvent = 'password-changed' | 'email-changed' | 'phone-changed' | 'new-sign-in';

/**
 * A mail or text message for a member. The worker creates codes and links when it sends the message, so the queue holds
 * no secrets. A password reset carries a name: only the worker looks up whether there is such an account.
 */
export type AccountMessage =
  | { kind: 'welcome'; accountId: number }
  | {
      kind: 'code';
      accountId: number;
      purpose: 'email' | 'phone' | 'proof' | 'order';
      target: string;
      /** The session that requested it. After it has ended no code is made. */
      sessionId?: string;
    }
  | { kind: 'reset'; name: string }
  | { kind: 'notice'; accountId: number; event: SecurityEvent; to?: string; device?: Device };

export const accountMessages: Queue<AccountMessage> = { name: 'account-messages' };

/** Adds to the member's list of notifications, which belongs to the notifications feature. */
export type Notify = (
  db: Connection,
  accountId: number,
  ...[kind, data]: [kind: 'welcome', data: Record<string, never>] | [kind: 'security', data: { event: string }]
) => Promise<void>;

/** Queues the message in the caller's transaction: it is sent only if the change is committed. */
export type Announce = (db: Connection, message: AccountMessage) => Promise<void>;

export const createAnnounce =
  (jobs: Jobs, notify: Notify): Announce =>
  async (db, message) => {
    if (message.kind === 'welcome') await notify(db, message.accountId, 'welcome', {});
    if (message.kind === 'notice') await notify(db, message.accountId, 'security', { event: message.event });
    await jobs.send(db, accountMessages, message);
  };

/** Whether the session has not ended. */
export type HasSession = (db: Connection, id: string) => Promise<boolean>;

/** A change of the password ends sessions and deletes codes. A code that was requested before is not made after it. */
export const createWhileSignedIn =
  (db: Database, hasSession: HasSession) =>
  <Made>(accountId: number, sessionId: string | undefined, make: (db: Connection) => Promise<Made>) =>
    inTransaction(db, async (transaction) => {
      await lockAccount(transaction, accountId);
      const isOver = sessionId !== undefined && !(await hasSession(transaction, sessionId));
      return isOver ? undefined : make(transaction);
    });
