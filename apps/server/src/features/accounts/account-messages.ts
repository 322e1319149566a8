import type { Connection } from '../../platform/database/connection.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';

/** Where a session was opened, for its owner to recognise it. */
export interface Device {
  userAgent: string;
  address: string;
}

export type SecurityEvent = 'password-changed' | 'email-changed' | 'phone-changed' | 'new-sign-in';

/**
 * What is to be told to a member. Codes and links are made when the message is, so none of them waits in the queue. A
 * forgotten password is asked for by name: whether there is such an account, only the worker finds out.
 */
export type AccountMessage =
  | { kind: 'welcome'; accountId: number }
  | { kind: 'code'; accountId: number; purpose: 'email' | 'phone' | 'proof'; target: string }
  | { kind: 'reset'; name: string }
  | { kind: 'notice'; accountId: number; event: SecurityEvent; to?: string; device?: Device };

export const accountMessages: Queue<AccountMessage> = { name: 'account-messages' };

/** Writes into the member's list of notifications, which is another feature's. */
export type Notify = (
  db: Connection,
  accountId: number,
  ...[kind, data]: [kind: 'welcome', data: Record<string, never>] | [kind: 'security', data: { event: string }]
) => Promise<void>;

/** In the caller's transaction: what is announced has happened. */
export type Announce = (db: Connection, message: AccountMessage) => Promise<void>;

export const createAnnounce =
  (jobs: Jobs, notify: Notify): Announce =>
  async (db, message) => {
    if (message.kind === 'welcome') await notify(db, message.accountId, 'welcome', {});
    if (message.kind === 'notice') await notify(db, message.accountId, 'security', { event: message.event });
    await jobs.send(db, accountMessages, message);
  };
