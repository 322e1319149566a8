import { USED_KEY_STATUSES } from '@oyna/domain/states';
import { statusText } from '../../platform/database/transitions.ts';
import { changed } from '../../platform/unchecked-changes.ts';

/** Payments that the worker has still to book. It is a few seconds behind the sale. */
export const WAITING_FOR_BOOKING = `
  SELECT ledger_transaction.payment_id FROM ledger_transaction, finance_cursor
  WHERE ledger_transaction.id > finance_cursor.done_id AND kind IN ('payment', 'refund', 'delivery')
  UNION ALL
  SELECT order_item.payment_id FROM finance_cursor, key_return JOIN order_item ON order_item.id = key_return.order_item_id
  WHERE key_return.returned_at > finance_cursor.keys_at - interval '1 minute'
  UNION ALL
  SELECT order_item.payment_id FROM finance_cursor, delivery JOIN order_item ON order_item.id = delivery.order_item_id
  WHERE delivery.replaces_key_id IS NOT NULL AND delivery.delivered_at > finance_cursor.keys_at - interval '1 minute'`;

const booked = (kind: 'fee' | 'cost') => `
  SELECT payment_id, sum(amount) AS amount FROM ledger_transaction
  JOIN ledger_entry ON transaction_id = ledger_transaction.id
  WHERE kind = '${kind}' AND account = '${kind}' GROUP BY payment_id`;

const DAY_SUMS = 'a day whose sales are not the sum of its payments';
const daySums = (days: string, movements: string) => `
  SELECT coalesce(kept.day, truth.day) AS id FROM ${days} AS kept
  FULL JOIN (SELECT day, provider, product_id, currency, sum(sold) AS sold, sum(sales) AS sales, sum(refunds) AS refunds,
      sum(fees) AS fees, sum(cost) AS cost, sum(cost_cents) AS cost_cents
    FROM ${movements} AS movement GROUP BY day, provider, product_id, currency) AS truth
    USING (day, provider, product_id, currency)
  WHERE (coalesce(kept.sold, 0), coalesce(kept.sales, 0), coalesce(kept.refunds, 0), coalesce(kept.fees, 0),
      coalesce(kept.cost, 0), coalesce(kept.cost_cents, 0)) <> (coalesce(truth.sold, 0), coalesce(truth.sales, 0),
      coalesce(truth.refunds, 0), coalesce(truth.fees, 0), coalesce(truth.cost, 0), coalesce(truth.cost_cents, 0))`;
const DAY_TOTALS = 'a day whose totals are not the sums of its products';
const dayTotals = (totals: string, days: string) => `
  SELECT coalesce(kept.day, truth.day) AS id FROM ${totals} AS kept
  FULL JOIN (SELECT day, provider, currency, count(*) AS products, sum(sold) AS sold, sum(sales) AS sales,
      sum(refunds) AS refunds, sum(fees) AS fees, sum(cost) AS cost, sum(cost_cents) AS cost_cents
    FROM ${days} AS product_day GROUP BY day, provider, currency) AS truth USING (day, provider, currency)
  WHERE (coalesce(kept.products, 0), coalesce(kept.sold, 0), coalesce(kept.sales, 0), coalesce(kept.refunds, 0),
      coalesce(kept.fees, 0), coalesce(kept.cost, 0), coalesce(kept.cost_cents, 0)) <> (coalesce(truth.products, 0),
      coalesce(truth.sold, 0), coalesce(truth.sales, 0), coalesce(truth.refunds, 0), coalesce(truth.fees, 0),
      coalesce(truth.cost, 0), coalesce(truth.cost_cents, 0))`;
/** A movement is found by its time. One whose day was changed to another is in the copy of its payment. */
const CHANGED_DAYS = changed('day', 'date');
const MOVEMENTS_OF_CHANGED_DAYS = `(
  SELECT movement.* FROM ${CHANGED_DAYS} AS changed (day) CROSS JOIN LATERAL (SELECT * FROM public.sales_movement
    WHERE at >= shop_midnight(changed.day) AND at < shop_midnight(changed.day + 1) AND day = changed.day OFFSET 0) AS movement
  UNION SELECT * FROM pg_temp.sales_movement WHERE day IN ${CHANGED_DAYS})`;

const BATCH_STOCK = 'a batch whose stock in the ledger is not the cost of its keys';
const ALL_BATCHES = `
  SELECT key_batch.id FROM key_batch
  LEFT JOIN (SELECT batch_id, count(*) AS count FROM product_key WHERE status <> 'revoked'
      OR EXISTS (SELECT FROM delivery WHERE delivery.key_id = product_key.id)
    GROUP BY batch_id) AS kept ON kept.batch_id = key_batch.id
  LEFT JOIN (SELECT batch_id, sum(amount) AS amount FROM ledger_transaction
      JOIN ledger_entry ON transaction_id = ledger_transaction.id
    WHERE batch_id IS NOT NULL AND account = 'stock' GROUP BY batch_id) AS booked ON booked.batch_id = key_batch.id
  WHERE coalesce(kept.count, 0) * key_batch.cost_cents <> coalesce(booked.amount, 0)`;
/** By the index of each status, so a batch costs little in a large vault. A key is `returned` within a transaction only. */
const CHANGED_BATCHES = `
  SELECT batch.id FROM (SELECT id, product_id, cost_cents FROM key_batch WHERE id IN (${changed('batch')}
    UNION SELECT batch_id FROM pg_temp.ledger_transaction WHERE batch_id IS NOT NULL
    UNION SELECT batch_id FROM pg_temp.product_key WHERE status = 'revoked') OFFSET 0) AS batch
  CROSS JOIN LATERAL (SELECT
    (SELECT count(*) FROM public.product_key WHERE status = 'available' AND product_id = batch.product_id
      AND batch_id = batch.id)
    + (SELECT count(*) FROM public.product_key WHERE status = 'reserved' AND batch_id = batch.id)
    + (SELECT count(*) FROM public.product_key WHERE status = 'quarantined' AND product_id = batch.product_id
      AND batch_id = batch.id)
    + (SELECT count(*) FROM public.product_key WHERE status IN (${statusText(USED_KEY_STATUSES)}) AND batch_id = batch.id
      AND (status <> 'revoked' OR EXISTS (SELECT FROM public.delivery WHERE delivery.key_id = product_key.id))) AS count) AS kept
  CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM public.ledger_transaction
    JOIN public.ledger_entry ON transaction_id = ledger_transaction.id
    WHERE batch_id = batch.id AND account = 'stock') AS booked
  WHERE kept.count * batch.cost_cents <> booked.amount`;

/** What must hold about fee, cost, stock and the sales by day. Each question answers no rows, at any moment. */
export const FINANCE_INVARIANTS: Record<string, string> = {
  'a payment whose cost in the ledger is not that of what was delivered': `
    SELECT payment.id FROM payment
    LEFT JOIN (SELECT order_item.payment_id, sum(key_batch.cost_cents) AS cents FROM delivery
      JOIN order_item ON order_item.id = delivery.order_item_id JOIN product_key ON product_key.id = delivery.key_id
      JOIN key_batch ON key_batch.id = product_key.batch_id GROUP BY order_item.payment_id) AS keys
      ON keys.payment_id = payment.id
    LEFT JOIN top_up ON top_up.id = payment.top_up_id AND top_up.delivered_at IS NOT NULL
    LEFT JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    LEFT JOIN (${booked('cost')}) AS booked ON booked.payment_id = payment.id
    WHERE coalesce(keys.cents, 0) + coalesce(top_up.cost_cents, quote.cost_cents, 0) <> coalesce(booked.amount, 0)
      AND payment.id NOT IN (${WAITING_FOR_BOOKING})`,
  'a payment whose fee in the ledger is not that of its contract': `
    SELECT payment.id FROM payment
    LEFT JOIN LATERAL fee_terms(payment.provider, payment.currency, payment.paid_at) AS terms ON true
    LEFT JOIN (SELECT payment_id, sum(amount) AS amount FROM refund WHERE status = 'done' GROUP BY payment_id) AS refunded
      ON refunded.payment_id = payment.id
    LEFT JOIN (${booked('fee')}) AS booked ON booked.payment_id = payment.id
    WHERE coalesce(booked.amount, 0) <> CASE
        WHEN payment.paid_at IS NULL OR terms.basis_points IS NULL THEN 0
        ELSE provider_fee(payment.amount - CASE WHEN terms.is_returned THEN coalesce(refunded.amount, 0)::bigint ELSE 0 END,
          terms.basis_points, terms.fixed) END
      AND payment.id NOT IN (${WAITING_FOR_BOOKING})`,
  'a payment whose sales or refunds by day are not what was paid and refunded': `
    SELECT payment.id FROM payment
    LEFT JOIN (SELECT payment_id, sum(sales) AS sales, sum(refunds) AS refunds FROM sales_movement GROUP BY payment_id)
      AS kept ON kept.payment_id = payment.id
    LEFT JOIN (SELECT payment_id, sum(amount) AS amount FROM refund WHERE status = 'done' GROUP BY payment_id) AS refunded
      ON refunded.payment_id = payment.id
    WHERE (coalesce(kept.sales, 0), coalesce(kept.refunds, 0)) <>
      (CASE WHEN payment.paid_at IS NULL THEN 0 ELSE payment.amount END, coalesce(refunded.amount, 0))
      AND payment.id NOT IN (${WAITING_FOR_BOOKING})`,
  'a payment whose ledger disagrees with its sales by day': `
    SELECT coalesce(kept.payment_id, ledger.payment_id) AS id
    FROM (SELECT payment_id, sum(fees) AS fees, sum(cost_cents) AS cost FROM sales_movement GROUP BY payment_id) AS kept
    FULL JOIN (SELECT payment_id, sum(amount) FILTER (WHERE account = 'fee') AS fees,
        sum(amount) FILTER (WHERE account = 'cost') AS cost
      FROM ledger_transaction JOIN ledger_entry ON transaction_id = ledger_transaction.id
      WHERE kind IN ('fee', 'cost') GROUP BY payment_id) AS ledger ON ledger.payment_id = kept.payment_id
    WHERE (coalesce(kept.fees, 0), coalesce(kept.cost, 0)) <> (coalesce(ledger.fees, 0), coalesce(ledger.cost, 0))`,
  [DAY_SUMS]: daySums('sales_day', 'sales_movement'),
  [DAY_TOTALS]: dayTotals('sales_day_total', 'sales_day'),
  [BATCH_STOCK]: ALL_BATCHES,
};

/** The same for copies of what has changed. These are about days and batches, which are larger than what has changed of them. */
export const CHANGED_FINANCE_INVARIANTS: Record<string, string> = {
  ...FINANCE_INVARIANTS,
  [DAY_SUMS]: daySums(`(SELECT * FROM sales_day WHERE day IN ${CHANGED_DAYS})`, MOVEMENTS_OF_CHANGED_DAYS),
  [DAY_TOTALS]: dayTotals(
    `(SELECT * FROM sales_day_total WHERE day IN ${CHANGED_DAYS})`,
    `(SELECT * FROM sales_day WHERE day IN ${CHANGED_DAYS})`,
  ),
  [BATCH_STOCK]: CHANGED_BATCHES,
};

/** Only when nothing is going on. */
export const QUIET_FINANCE_INVARIANTS: Record<string, string> = {
  'a payment that is not booked for ten minutes': `
    SELECT ledger_transaction.payment_id AS id FROM ledger_transaction, finance_cursor
    WHERE ledger_transaction.id > finance_cursor.done_id AND kind IN ('payment', 'refund', 'delivery')
      AND booked_at < now() - interval '10 minutes'
      AND finance_cursor.keys_at < now() - interval '10 minutes'`,
};
