import type { AlertChannelName } from '@oyna/domain/alerts';
import type { Language } from '@oyna/domain/constants';
import type { Connection } from '../../platform/database/connection.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';

export interface AlertJob {
  messageId: number;
}

/** Messages by mail. */
export const alertMessages: Queue<AlertJob> = { name: 'alert-messages' };
/** Apart, because customers choose where a push message goes. An alert that is an hour late is old news. */
export const alertPushes: Queue<AlertJob> = { name: 'alert-pushes', retries: { retryLimit: 2, retryDelay: 300 } };

/** What a channel sends. */
export interface AlertMessage {
  /** The same for every try of one message. */
  id: number;
  alertId: number;
  accountId: number;
  /** The confirmed address. */
  email: string | null;
  language: Language;
  title: string;
  lines: readonly string[];
  /** Where the offer can be bought. */
  url: string;
  /** A page that stops the alert with one button; a POST to it stops at once. */
  stopUrl: string;
  /** The same for a program. */
  stopToken: string;
}

/** A way to reach a customer. Another one is a file beside this one and a line in `ALERT_CHANNELS`. */
export interface AlertChannel {
  readonly name: AlertChannelName;
  readonly queue: Queue<AlertJob>;
  /** The targets of each account: one message goes to each. An account without one is left out. */
  listTargets(db: Connection, accountIds: readonly number[]): Promise<Map<number, string[]>>;
  /**
   * Hands a message over. `gone`: the target is not there any more. `refused`: it will never be taken. Throws when it may be
   * taken later. A stop of the alert waits for it: with the signal it ends at once, and nothing is taken afterwards.
   */
  send(
    db: Connection,
    target: string,
    message: AlertMessage,
    signal: AbortSignal,
  ): Promise<'sent' | 'gone' | 'refused'>;
}
