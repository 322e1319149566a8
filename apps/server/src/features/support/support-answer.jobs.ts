import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { PermanentError, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { supportAnswerMail } from './support-answer.mail.ts';
import { supportAnswers } from './support-messages.ts';
import { mailAnswerOnce } from './support-queue.service.ts';

interface TaskParts {
  db: Database;
  /** Without one, answers are only kept. */
  mailer: Mailer | undefined;
  supportEmail: string;
  storeName: string;
  publicUrl: string;
}

/** Mails the answer of an operator to the writer. The writer answers to the mailbox of support: the store reads no mail. */
export function supportAnswersTask({
  db,
  mailer,
  supportEmail,
  storeName,
  publicUrl,
}: TaskParts): Task<{ id: number }> {
  return {
    queue: supportAnswers,
    async run({ id }) {
      if (!mailer) return;
      await mailAnswerOnce(db, id, async (text, message) => {
        const { email, language } = message;
        const mail = layOutMail(supportAnswerMail(text, message), { storeName, publicUrl, language });
        const messageId = `<answer-${id}@${new URL(publicUrl).hostname}>`;
        await mailer.send({ to: email, replyTo: supportEmail, messageId, ...mail });
      }).catch((error: unknown) => {
        throw error instanceof MailRefused ? new PermanentError(error.message, { cause: error }) : error;
      });
    },
  };
}
