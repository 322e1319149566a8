import type { Language } from '@oyna/domain/constants';
import { orderedName } from '@oyna/domain/edition-name';
import { formatMoney } from '@oyna/domain/money-format';
import { type Mailer, MailRefused } from '@oyna/providers/mail/mail';
import type { Database } from '../../platform/database/connection.ts';
import { type Poller, permanent, type Task } from '../../platform/jobs/worker.ts';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { createMailLink } from '../guests/order-links.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { paidMail, refundedMail } from './order.mails.ts';
import { recordMail } from './order-mails.service.ts';
import { type OrderMessage, orderMessages } from './order-messages.ts';
import * as queries from './payment.queries.ts';
import type { PaymentWatchService } from './payment-watch.service.ts';
import { receiptLines } from './receipt.mail.ts';
import type { Receipts } from './receipt.service.ts';
import type { RefundsService } from './refunds.service.ts';

interface OrderMessageParts {
  db: Database;
  keys: KeysService;
  receipts: Receipts;
  mailer: Mailer | undefined;
  storeName: string;
  publicUrl: string;
  /** The mail holds the keys. Off by default, because others may read a mailbox. */
  mailKeys: boolean;
}

type MailedOrder = NonNullable<Awaited<ReturnType<typeof queries.findOrderForMail>>>;

export function orderMessagesTask(parts: OrderMessageParts): Task<OrderMessage> {
  const { db, keys, receipts, mailer, storeName, publicUrl, mailKeys } = parts;

  async function send(message: OrderMessage, jobId: string): Promise<void> {
    const order = await queries.findOrderForMail(db, message.orderId);
    if (!mailer || !order?.email) return;
    const language = order.language;
    const url = await createMailLink(db, publicUrl, order);
    const sumOf = (amount: number) => formatMoney(amount, order.currency, language) ?? '';
    const { number } = order;
    const content =
      message.kind === 'refunded'
        ? refundedMail(language, { number, sum: sumOf(message.amount), url })
        : paidMail(language, {
            number,
            sum: sumOf(order.amount),
            ...(await linesOf(order, language)),
            receipt: await receiptOf(order.order_id, language),
            url,
          });
    const messageId = messageIdOf(jobId, publicUrl);
    await mailer.send({ to: order.email, messageId, ...layOutMail(content, { storeName, publicUrl, language }) });
    await recordMail(db, order.order_id, message.kind);
  }

  async function receiptOf(orderId: string, language: Language): Promise<string | undefined> {
    const receipt = await receipts.find(orderId);
    return receipt && receiptLines(language, receipt);
  }

  async function linesOf(order: MailedOrder, language: Language) {
    const currency = order.currency;
    const { id: paymentId, account_id: accountId } = order;
    const items = await queries.listOrderedItems(db, paymentId, language);
    // An address that was only typed may be another person's. Guests have no other.
    const isProven = order.email_confirmed_at !== null;
    const keyIds = mailKeys && isProven ? items.flatMap(({ key_ids: ids }) => ids) : [];
    const opened = await keys.openForMail(keyIds, accountId);
    const lines = items.map(({ name, count, amount, key_ids: ids }) =>
      [
        `${orderedName(name, language)} × ${count}: ${formatMoney(amount, currency, language)}`,
        ...ids.flatMap((id) => opened.get(id) ?? []),
      ].join('\n'),
    );
    const delivered = items
      .filter(({ key_ids: ids }) => ids.length > 0)
      .map((item) => ({ ...item, name: orderedName(item.name, language) }));
    return { lines, delivered, isWhole: items.every(({ count, key_ids: ids }) => ids.length >= count) };
  }

  return {
    queue: orderMessages,
    run: (message, jobId) => send(message, jobId).catch(permanent(MailRefused)),
  };
}

interface PaymentPollerParts {
  watch: PaymentWatchService;
  refunds: RefundsService;
  keys: KeysService;
  providers: ReadonlyMap<string, unknown>;
}

/**
 * Every few seconds on every worker; each payment, and each refund, is given to one of them, and no provider waits for
 * another. What belongs to providers that are not configured any more has its own pollers.
 */
export function paymentPollers({ watch, refunds, keys, providers }: PaymentPollerParts): Poller[] {
  const untilNone = async (work: () => Promise<number>) => {
    while ((await work()) > 0);
  };
  const names = [...providers.keys()];
  const groups = [
    ...names.map((name) => ({ of: name, names: [name], isOthers: false })),
    { of: 'other providers', names, isOthers: true },
  ];
  return [
    ...groups.flatMap(({ of, ...group }): Poller[] => [
      { name: `payment-checks of ${of}`, everySeconds: 5, run: () => untilNone(() => watch.checkDue(group)) },
      { name: `refunds of ${of}`, everySeconds: 3, run: () => untilNone(() => refunds.refundDue(group)) },
    ]),
    availabilityPoller(keys),
  ];
}

const WHOLE_EVERY_MS = 24 * 3_600_000;
/** Longer than the pause between two runs and a transaction together. */
const RECENT_SECONDS = 600;

/**
 * What changes the stock sets the availability after its commit. This corrects what a crash has left undone: products with changed keys
 * every minute, all products when the worker starts and once a day.
 */
export function availabilityPoller(
  keys: Pick<KeysService, 'refreshEveryAvailability' | 'refreshRecentAvailability'>,
): Poller {
  let wholeAt = Number.NEGATIVE_INFINITY;
  let ranAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'availability',
    everySeconds: 60,
    async run(signal) {
      const now = performance.now();
      // After a long break of the database the recent changes are not all.
      const isWhole = now - wholeAt >= WHOLE_EVERY_MS || now - ranAt >= (RECENT_SECONDS * 1000) / 2;
      if (isWhole) await keys.refreshEveryAvailability(signal);
      else await keys.refreshRecentAvailability(RECENT_SECONDS);
      ranAt = now;
      if (isWhole) wholeAt = now;
    },
  };
}
