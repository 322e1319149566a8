import type { Language } from '@oyna/domain/constants';
import { type Mail, type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { permanent, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail, type MailContent } from '../../platform/mail/mail-layout.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { supportMail } from './support.mail.ts';
import * as queries from './support.queries.ts';
import { supportAnswerMail } from './support-answer.mail.ts';
import { supportAnswers, supportMessages } from './support-messages.ts';
import { mailAnswerOnce } from './support-queue.service.ts';

interface TaskParts {
  db: Database;
  /** Without one, messages and answers are only kept. */
  mailer: Mailer | undefined;
  supportEmail: string;
  storeName: string;
  publicUrl: string;
}

type Letter = Required<Pick<Mail, 'to' | 'replyTo'>> & { name: string; language: Language; content: MailContent };

/**
 * Each mail is sent once, unless the process dies after the mail server has accepted it and before the database knows. Then
 * it is sent again with the same Message-ID, so that a mailbox shows it once.
 */
async function sendLetter(mailer: Mailer, { storeName, publicUrl }: TaskParts, letter: Letter): Promise<void> {
  const { to, replyTo, name, language, content } = letter;
  const messageId = messageIdOf(name, publicUrl);
  const mail = layOutMail(content, { storeName, publicUrl, language });
  await mailer.send({ to, replyTo, messageId, ...mail }).catch(permanent(MailRefused));
}

/** Brings a visitor's message to the operator, whose answer goes straight to the visitor. */
export function supportMessagesTask(parts: TaskParts): Task<{ id: number }> {
  const { db, mailer, supportEmail } = parts;
  return {
    queue: supportMessages,
    async run({ id }) {
      const row = await queries.findMessage(db, id);
      if (!mailer || !row || row.mailed_at) return;
      const content = supportMail({ ...row, topic: row.topic, language: row.language });
      const letter = { to: supportEmail, replyTo: row.email, name: `message-${id}`, language: 'ru' as const, content };
      await sendLetter(mailer, parts, letter);
      await queries.markMailed(db, id);
    },
  };
}

/** Mails the answer of an operator to the writer. The writer answers to the mailbox of support: the store reads no mail. */
export function supportAnswersTask(parts: TaskParts): Task<{ id: number }> {
  const { db, mailer, supportEmail } = parts;
  return {
    queue: supportAnswers,
    async run({ id }) {
      if (!mailer) return;
      await mailAnswerOnce(db, id, (text, message) => {
        const { email: to, language } = message;
        const content = supportAnswerMail(text, message);
        return sendLetter(mailer, parts, { to, replyTo: supportEmail, name: `answer-${id}`, language, content });
      });
    },
  };
}
