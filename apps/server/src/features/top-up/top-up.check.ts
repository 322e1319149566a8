import { OPEN_TOP_UP_STATUSES, TOP_UP_STATUS, WAITING_PAYMENT_STATUSES } from '@oyna/domain/states';
import { TOP_UP_WAIT_SECONDS } from '@oyna/domain/top-up';
import { type TopUpSupplier, TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection.ts';
import { statusText } from '../../platform/database/transitions.ts';
import type { Comparison } from '../payment/payment.check.ts';
import type { TopUpService } from './top-up.services.ts';
import type { DueTopUp } from './top-up-delivery.queries.ts';
import { orderOf } from './top-up-order.ts';

const { delivered, waiting, inDelivery, failed, refunded } = TOP_UP_STATUS;

/** What must always hold of top-ups, in addition to the checks of payments. Each query returns no rows. */
export const TOP_UP_INVARIANTS: Record<string, string> = {
  'a top-up without its payment': `
    SELECT top_up.id FROM top_up LEFT JOIN payment ON payment.top_up_id = top_up.id WHERE payment.id IS NULL`,
  'a delivered top-up without a confirmed payment': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE top_up.status = ${delivered} AND payment.paid_at IS NULL`,
  'a top-up that went to a supplier before it was paid': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE top_up.tries > 0 AND payment.paid_at IS NULL`,
  'a payment of another sum than its quote': `
    SELECT payment.id FROM payment JOIN top_up ON top_up.id = payment.top_up_id
    JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    WHERE payment.amount <> quote.charged OR payment.currency <> quote.charged_currency
      OR payment.provider <> quote.provider OR payment.base_cents <> quote.base_cents`,
  'a top-up sold below its cost': `
    SELECT top_up.id FROM top_up JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    WHERE top_up.cost_cents > quote.base_cents OR quote.charged < quote.base_cents * quote.rate`,
  'a top-up that was delivered and, not by an operator, refunded': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    JOIN refund ON refund.payment_id = payment.id WHERE top_up.status = ${delivered} AND refund.reason <> 'operator'`,
  'a refunded top-up of which something was kept': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE top_up.status = ${refunded} AND payment.amount <> (
      SELECT coalesce(sum(amount), 0) FROM refund WHERE payment_id = payment.id AND refund.status = 'done')`,
  'a failed top-up that was paid and does not go back': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE top_up.status = ${failed} AND payment.paid_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM refund WHERE payment_id = payment.id)`,
  'a top-up that waits although its payment is decided, or the other way round': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE (top_up.status = ${waiting}) <> (payment.status IN (${statusText(WAITING_PAYMENT_STATUSES)})) AND payment.status <> 'review'`,
  'a delivery that is not booked, or a booked one that was none': `
    SELECT top_up.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
    WHERE (top_up.status = ${delivered}) <> EXISTS (
      SELECT FROM ledger_transaction WHERE payment_id = payment.id AND kind = 'delivery')`,
  'a paid top-up of which something else is owed than was charged': `
    WITH booked AS (
      SELECT movement.payment_id, entry.currency, sum(entry.amount) AS amount
      FROM ledger_transaction AS movement JOIN ledger_entry AS entry ON entry.transaction_id = movement.id
      WHERE entry.account = 'owed' GROUP BY movement.payment_id, entry.currency
    )
    SELECT payment.id FROM payment
    LEFT JOIN booked ON booked.payment_id = payment.id AND booked.currency = payment.currency
    WHERE payment.top_up_id IS NOT NULL AND payment.paid_at IS NOT NULL AND coalesce(booked.amount, 0)
      <> CASE WHEN EXISTS (SELECT FROM ledger_transaction WHERE payment_id = payment.id AND kind = 'delivery')
        OR EXISTS (SELECT FROM refund WHERE payment_id = payment.id AND refund.status = 'done') THEN 0
        ELSE -payment.amount END`,
};

/** Only when nothing is going on. */
export const QUIET_TOP_UP_INVARIANTS: Record<string, string> = {
  'a paid top-up neither delivered nor refunded': `
    SELECT id FROM top_up WHERE (status = ${inDelivery} OR (status = ${failed} AND paid_at IS NOT NULL))
      AND paid_at < now() - make_interval(secs => ${TOP_UP_WAIT_SECONDS.fault})`,
};

/** Payments whose top-up the last question finds at a later time although nothing of it changes. */
export const UNFINISHED_TOP_UPS = `
  SELECT payment.id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
  WHERE top_up.status IN (${statusText(OPEN_TOP_UP_STATUSES)}) OR (top_up.status = ${failed} AND top_up.paid_at IS NOT NULL)`;

const NEWEST = 200;

type ComparedTopUp = DueTopUp & { status: number };

/**
 * Compares the newest top-ups with the suppliers, one by one. An order that a supplier can only report by
 * ordering it again is left out.
 */
export async function compareWithSuppliers(
  db: Database,
  suppliers: ReadonlyMap<TopUpService, TopUpSupplier>,
  publicUrl: string,
): Promise<Comparison> {
  const faults: string[] = [];
  const silent = new Map<string, number>();
  let asked = 0;
  for (const topUp of await listToCompare(db, suppliers)) {
    const supplier = suppliers.get(topUp.service);
    if (!supplier) continue;
    try {
      const answer = await supplier.read(orderOf(topUp, publicUrl), topUp.supplier_id);
      asked += 1;
      const isDelivered = topUp.status === delivered;
      // A top-up in delivery may be delivered there a moment before we know it.
      if ((answer.status === 'delivered') !== isDelivered && topUp.status !== inDelivery) {
        faults.push(
          `${supplier.name} ${topUp.order_id}: ${answer.status} there, ${isDelivered ? '' : 'not '}delivered here`,
        );
      }
    } catch (error) {
      if (!(error instanceof TopUpSupplierError)) throw error;
      silent.set(supplier.name, (silent.get(supplier.name) ?? 0) + 1);
      faults.push(`${supplier.name} ${topUp.order_id}: ${error.message}`);
    }
  }
  const unknown = await countOfOthers(db, [...suppliers.keys()]);
  const notAsked = [
    ...unknown.map(({ supplier, count }) => `${supplier}: ${count} top-ups, the supplier is not configured`),
    ...[...silent].map(([supplier, count]) => `${supplier}: ${count} top-ups, the supplier does not answer`),
  ];
  return { asked, notAsked, faults };
}

async function listToCompare(
  db: Database,
  suppliers: ReadonlyMap<TopUpService, TopUpSupplier>,
): Promise<ComparedTopUp[]> {
  const foundByCode = [...suppliers].filter(([, { findsByCode }]) => findsByCode).map(([service]) => service);
  const { rows } = await sql<ComparedTopUp>`
    SELECT top_up.id, payment.order_id, quote.service, top_up.supplier, top_up.code, top_up.supplier_id, quote.name, top_up.account,
      quote.amount, quote.currency, top_up.status
    FROM top_up JOIN top_up_quote AS quote ON quote.id = top_up.quote_id JOIN payment ON payment.top_up_id = top_up.id
    WHERE top_up.tries > 0 AND (quote.service = ANY (${foundByCode}::text[]) OR top_up.supplier_id IS NOT NULL)
      AND quote.service = ANY (${[...suppliers.keys()]}::text[])
    ORDER BY top_up.id DESC LIMIT ${NEWEST}`.execute(db);
  return rows;
}

async function countOfOthers(db: Database, services: TopUpService[]) {
  const { rows } = await sql<{ supplier: string; count: number }>`
    SELECT top_up.supplier, count(*)::integer AS count
    FROM top_up JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    WHERE top_up.tries > 0 AND quote.service <> ALL (${services}::text[])
    GROUP BY top_up.supplier ORDER BY top_up.supplier`.execute(db);
  return rows;
}
