import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import * as queries from './operator-notices.queries.ts';

/** One mail of a kind per operator in this time: what happens meanwhile is in the next one, all together. */
const PAUSE_SECONDS = 300;
const LISTED = 20;

export const { NOTICE_KINDS } = queries;
export type NoticeKind = queries.NoticeKind;

/** A mail to one operator. */
export interface OperatorMail {
  operatorId: number;
  kind: NoticeKind;
  subjects: string[];
  count: number;
}

export const operatorMails: Queue<OperatorMail> = { name: 'operator-mails' };

export type OperatorNoticesService = ReturnType<typeof createOperatorNoticesService>;

/** Which roles get a mail about what, and the mails themselves. */
export function createOperatorNoticesService(db: Database, jobs: Jobs, { pauseSeconds = PAUSE_SECONDS } = {}) {
  return {
    list: () => queries.listRoleNotices(db),

    /** `seen` is what the operator saw before the change. It holds for what happens from then on. */
    save: (actor: Actor, roleId: string, kinds: readonly NoticeKind[], seen: readonly NoticeKind[]): Promise<void> =>
      inTransaction(db, async (transaction) => {
        await queries.lockRole(transaction, roleId);
        const [before] = await queries.listRoleNotices(transaction, roleId);
        if (!before) throw new AppError('not-found', { field: 'roleId' });
        if (before.kinds.join() !== [...seen].sort().join()) {
          throw new AppError('changed-meanwhile', { current: { kinds: before.kinds } });
        }
        const after = [...new Set(kinds)].sort();
        await queries.replaceRoleNotices(transaction, roleId, after);
        const added = after.filter((kind) => !before.kinds.includes(kind));
        await queries.skipEarlierEvents(transaction, roleId, added);
        await audit(transaction, {
          actor,
          action: 'notices',
          subject: `role ${roleId}`,
          before: { kinds: before.kinds },
          after: { kinds: after },
        });
      }),

    /** Queues the mails that are due, each once. Returns how many. */
    queueDue: (): Promise<number> =>
      inTransaction(db, async (transaction) => {
        if (!(await queries.tryLockNotices(transaction))) return 0;
        const due = await queries.listDueNotices(transaction, pauseSeconds, LISTED);
        for (const notice of due) {
          const { operatorId, kind, subjects, count } = notice;
          await queries.markNoticed(transaction, notice);
          await jobs.send(transaction, operatorMails, { operatorId, kind, subjects, count });
        }
        return due.length;
      }),
  };
}
