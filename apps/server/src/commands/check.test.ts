import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { ACCOUNT_INVARIANTS } from '../features/accounts/accounts.check.ts';
import { createBookingService } from '../features/finance/booking.service.ts';
import { FINANCE_INVARIANTS, QUIET_FINANCE_INVARIANTS } from '../features/finance/finance.check.ts';
import { salesRebuildJob } from '../features/finance/finance.jobs.ts';
import { stockRebuildJob } from '../features/keys/stock-level.jobs.ts';
import { INVARIANTS, QUIET_INVARIANTS } from '../features/payment/payment.check.ts';
import { ALL_PROVIDERS, claimChecks, postponeCheck } from '../features/payment/payment.queries.ts';
import { REVIEW_INVARIANTS } from '../features/reviews/reviews.check.ts';
import { QUIET_TOP_UP_INVARIANTS, TOP_UP_INVARIANTS } from '../features/top-up/top-up.check.ts';
import type { Connection } from '../platform/database/connection.ts';
import { limitChanges } from '../platform/unchecked-changes.ts';
import { runCommand } from '../testing/command-process.ts';
import { cleanUp, PATIENCE } from '../testing/store-process.ts';
import { bookEverything } from '../testing/test-finance.ts';
import { afterHarm } from '../testing/test-harm.ts';
import { createMember } from '../testing/test-member.ts';
import { type Bought, buy } from '../testing/test-orders.ts';
import { fillBasket, pay } from '../testing/test-purchase.ts';
import { callReview, createBuyer, gameOf, REVIEW } from '../testing/test-reviews.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { checkChangedReviews, checkStore } from './check-store.ts';

vi.setConfig(PATIENCE);
let store: TestStore;
let productId: number;
let [first, second]: Bought[] = [];
let waiting: string;

beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 8, 'CHECK', 250);
  [first, second] = [await buy(store, [productId], [2]), await buy(store, [productId], [1])];
  const member = await createMember(store);
  const { body } = await pay(store, member, 'epoint', await fillBasket(store, member, [{ id: productId, count: 1 }]));
  waiting = body.orderId;
  const author = await createBuyer(store, productId);
  expect(
    (await callReview(store, author.member, 'POST', await gameOf(store, productId), REVIEW)).statusCode,
  ).toBeLessThan(300);
  await bookEverything(store.database);
});
afterAll(async () => {
  await store.close();
  await cleanUp();
});

const run = (statement: string) => sql.raw(statement).execute(store.database);
/** As time passes, or as a person who avoids the triggers: nothing is written into the list. */
const changeUnseen = (statement: string) =>
  store.database.transaction().execute(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await sql.raw(statement).execute(transaction);
  });
const check = async (isFull = false) => {
  const { changed, payments, topUps, finance, reviews, accounts, audited, counted } = await checkStore(store, isFull);
  const parts = [payments, topUps, finance, reviews, accounts, audited, counted];
  return { changed, faults: parts.flatMap(({ faults }) => faults) };
};
/** Until workers have nothing left to write. */
const settle = async () => {
  await bookEverything(store.database);
  expect((await check()).faults).toEqual([]);
  expect((await check()).faults).toEqual([]);
};
const spoil = (bought: Bought | undefined, by = 1) => `UPDATE order_item SET amount = amount + ${by}
  WHERE payment_id = (SELECT id FROM payment WHERE order_id = '${bought?.orderId}')`;
const UNPAID_SUM = expect.stringContaining('a payment whose items do not sum to it: 1');

it('reads everything first, and then the orders that have changed and those that wait', async () => {
  expect(await check()).toEqual({ changed: undefined, faults: [] });
  await settle();
  const { changed } = await check();
  expect(changed).toEqual({ orders: 1, keys: 1 });
  await run(spoil(first, 0));
  expect((await check()).changed).toEqual({ orders: 2, keys: 3 });
  expect((await check()).changed).toEqual({ orders: 1, keys: 1 });
});

it('names a fault until it is gone', async () => {
  await settle();
  await run(spoil(second));
  for (const _try of [1, 2]) expect((await check()).faults).toEqual([UNPAID_SUM]);
  await run(spoil(second, -1));
  expect((await check()).faults).toEqual([]);
  expect((await check()).changed).toEqual({ orders: 1, keys: 1 });
});

it('names what a check of everything has found until it is gone', async () => {
  await settle();
  await changeUnseen(spoil(first));
  expect((await check()).faults).toEqual([]);
  expect((await check(true)).faults).toEqual([UNPAID_SUM]);
  for (const _try of [1, 2]) expect(await check()).toEqual({ changed: undefined, faults: [UNPAID_SUM] });
  await changeUnseen(spoil(first, -1));
  expect(await check()).toEqual({ changed: undefined, faults: [] });
  expect((await check()).changed).toEqual({ orders: 1, keys: 1 });
});

it('reads a change that is committed after the check, also of a transaction that began long before others', async () => {
  await settle();
  const late = await store.database.startTransaction().execute();
  await sql.raw(spoil(first)).execute(late);
  await run(spoil(second, 0));
  expect(await check()).toEqual({ changed: { orders: 2, keys: 2 }, faults: [] });
  await run(spoil(second, 0));
  await late.commit().execute();
  expect((await check()).faults).toEqual([UNPAID_SUM]);
  await run(spoil(first, -1));
  expect((await check()).faults).toEqual([]);
});

it('reads what is committed while it runs the next time', async () => {
  await settle();
  const { levels } = store.stock;
  const during = {
    ...store.stock,
    levels: {
      ...levels,
      check: async (options: { isEverything: boolean }) => {
        await run(spoil(first));
        return levels.check(options);
      },
    },
  };
  expect((await checkStore({ database: store.database, stock: during }, false)).hasFaults).toBe(false);
  expect((await check()).faults).toEqual([UNPAID_SUM]);
  await run(spoil(first, -1));
});

it('loses nothing with checks and changes at the same time', async () => {
  await settle();
  const spoils = Array.from({ length: 6 }, (_, index) => run(spoil(index % 2 ? first : second, 0)));
  await Promise.all([check(), ...spoils, check(), run(spoil(first)), check()]);
  expect((await check()).faults).toEqual([UNPAID_SUM]);
  await run(spoil(first, -1));
  expect((await check()).faults).toEqual([]);
});

it('reads a payment again while time alone can make it a fault', async () => {
  await settle();
  await changeUnseen(`UPDATE payment SET expires_at = expires_at - interval '9 days' WHERE order_id = '${waiting}'`);
  expect((await check()).faults).toEqual([expect.stringContaining('a payment past its time that is not decided')]);
  await changeUnseen(`UPDATE payment SET expires_at = expires_at + interval '9 days' WHERE order_id = '${waiting}'`);
  expect((await check()).faults).toEqual([]);
});

it('names a payment that is late each time, and does not read everything for it', async () => {
  await settle();
  await changeUnseen(`UPDATE payment SET expires_at = expires_at - interval '9 days' WHERE order_id = '${waiting}'`);
  const late = [expect.stringContaining('a payment past its time that is not decided')];
  expect(await check(true)).toEqual({ changed: undefined, faults: late });
  for (const _try of [1, 2]) expect(await check()).toEqual({ changed: { orders: 1, keys: 1 }, faults: late });
  // What was read beside it does not stay in the list.
  await run(spoil(first, 0));
  expect(await check()).toEqual({ changed: { orders: 2, keys: 3 }, faults: late });
  expect(await check()).toEqual({ changed: { orders: 1, keys: 1 }, faults: late });
  await changeUnseen(`UPDATE payment SET expires_at = expires_at + interval '9 days' WHERE order_id = '${waiting}'`);
  expect((await check()).faults).toEqual([]);
});

it('finds a batch whose keys and ledger disagree', async () => {
  await settle();
  const key = `(SELECT max(id) FROM product_key WHERE product_id = ${productId} AND status = 'available')`;
  await run(`UPDATE product_key SET status = 'revoked', changed_at = now() WHERE id = ${key}`);
  expect((await check()).faults).toEqual([expect.stringContaining('a batch whose stock in the ledger')]);
  await changeUnseen(`UPDATE product_key SET status = 'available', changed_at = now() WHERE status = 'revoked'`);
  expect((await check()).faults).toEqual([]);
});

it.each([
  ['a game whose stars', `UPDATE game SET review_stars = '{9,0,0,0,0}' WHERE id = (SELECT max(game_id) FROM review)`],
  ['a review whose count of votes', 'UPDATE review SET helpful_count = helpful_count + 1'],
  [
    'a vote of an author',
    'INSERT INTO review_vote (review_id, account_id) SELECT id, account_id FROM review WHERE NOT is_demo',
  ],
  [
    'a review by someone who never opened',
    'DELETE FROM key_reveal WHERE account_id IN (SELECT account_id FROM review WHERE NOT is_demo)',
  ],
  ['an account whose address', `UPDATE account SET email = 'İ@example.com' WHERE id = (SELECT max(id) FROM account)`],
])('finds %s', async (name, statement) => {
  await settle();
  await afterHarm(store.database, [statement], async (harmed) => {
    const { reviews, accounts } = await checkChangedReviews(harmed);
    expect([...reviews.faults, ...accounts.faults]).toContainEqual(expect.stringContaining(name));
  });
});

it('reads everything after the list has become too long', async () => {
  await settle();
  await limitChanges(store.database, undefined, 50);
  expect((await check()).changed).toBeDefined();
  await run(spoil(first));
  await limitChanges(store.database, undefined, 0);
  for (const _try of [1, 2]) expect(await check()).toEqual({ changed: undefined, faults: [UNPAID_SUM] });
  await run(spoil(first, -1));
  expect((await check()).faults).toEqual([]);
  expect((await check()).changed).toBeDefined();
});

it('is not added to while a provider is asked, and is by a change of what is compared', async () => {
  await settle();
  const { id } = await store.database
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', waiting)
    .executeTakeFirstOrThrow();
  /** How many notes about the payment a change writes. It is undone. */
  const countNotes = (change: (transaction: Connection) => Promise<unknown>) =>
    afterHarm(store.database, ['DELETE FROM unchecked_change'], async (transaction) => {
      await change(transaction);
      const { rows } = await sql<{ kind: string; subject: string }>`
        SELECT kind, subject FROM unchecked_change`.execute(transaction);
      return rows.filter(({ kind, subject }) => kind === 'payment' && subject === String(id)).length;
    });
  const asked = await countNotes(async (transaction) => {
    await sql`UPDATE payment SET next_check_at = now() - interval '1 minute' WHERE id = ${id}`.execute(transaction);
    const claimed = await claimChecks(transaction, 100, ALL_PROVIDERS);
    expect(claimed.map((payment) => payment.id)).toContain(id);
    await postponeCheck(transaction, id, 40);
  });
  expect(asked).toBe(0);
  const compared = [
    'basket_id',
    'account_id',
    'provider',
    'status',
    'amount',
    'currency',
    'base_cents',
    'discount_cents',
  ];
  for (const column of [...compared, 'promo_code_id', 'expires_at', 'paid_at', 'given_up_at', 'top_up_id']) {
    const statement = `UPDATE payment SET ${column} = ${column} WHERE id = ${id}`;
    expect([column, await countNotes((transaction) => sql.raw(statement).execute(transaction))]).toEqual([column, 1]);
  }
});

it('names a planted fault of the sums and counts until the nightly jobs have corrected it', async () => {
  await settle();
  await store.stock.levels.rebuild();
  const readSums = async () => {
    const { rows } = await sql<{ sums: string }>`SELECT md5(concat(
        (SELECT string_agg(row::text, '|' ORDER BY row::text) FROM sales_day AS row),
        (SELECT string_agg(row::text, '|' ORDER BY row::text) FROM sales_movement AS row),
        (SELECT string_agg(row::text, '|' ORDER BY row::text) FROM stock_level AS row),
        (SELECT string_agg(row::text, '|' ORDER BY row::text) FROM stock_sale_day AS row))) AS sums`.execute(
      store.database,
    );
    return rows[0]?.sums;
  };
  const truth = await readSums();
  const command = () => runCommand(['check'], { DATABASE_URL: store.url });
  await run(`UPDATE sales_day SET sales = sales + 1 WHERE product_id = ${productId}`);
  await run(`UPDATE sales_movement SET fees = fees + 5 WHERE product_id = ${productId} AND payment_id = (
    SELECT id FROM payment WHERE order_id = '${first?.orderId}')`);
  await run(`UPDATE stock_level SET available = available + 1 WHERE product_id = ${productId}`);
  await run(`UPDATE stock_sale_day SET sold = sold + 1 WHERE product_id = ${productId}`);
  const named = await command();
  expect(named.code).toBe(1);
  for (const fault of [
    'a day whose sales are not the sum of its payments',
    'a payment whose ledger disagrees with its sales by day',
    `stock of product ${productId}`,
    `sales of product ${productId} on`,
  ]) {
    expect(named.stdout).toContain(fault);
  }
  const { signal } = new AbortController();
  await salesRebuildJob(createBookingService(store.database)).run(signal);
  await expect(stockRebuildJob(store.stock.levels).run(signal)).rejects.toThrow(`stock of product ${productId}`);
  expect(await readSums()).toBe(truth);
  // The command has no address of the provider, and says so.
  const faultsOf = ({ stdout }: { stdout: string }) =>
    stdout.split('\n').filter((line) => line.startsWith('FAULT') && !line.endsWith('could not be reached'));
  expect(faultsOf(named).length).toBeGreaterThanOrEqual(4);
  expect(faultsOf(await command())).toEqual([]);
  expect((await check(true)).faults).toEqual([]);
});

// What an invariant reads through a SQL function is not in the dependencies of its view. Those functions read settings, or are given
// the ids of payments whose own columns are listed here.
it('knows every column that an invariant reads directly', async () => {
  const invariants = [
    INVARIANTS,
    QUIET_INVARIANTS,
    TOP_UP_INVARIANTS,
    QUIET_TOP_UP_INVARIANTS,
    FINANCE_INVARIANTS,
    QUIET_FINANCE_INVARIANTS,
    REVIEW_INVARIANTS,
    ACCOUNT_INVARIANTS,
  ];
  const questions = invariants.flatMap((some) => Object.values(some));
  const views = questions.map((question, index) => `CREATE TEMPORARY VIEW question_${index} AS ${question}`);
  const unwatched = await afterHarm(store.database, views, async (transaction) => {
    // A bit of tgtype says that the trigger is for UPDATE. Without columns it is for all of them.
    const { rows } = await sql<{ name: string }>`
      SELECT DISTINCT relation.relname || '.' || attname AS name FROM pg_class AS view JOIN pg_rewrite ON ev_class = view.oid
      JOIN pg_depend ON classid = 'pg_rewrite'::regclass AND objid = pg_rewrite.oid AND refclassid = 'pg_class'::regclass
      JOIN pg_class AS relation ON relation.oid = refobjid AND relation.relkind = 'r'
      JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid AND attnum > 0
      WHERE view.relname LIKE 'question\\_%' AND attname <> 'id' AND NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = relation.oid AND tgname LIKE '%\\_unchecked' AND tgtype & 16 <> 0
          AND (tgattr = ''::int2vector OR attnum = ANY (tgattr::int2[])))
      ORDER BY 1`.execute(transaction);
    return rows.map(({ name }) => name);
  });
  // The cursor decides what is left out, and what is left out is read again. The game of a product never changes.
  expect(unwatched).toEqual(['finance_cursor.done_id', 'finance_cursor.keys_at', 'product.game_id']);
});

it('says what it has read', async () => {
  const other = await createTestStore({ template: 'empty' });
  const say = async (...args: string[]) => (await runCommand(['check', ...args], { DATABASE_URL: other.url })).stdout;
  expect(await say()).toContain('Everything is checked, because the store is new');
  expect(await say()).toContain('What has changed since the last check is checked: 0 orders and 0 keys. --full');
  expect(await say('--full')).toMatch(/^Everything is checked\n/);
  await sql`INSERT INTO promo_code (code, percent, used) VALUES ('TEST', 5, 3)`.execute(other.database);
  for (const _try of [1, 2]) expect(await say()).toContain('FAULT  a promo code used more often than it may be');
  await other.close();
});
