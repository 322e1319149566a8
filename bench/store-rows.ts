/** The rows of a store with data of a year, consistent enough for `shop check` to find no fault in them. */

export interface StoreSize {
  accounts: number;
  orders: number;
  keys: number;
  /** 0 for the demo catalogue alone. */
  products: number;
}

export const FILLED_TABLES = [
  'account',
  'basket',
  'basket_item',
  'payment',
  'order_item',
  'top_up_quote',
  'top_up',
  'key_batch',
  'product_key',
  'delivery',
  'key_reveal',
  'key_claim',
  'refund',
  'refund_item',
  'ledger_transaction',
  'ledger_entry',
  'sales_movement',
  'sales_day',
  'payment_alert',
  'support_message',
];

const KEYS_PER_BATCH = 1_000;
/** Above the ids of the demo. */
const FIRST_BATCH = 1_000_000;
const FIRST_KEY = 1_000_000;
const FIRST_MOVEMENT = 1_000_000;
const KEY_CENTS = 300;
const TOP_UP_CENTS = 200;

/** Every twentieth order is a top-up. Most orders are paid, some were refunded, expired, failed or wait for an operator. */
const STATUS = `CASE WHEN i % 20 = 0 THEN 'paid' WHEN i % 97 = 0 THEN 'refunded' WHEN i % 101 = 0 THEN 'partly-refunded'
  WHEN i % 17 = 0 THEN 'expired' WHEN i % 23 = 0 THEN 'failed' WHEN i % 20011 = 0 THEN 'review' ELSE 'paid' END`;
const IS_REFUNDED = '(i % 20 > 0 AND i % 97 = 0)';
const IS_PARTLY_REFUNDED = '(i % 20 > 0 AND i % 97 > 0 AND i % 101 = 0)';
const IS_PAID = '(i % 20 = 0 OR i % 97 = 0 OR i % 101 = 0 OR (i % 17 > 0 AND i % 23 > 0 AND i % 20011 > 0))';
const PROVIDER = "(ARRAY['epoint', 'platron', 'kassa24', 'epoint'])[1 + i % 4]";
const CURRENCY = "(ARRAY['AZN', 'RUB', 'KZT', 'USD'])[1 + i % 4]";
const BASE_CENTS = '(500 + i % 5000)';
const AMOUNT = '(6 * (500 + i % 5000))::bigint';
const RATE = '5.5';
const BASKET = "md5('basket' || i)::uuid";
const QUOTE = "md5('quote' || i / 20)::uuid";
const HAS_CLAIM = '(i % 100 = 1)';
const IS_DISPUTED = `(i % 20000 = 1 AND NOT ${IS_REFUNDED})`;

/** In the order of their use. The orders are spread over the year that ends at `end`. */
export function statementsFor({ accounts, orders, keys }: StoreSize, end: Date): [string, string][] {
  const batches = Math.max(1, Math.round(keys / KEYS_PER_BATCH));
  const from = new Date(end.getTime() - 365 * 86_400_000);
  const at = `(timestamptz '${from.toISOString()}' + i * (interval '364 days 23 hours' / ${orders}))`;
  const paidAt = `(${at} + interval '90 seconds')`;
  const refundedAt = `(${at} + interval '5 minutes')`;
  const account = `(1 + (i * 7919::bigint) % ${accounts})`;
  const all = `generate_series(1, ${orders}) AS i`;
  // The movements of an order have ids that follow from its number.
  const movement = FIRST_MOVEMENT;
  const [cost, delivery, refund, batch] = [1, 2, 3, 4].map((turn) => movement + turn * orders) as [
    number,
    number,
    number,
    number,
  ];
  const withBatch = `${all} JOIN key_batch AS batch ON batch.id = ${FIRST_BATCH} + i % ${batches}`;
  return [
    [
      'customers',
      `INSERT INTO account (login, email, phone, language, created_at)
       SELECT 'buyer' || i, 'buyer' || i || '@mail' || i % 50 || '.example', '+77' || lpad(i::text, 9, '0'), 'ru',
         timestamptz '${from.toISOString()}' - interval '1 year' + i * (interval '2 years' / ${accounts})
       FROM generate_series(1, ${accounts}) AS i`,
    ],
    [
      'batches',
      `INSERT INTO key_batch (id, product_id, supplier, cost_cents, key_count, imported_at) OVERRIDING SYSTEM VALUE
       SELECT ${FIRST_BATCH} + i, product.id, 'supplier' || i % 40, ${KEY_CENTS}, ${KEYS_PER_BATCH}, timestamptz '${from.toISOString()}'
       FROM generate_series(0, ${batches - 1}) AS i
       CROSS JOIN (SELECT count(*) AS products FROM product WHERE type = 'Key') AS counted
       JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM product WHERE type = 'Key') AS product
         ON product.place = i * greatest(1, products / ${batches}) % products;
       DELETE FROM offer_margin;
       INSERT INTO offer_margin (product_id, price_cents, cost_cents)
         SELECT DISTINCT ON (product_id) product_id, price_with_discount_cents, cost_cents
         FROM key_batch JOIN product ON product.id = product_id WHERE undone_at IS NULL ORDER BY product_id, key_batch.id DESC`,
    ],
    [
      // In the order of their ids, so that the index is written once. New ones are added at random places.
      'baskets',
      `INSERT INTO basket (id, account_id, status, created_at)
       SELECT ${BASKET} AS id, ${account}, CASE WHEN ${IS_PAID} THEN 3 WHEN ${STATUS} = 'review' THEN 2 ELSE 4 END, ${at}
       FROM ${all} WHERE i % 20 > 0 ORDER BY id`,
    ],
    [
      'items of baskets',
      `INSERT INTO basket_item (basket_id, product_id, count, price_cents, added_at)
       SELECT ${BASKET} AS id, batch.product_id, 1, ${BASE_CENTS}, ${at} FROM ${withBatch} WHERE i % 20 > 0 ORDER BY id`,
    ],
    [
      'orders',
      `INSERT INTO payment (order_id, basket_id, top_up_id, account_id, provider, status, amount, currency, base_cents, rate,
         rate_source, rate_at, language, provider_payment_id, created_at, expires_at, paid_at, given_up_at)
       SELECT upper(md5('order' || i)), CASE WHEN i % 20 > 0 THEN ${BASKET} END,
         CASE WHEN i % 20 = 0 THEN i / 20 END, ${account}, ${PROVIDER}, ${STATUS}, ${AMOUNT}, ${CURRENCY}, ${BASE_CENTS}, ${RATE},
         'bench', ${at}, 'ru', 'pp-' || md5('provider' || i), ${at}, ${at} + interval '30 minutes',
         CASE WHEN ${IS_PAID} THEN ${paidAt} END,
         CASE WHEN ${STATUS} IN ('expired', 'failed') THEN ${at} + interval '30 minutes' END
       FROM ${all}`,
    ],
    [
      'top-ups',
      `INSERT INTO top_up_quote (id, service, product_id, name, provider, amount, currency, cost_cents, base_cents, charged,
           charged_currency, rate, rate_source, rate_at, created_at, expires_at)
         SELECT ${QUOTE}, 'steam', 278, 'Steam', ${PROVIDER}, 1000, 'KZT', ${TOP_UP_CENTS}, ${BASE_CENTS}, ${AMOUNT}, ${CURRENCY},
           ${RATE}, 'bench', ${at}, ${at}, ${at} + interval '10 minutes' FROM ${all} WHERE i % 20 = 0;
       INSERT INTO top_up (quote_id, email, language, status, supplier, code, supplier_id, account, paid_at, delivered_at,
           created_at)
         SELECT ${QUOTE}, 'guest' || i / 20 || '@example.com', 'ru', 1, 'clouter', upper(md5('code' || i)),
           'sup-' || i / 20, 'player' || i / 20, ${paidAt}, ${paidAt}, ${at} FROM ${all} WHERE i % 20 = 0`,
    ],
    [
      'items',
      `INSERT INTO order_item (id, payment_id, product_id, name, count, price_cents, amount) OVERRIDING SYSTEM VALUE
       SELECT i, i, product.id, product.name, 1, ${BASE_CENTS}, ${AMOUNT}
       FROM ${withBatch} JOIN product ON product.id = batch.product_id WHERE i % 20 > 0;
       SELECT setval(pg_get_serial_sequence('order_item', 'id'), ${orders})`,
    ],
    [
      'sold keys',
      `INSERT INTO product_key (id, product_id, batch_id, status, master_id, sealed, fingerprint, order_item_id, changed_at)
       SELECT ${FIRST_KEY} + i, batch.product_id, batch.id,
         CASE WHEN ${IS_REFUNDED} THEN 'revoked' WHEN ${IS_DISPUTED} THEN 'disputed' ELSE 'sold' END, (SELECT master_id FROM product_key ORDER BY id LIMIT 1),
         decode(md5('sealed' || i) || md5('more' || i), 'hex'), sha256(('sold' || i)::bytea), i,
         CASE WHEN ${IS_REFUNDED} THEN ${refundedAt} ELSE ${paidAt} END
       FROM ${withBatch} WHERE i % 20 > 0 AND ${IS_PAID}`,
    ],
    [
      'keys in stock',
      `INSERT INTO product_key (id, product_id, batch_id, status, master_id, sealed, fingerprint, changed_at)
       SELECT ${FIRST_KEY + orders} + i, batch.product_id, batch.id, 'available', (SELECT master_id FROM product_key ORDER BY id LIMIT 1),
         decode(md5('sealed' || i) || md5('more' || i), 'hex'), sha256(('stock' || i)::bytea), batch.imported_at
       FROM generate_series(1, ${keys - orders}) AS i JOIN key_batch AS batch ON batch.id = ${FIRST_BATCH} + i % ${batches};
       SELECT setval(pg_get_serial_sequence('product_key', 'id'), ${FIRST_KEY + keys})`,
    ],
    [
      'deliveries',
      `INSERT INTO delivery (key_id, order_item_id, delivered_at)
       SELECT ${FIRST_KEY} + i, i, ${paidAt} FROM ${all} WHERE i % 20 > 0 AND ${IS_PAID}`,
    ],
    [
      'openings and claims',
      `INSERT INTO key_reveal (key_id, channel, account_id, address, user_agent, revealed_at)
         SELECT ${FIRST_KEY} + i, 'page', ${account}, '198.51.100.7', 'bench', ${paidAt} + interval '1 minute'
         FROM ${all} WHERE i % 20 > 0 AND ${IS_PAID} AND i % 5 < 3;
       INSERT INTO key_claim (key_id, batch_id, account_id, reason, status, created_at, resolved_at)
         SELECT ${FIRST_KEY} + i, ${FIRST_BATCH} + i % ${batches}, ${account}, 'invalid',
           CASE WHEN ${IS_DISPUTED} THEN 'open' ELSE 'refused' END, ${paidAt} + interval '2 minutes',
           CASE WHEN NOT ${IS_DISPUTED} THEN ${paidAt} + interval '3 minutes' END
         FROM ${all} WHERE ${HAS_CLAIM} AND ${IS_PAID}`,
    ],
    [
      'refunds',
      `INSERT INTO refund (id, payment_id, amount, reason, status, refunded_before, next_try_at, done_at, created_at)
           OVERRIDING SYSTEM VALUE
         SELECT i, i, CASE WHEN ${IS_REFUNDED} THEN ${AMOUNT} ELSE 1 END, 'operator', 'done', 0, NULL, ${refundedAt}, ${refundedAt}
         FROM ${all} WHERE ${IS_REFUNDED} OR ${IS_PARTLY_REFUNDED};
       INSERT INTO refund_item (refund_id, order_item_id, count, amount)
         SELECT i, i, 1, ${AMOUNT} FROM ${all} WHERE ${IS_REFUNDED};
       SELECT setval(pg_get_serial_sequence('refund', 'id'), ${orders})`,
    ],
    [
      'ledger',
      `INSERT INTO ledger_transaction (id, kind, payment_id, refund_id, batch_id, step, booked_at) OVERRIDING SYSTEM VALUE
         SELECT ${movement} + i, 'payment', i, NULL::bigint, NULL::integer, NULL::integer, ${paidAt} FROM ${all} WHERE ${IS_PAID};
       INSERT INTO ledger_transaction (id, kind, payment_id, step, booked_at) OVERRIDING SYSTEM VALUE
         SELECT ${cost} + i, 'cost', i, 1, ${paidAt} FROM ${all} WHERE ${IS_PAID};
       INSERT INTO ledger_transaction (id, kind, payment_id, booked_at) OVERRIDING SYSTEM VALUE
         SELECT ${delivery} + i, 'delivery', i, ${paidAt} FROM ${all} WHERE i % 20 = 0;
       INSERT INTO ledger_transaction (id, kind, payment_id, refund_id, booked_at) OVERRIDING SYSTEM VALUE
         SELECT ${refund} + i, 'refund', i, i, ${refundedAt} FROM ${all} WHERE ${IS_REFUNDED} OR ${IS_PARTLY_REFUNDED};
       INSERT INTO ledger_transaction (id, kind, batch_id, booked_at) OVERRIDING SYSTEM VALUE
         SELECT ${batch} + id - ${FIRST_BATCH}, 'import', id, imported_at FROM key_batch WHERE id >= ${FIRST_BATCH};
       SELECT setval(pg_get_serial_sequence('ledger_transaction', 'id'), ${batch + batches})`,
    ],
    [
      'entries of the ledger',
      `INSERT INTO ledger_entry (transaction_id, account, currency, amount)
         SELECT ${movement} + i, entry.account, ${CURRENCY}, entry.amount FROM ${all}, LATERAL (VALUES ('provider:' || ${PROVIDER}, ${AMOUNT}),
           (CASE WHEN i % 20 = 0 THEN 'owed' ELSE 'sales' END, -${AMOUNT})) AS entry (account, amount) WHERE ${IS_PAID};
       INSERT INTO ledger_entry (transaction_id, account, currency, amount)
         SELECT ${cost} + i, entry.account, 'USD', entry.amount FROM ${all}, LATERAL (VALUES
           ('cost', CASE WHEN i % 20 = 0 THEN ${TOP_UP_CENTS} ELSE ${KEY_CENTS} END),
           (CASE WHEN i % 20 = 0 THEN 'supplier:clouter' ELSE 'stock' END,
            CASE WHEN i % 20 = 0 THEN -${TOP_UP_CENTS} ELSE -${KEY_CENTS} END)) AS entry (account, amount) WHERE ${IS_PAID};
       INSERT INTO ledger_entry (transaction_id, account, currency, amount)
         SELECT ${delivery} + i, entry.account, ${CURRENCY}, entry.amount FROM ${all},
           LATERAL (VALUES ('owed', ${AMOUNT}), ('sales', -${AMOUNT})) AS entry (account, amount) WHERE i % 20 = 0;
       INSERT INTO ledger_entry (transaction_id, account, currency, amount)
         SELECT ${refund} + i, entry.account, ${CURRENCY}, entry.sign * CASE WHEN ${IS_REFUNDED} THEN ${AMOUNT} ELSE 1 END
         FROM ${all}, LATERAL (VALUES ('provider:' || ${PROVIDER}, -1), ('sales', 1)) AS entry (account, sign)
         WHERE ${IS_REFUNDED} OR ${IS_PARTLY_REFUNDED};
       INSERT INTO ledger_entry (transaction_id, account, currency, amount)
         SELECT ${batch} + batch.id - ${FIRST_BATCH}, entry.account, 'USD', entry.sign * counted.count * ${KEY_CENTS}
         FROM key_batch AS batch JOIN (SELECT batch_id, count(*) AS count FROM product_key GROUP BY batch_id) AS counted
           ON counted.batch_id = batch.id,
           LATERAL (VALUES ('stock', 1), ('supplier:' || batch.supplier, -1)) AS entry (account, sign)
         WHERE batch.id >= ${FIRST_BATCH}`,
    ],
    [
      'sales',
      `INSERT INTO sales_movement (payment_id, product_id, at, day, provider, currency, sold, sales, refunds, fees, cost, cost_cents)
         SELECT i, CASE WHEN i % 20 = 0 THEN 278 ELSE batch.product_id END, ${paidAt}, shop_day(${paidAt}), ${PROVIDER}, ${CURRENCY},
           1, ${AMOUNT}, 0, 0, round(cents * ${RATE}), cents
         FROM ${withBatch}, LATERAL (SELECT CASE WHEN i % 20 = 0 THEN ${TOP_UP_CENTS} ELSE ${KEY_CENTS} END AS cents) AS paid
         WHERE ${IS_PAID} ORDER BY i;
       INSERT INTO sales_movement (payment_id, product_id, at, day, provider, currency, sold, sales, refunds, fees, cost, cost_cents)
         SELECT i, batch.product_id, ${refundedAt}, shop_day(${refundedAt}), ${PROVIDER}, ${CURRENCY}, 0, 0,
           CASE WHEN ${IS_REFUNDED} THEN ${AMOUNT} ELSE 1 END, 0, 0, 0
         FROM ${withBatch} WHERE ${IS_REFUNDED} OR ${IS_PARTLY_REFUNDED};
       INSERT INTO sales_day (day, provider, product_id, currency, sold, sales, refunds, fees, cost, cost_cents)
         SELECT day, provider, product_id, currency, sum(sold), sum(sales), sum(refunds), sum(fees), sum(cost), sum(cost_cents)
         FROM sales_movement GROUP BY day, provider, product_id, currency ORDER BY 1, 2, 3, 4;
       INSERT INTO sales_day_total
         SELECT day, provider, currency, count(*), sum(sold), sum(sales), sum(refunds), sum(fees), sum(cost), sum(cost_cents)
         FROM sales_day GROUP BY 1, 2, 3;
       UPDATE finance_cursor SET done_id = ${batch + batches}, seen_id = ${batch + batches}, keys_at = now()`,
    ],
    [
      'alerts and messages',
      `INSERT INTO payment_alert (provider, payment_id, order_id, kind, detail, created_at, resolved_at)
         SELECT provider, id, order_id, 'mismatch', 'bench', created_at, CASE WHEN id % 1000 > 0 THEN created_at END
         FROM payment WHERE id % 500 = 0;
       INSERT INTO support_message (name, email, topic, message, language, status, created_at)
         SELECT 'Buyer', 'buyer' || i || '@mail0.example', 'order', 'A message', 'ru',
           CASE WHEN i % 400 = 0 THEN 'open' ELSE 'closed' END, now() - i * (interval '1 year' * 50 / ${orders})
         FROM generate_series(1, ${Math.round(orders / 50)}) AS i`,
    ],
  ];
}
