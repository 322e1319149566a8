import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * The measure for purchases: the same rows written by the same three transactions, with nothing around them. Statements
 * are prepared once, and each buyer has an account of their own.
 */

const POOL = 10;
const AMOUNT = 1_700;

const BEGIN = 'BEGIN';
const COMMIT = 'COMMIT';
const statements = {
  basket: 'INSERT INTO basket (account_id) VALUES ($1) RETURNING id',
  item: `INSERT INTO basket_item (basket_id, product_id, count, price_cents)
    SELECT $1, id, 1, price_with_discount_cents FROM product WHERE id = $2`,
  freeze: 'UPDATE basket SET status = 2 WHERE id = $1 AND status = 1',
  payment: `WITH new_payment AS (
      INSERT INTO payment (order_id, basket_id, account_id, provider, amount, currency, base_cents, rate, rate_source,
        rate_at, language, expires_at, next_check_at)
      VALUES ($1, $2, $3, 'epoint', ${AMOUNT}, 'AZN', 1000, 1.7, 'bench', now(), 'ru', now() + interval '30 minutes',
        now() + interval '30 seconds') RETURNING id)
    INSERT INTO order_item (payment_id, product_id, name, count, price_cents, amount)
    SELECT id, $4, 'raw', 1, 1000, ${AMOUNT} FROM new_payment RETURNING id, payment_id`,
  reserve: `UPDATE product_key SET status = 'reserved', order_item_id = $1, changed_at = now(),
      reserved_until = now() + interval '30 minutes'
    WHERE id = (SELECT id FROM product_key WHERE product_id = $2 AND status = 'available'
      ORDER BY batch_id, id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
  link: `UPDATE payment SET provider_payment_id = $2, link_url = $2, status = 'pending' WHERE id = $1`,
  lock: 'SELECT * FROM payment WHERE id = $1 FOR UPDATE',
  sell: `UPDATE product_key SET status = 'sold', reserved_until = NULL, changed_at = now()
    WHERE order_item_id = $1 AND status = 'reserved' RETURNING id`,
  paid: `UPDATE payment SET status = 'paid', paid_at = now(), next_check_at = NULL WHERE id = $1`,
  deliver: `WITH handed_over AS (INSERT INTO delivery (key_id, order_item_id) VALUES ($1, $2)), movement AS (
      INSERT INTO ledger_transaction (kind, payment_id) VALUES ('payment', $3) RETURNING id)
    INSERT INTO ledger_entry (transaction_id, account, currency, amount) SELECT id, account, 'AZN', amount FROM movement,
      (VALUES ('provider:epoint', ${AMOUNT}), ('sales', -${AMOUNT})) AS entry (account, amount)`,
  close: 'UPDATE basket SET status = 3 WHERE id = $1',
  notify: `INSERT INTO notification (account_id, kind, data) VALUES ($1, 'delivered', '{}')`,
  mail: `INSERT INTO outbox (queue, data) VALUES ('order-messages', '{}')`,
} as const;

export async function openRawShop(url: string, productId: number) {
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  const accounts: number[] = [];

  async function accountOf(buyer: number): Promise<number> {
    const known = accounts[buyer];
    if (known !== undefined) return known;
    const { rows } = await pool.query(
      `INSERT INTO account (login, language) VALUES ('raw-' || gen_random_uuid(), 'ru') RETURNING id`,
    );
    accounts[buyer] = Number(rows[0].id);
    return accounts[buyer];
  }

  async function inTransaction<Result>(
    work: (run: (name: keyof typeof statements, ...values: unknown[]) => Promise<pg.QueryResult>) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query(BEGIN);
      const result = await work((name, ...values) => client.query({ name, text: statements[name], values }));
      await client.query(COMMIT);
      return result;
    } finally {
      client.release();
    }
  }

  return {
    async purchase(buyer: number): Promise<void> {
      const account = await accountOf(buyer);
      const basket = await inTransaction(async (run) => {
        const { rows } = await run('basket', account);
        await run('item', rows[0].id, productId);
        return rows[0].id as string;
      });
      const orderId = `RAW${randomBytes(12).toString('hex')}`;
      const item = await inTransaction(async (run) => {
        await run('freeze', basket);
        const { rows } = await run('payment', orderId, basket, account, productId);
        const reserved = await run('reserve', rows[0].id, productId);
        if (reserved.rowCount !== 1) throw new Error('no key was free');
        return rows[0] as { id: number; payment_id: number };
      });
      await pool.query({ name: 'link', text: statements.link, values: [item.payment_id, orderId] });
      await inTransaction(async (run) => {
        await run('lock', item.payment_id);
        const { rows } = await run('sell', item.id);
        await run('paid', item.payment_id);
        await run('deliver', rows[0].id, item.id, item.payment_id);
        await run('close', basket);
        await run('notify', account);
        await run('mail');
      });
    },
    close: () => pool.end(),
  };
}
