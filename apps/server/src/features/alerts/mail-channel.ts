import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import { sql } from 'kysely';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { type AlertChannel, alertMessages } from './alert-channels.ts';
import { alertLabels } from './alert-texts.ts';

interface MailParts {
  mailer: Mailer;
  storeName: string;
  publicUrl: string;
}

/** To confirmed addresses only: an alert must not write to a stranger. */
export function createMailChannel({ mailer, storeName, publicUrl }: MailParts): AlertChannel {
  const host = new URL(publicUrl).hostname;
  return {
    name: 'mail',
    queue: alertMessages,

    async listTargets(db, accountIds) {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM account WHERE id = ANY (${accountIds}::bigint[]) AND email_confirmed_at IS NOT NULL`.execute(db);
      return new Map(rows.map(({ id }) => [id, ['']]));
    },

    async send(_db, _target, { id, email, language, title, lines, url, stopUrl }, signal) {
      if (email === null) return 'gone';
      const { open, stop, why } = alertLabels(language);
      const content = {
        subject: title,
        paragraphs: [...lines],
        button: { label: open, url },
        note: why,
        link: { label: stop, url: stopUrl },
      };
      const letter = layOutMail(content, { storeName, publicUrl, language });
      try {
        await mailer.send({ to: email, messageId: `<alert-${id}@${host}>`, stopUrl, ...letter }, signal);
        return 'sent';
      } catch (error) {
        if (error instanceof MailRefused) return 'refused';
        throw error;
      }
    },
  };
}
