import type { CurrencyCode, Language } from '@oyna/domain/constants';
import { formatMoney } from '@oyna/domain/money-format';
import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { type Job, type Poller, permanent, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { recordMail } from '../payment/order-mails.service.ts';
import { topUpMail } from './top-up.mails.ts';
import * as queries from './top-up.queries.ts';
import type { TopUpSuppliers } from './top-up.suppliers.ts';
import type { TopUpDelivery } from './top-up-delivery.service.ts';
import { type TopUpMessage, topUpMessages } from './top-up-messages.ts';

interface TopUpMessageParts {
  db: Database;
  mailer: Mailer | undefined;
  storeName: string;
  publicUrl: string;
}

export function topUpMessagesTask({ db, mailer, storeName, publicUrl }: TopUpMessageParts): Task<TopUpMessage> {
  async function send({ kind, orderId }: TopUpMessage, jobId: string): Promise<void> {
    const topUp = await queries.findTopUpForMail(db, orderId);
    if (!mailer || !topUp?.email) return;
    const language = topUp.language as Language;
    const sumOf = (amount: number, currency: string) => formatMoney(amount, currency as CurrencyCode, language) ?? '';
    const content = topUpMail(language, kind, {
      what: topUp.currency === null ? topUp.name : `${topUp.name}, ${sumOf(topUp.amount * 100, topUp.currency)}`,
      account: topUp.account,
      sum: sumOf(topUp.charged, topUp.charged_currency),
      url: `${publicUrl}/top-up/${orderId}`,
    });
    const messageId = messageIdOf(jobId, publicUrl);
    await mailer.send({ to: topUp.email, messageId, ...layOutMail(content, { storeName, publicUrl, language }) });
    await recordMail(db, orderId, kind);
  }

  return {
    queue: topUpMessages,
    run: (message, jobId) => send(message, jobId).catch(permanent(MailRefused)),
  };
}

/** Every few seconds on every worker; each top-up is given to one of them, and no supplier waits for another. */
export function topUpPollers({
  suppliers,
  delivery,
}: {
  suppliers: TopUpSuppliers;
  delivery: TopUpDelivery;
}): Poller[] {
  return [...suppliers.values()].map((supplier) => ({
    name: `top-ups of ${supplier.name}`,
    everySeconds: 2,
    run: (signal) => delivery.deliverDue(signal, [supplier]),
  }));
}

export function oldQuotesJob(db: Database): Job {
  return { name: 'old-top-up-quotes', cron: '17 * * * *', run: (signal) => queries.deleteOldQuotes(db, signal) };
}
