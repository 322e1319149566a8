import type { Language, SupportTopic } from '@oyna/domain/constants';
import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { PermanentError, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { supportMail } from './support.mail.ts';
import * as queries from './support.queries.ts';
import { supportMessages } from './support-messages.ts';

interface TaskParts {
  db: Database;
  /** Without one, messages are only kept. */
  mailer: Mailer | undefined;
  supportEmail: string;
  storeName: string;
  publicUrl: string;
}

/** Brings a visitor's message to the operator, whose answer goes straight to the visitor. */
export function supportMessagesTask({
  db,
  mailer,
  supportEmail,
  storeName,
  publicUrl,
}: TaskParts): Task<{ id: number }> {
  return {
    queue: supportMessages,
    async run({ id }) {
      const row = await queries.findMessage(db, id);
      if (!mailer || !row || row.mailed_at) return;
      const message = { ...row, topic: row.topic as SupportTopic, language: row.language as Language };
      const mail = layOutMail(supportMail(message), { storeName, publicUrl, language: 'ru' });
      try {
        await mailer.send({ to: supportEmail, replyTo: row.email, ...mail });
      } catch (error) {
        throw error instanceof MailRefused ? new PermanentError(error.message, { cause: error }) : error;
      }
      await queries.markMailed(db, id);
    },
  };
}
