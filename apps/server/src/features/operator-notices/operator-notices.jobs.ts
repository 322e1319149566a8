import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { type Job, type Poller, permanent, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { deleteOldRequests } from '../../platform/once.ts';
import { noticeMail } from './operator-notices.mails.ts';
import * as queries from './operator-notices.queries.ts';
import { type OperatorMail, type OperatorNoticesService, operatorMails } from './operator-notices.service.ts';

interface TaskParts {
  db: Database;
  mailer: Mailer | undefined;
  storeName: string;
  publicUrl: string;
  /** Undefined without a console. */
  consoleUrl: string | undefined;
}

export function operatorMailsTask({ db, mailer, storeName, publicUrl, consoleUrl }: TaskParts): Task<OperatorMail> {
  return {
    queue: operatorMails,
    async run({ operatorId, kind, subjects, count }, jobId) {
      const operator = await queries.findOperatorToMail(db, operatorId);
      if (!mailer || !operator || consoleUrl === undefined) return;
      const isOrder = kind === 'review' || kind === 'refund-failed';
      const names = isOrder
        ? await queries.listOrderNumbers(db, subjects)
        : kind === 'low-stock'
          ? await queries.listProductNames(db, subjects)
          : subjects;
      const content = noticeMail(operator.language, { kind, names, count, consoleUrl });
      const messageId = messageIdOf(jobId, publicUrl);
      const mail = layOutMail(content, { storeName, publicUrl, language: operator.language });
      await mailer.send({ to: operator.email, messageId, ...mail }).catch(permanent(MailRefused));
    },
  };
}

export const noticesPoller = (notices: OperatorNoticesService): Poller => ({
  name: 'operator-notices',
  everySeconds: 10,
  run: () => notices.queueDue(),
});

export const oldConsoleRowsJob = (db: Database): Job => ({
  name: 'old-console-rows',
  cron: '40 3 * * *',
  run: async (signal) => {
    await deleteOldRequests(db, signal);
    await queries.deleteOldEvents(db, signal);
  },
});
