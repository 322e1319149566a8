import { CLAIM_ANSWER_HOURS } from '@oyna/domain/constants';
import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { permanent, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { createMailLink } from '../guests/order-links.service.ts';
import { listClaims } from './claim-answers.queries.ts';
import { type ClaimMessage, claimMessages } from './claim-messages.ts';
import { answeredMail, openedMail } from './claims.mails.ts';

interface TaskParts {
  db: Database;
  /** Without one, claims are only listed by `shop claims` and `shop check`. */
  mailer: Mailer | undefined;
  supportEmail: string;
  storeName: string;
  publicUrl: string;
}

/** Mails a new claim to the operator, and its answer to the buyer. A repeated job sends the same mail again. */
export function claimMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }: TaskParts): Task<ClaimMessage> {
  async function send({ kind, keyId }: ClaimMessage, jobId: string): Promise<void> {
    const messageId = messageIdOf(jobId, publicUrl);
    const [claim] = await listClaims(db, { keyId, hours: CLAIM_ANSWER_HOURS, limit: 1 });
    if (!mailer || !claim) return;
    const { status, email, productName: product, orderNumber } = claim;
    if (kind === 'opened') {
      // Answered before the mail was written: the operator has nothing to do.
      if (status !== 'open') return;
      const mail = layOutMail(openedMail({ ...claim, product }), { storeName, publicUrl, language: 'ru' });
      await mailer.send({ to: supportEmail, messageId, ...(email !== null && { replyTo: email }), ...mail });
    } else if (status !== 'open' && email !== null) {
      const { language } = claim;
      const order = { id: claim.paymentId, order_id: claim.orderId, is_guest: claim.isGuest };
      const url = await createMailLink(db, publicUrl, order);
      const content = answeredMail(language, { orderNumber, product, outcome: status, text: claim.answer, url });
      await mailer.send({ to: email, messageId, ...layOutMail(content, { storeName, publicUrl, language }) });
    }
  }

  return {
    queue: claimMessages,
    run: (message, jobId) => send(message, jobId).catch(permanent(MailRefused)),
  };
}
