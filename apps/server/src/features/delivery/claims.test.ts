import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookStatements } from '../../../../../tests/resilience/statement-hook.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import {
  buyKeys,
  type Claimed,
  claimKey,
  createCustomer,
  keyStatus,
  type Purchase,
  revealKey,
} from '../../testing/test-claims.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call, getOrder } from '../../testing/test-purchase.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: ENVIRONMENT });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 200);
  await sql`UPDATE product SET price_with_discount_cents = 1000 WHERE id = ${productId}`.execute(store.database);
});
afterAll(() => store.close());

/** No limit that one test uses up for another. */
const ENVIRONMENT = { RATE_LIMITS: 'off', REPLACEMENT_DAILY_BUDGET: '1000000', REPLACEMENT_BATCH_PERCENT: '100' };

const claim = (member: Member, keyId: number | undefined, reason = 'invalid') => claimKey(store, member, keyId, reason);
const statusOf = (keyId: number | undefined) => keyStatus(store, keyId);
const findClaim = (keyId: number | undefined) =>
  store.database
    .selectFrom('key_claim')
    .selectAll()
    .where('key_id', '=', keyId ?? 0)
    .executeTakeFirst();

/** A customer the policy trusts, with keys they have looked at. */
async function buyOpened(count = 1, customer?: Member): Promise<Purchase> {
  const purchase = await buyKeys(store, customer ?? (await createCustomer(store, productId)), productId, count);
  for (const keyId of purchase.keyIds) await revealKey(store, purchase.member, keyId);
  return purchase;
}
const WAITS = { status: 'open', newKeyId: null };
const REPLACED = { status: 'replaced', newKeyId: expect.any(Number) };

describe('a claim of a customer with a history', () => {
  it('replaces the key once, and answers the same when it is sent again', async () => {
    const { member, orderId, keyIds } = await buyOpened();
    const first = await claim(member, keyIds[0]);
    expect(first.body).toEqual(REPLACED);
    expect(await statusOf(keyIds[0])).toBe('disputed');
    expect(await statusOf(first.body.newKeyId ?? 0)).toBe('sold');
    expect((await claim(member, keyIds[0])).body).toEqual(first.body);
    expect((await getOrder(store, member, orderId)).items[0]?.keys).toHaveLength(2);
    expect((await revealKey(store, member, first.body.newKeyId ?? 0)).status).toBe(200);
  });

  it('waits for a person when another key was replaced before', async () => {
    const { member, keyIds } = await buyOpened(3);
    expect((await claim(member, keyIds[0], 'wrong-region')).body).toEqual(WAITS);
    expect((await claim(member, keyIds[1])).body).toEqual(REPLACED);
    expect((await claim(member, keyIds[2])).body).toEqual(WAITS);
    expect(await findClaim(keyIds[2])).toMatchObject({ wait_reason: 'replaced-recently' });
  });

  it.each([
    [29, REPLACED],
    [30, WAITS],
  ])('is answered by the days since the delivery: %i', async (days, answer) => {
    const { member, keyIds } = await buyOpened();
    await sql`UPDATE delivery SET delivered_at = now() - make_interval(days => ${days}, mins => 1)
      WHERE key_id = ${keyIds[0]}`.execute(store.database);
    expect((await claim(member, keyIds[0])).body).toEqual(answer);
  });

  it('may be replaced again after thirty days', async () => {
    const { member, keyIds } = await buyOpened(2);
    await claim(member, keyIds[0]);
    await sql`UPDATE key_claim SET resolved_at = now() - interval '30 days 1 minute'
      WHERE is_automatic AND key_id = ${keyIds[0]}`.execute(store.database);
    expect((await claim(member, keyIds[1])).body).toEqual(REPLACED);
  });

  it('waits for a person when the key was never opened', async () => {
    const { member, keyIds } = await buyKeys(store, await createCustomer(store, productId), productId);
    expect((await claim(member, keyIds[0])).body).toEqual(WAITS);
  });

  it('waits for a person when no other key is left', async () => {
    const scarce = await stockProduct(store.database, 1);
    await sql`UPDATE product SET price_with_discount_cents = 1000 WHERE id = ${scarce}`.execute(store.database);
    const { member, keyIds } = await buyKeys(store, await createCustomer(store, productId), scarce);
    await revealKey(store, member, keyIds[0]);
    expect((await claim(member, keyIds[0])).body).toEqual(WAITS);
    expect(await findClaim(keyIds[0])).toMatchObject({ wait_reason: 'out-of-stock' });
  });

  it('waits for a person when its batch has many claims', async () => {
    const bad = await stockProduct(store.database, 10);
    await sql`UPDATE product SET price_with_discount_cents = 1000 WHERE id = ${bad}`.execute(store.database);
    const earlier = await buyKeys(store, await createMember(store), bad, 3);
    await claim(earlier.member, earlier.keyIds[0]);
    const { member, keyIds } = await buyKeys(store, await createCustomer(store, productId), bad);
    await revealKey(store, member, keyIds[0]);
    const node = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'off' } });
    const answer = await claimKey(node, member, keyIds[0]).finally(() => node.close());
    expect(answer.body).toEqual(WAITS);
    expect(await findClaim(keyIds[0])).toMatchObject({ wait_reason: 'batch-claims' });
  });
});

describe('a claim of a stranger', () => {
  it.each([
    ['new-account', sql`created_at = now()`],
    ['unconfirmed-email', sql`email_confirmed_at = NULL`],
  ])('waits for a person: %s', async (reason, change) => {
    const { member, keyIds } = await buyOpened();
    await sql`UPDATE account SET ${change} WHERE id = ${member.accountId}`.execute(store.database);
    expect((await claim(member, keyIds[0])).body).toEqual(WAITS);
    expect(await findClaim(keyIds[0])).toMatchObject({ status: 'open', wait_reason: reason });
    expect(await statusOf(keyIds[0])).toBe('disputed');
  });

  it.each(['refunded', 'claimed'])('waits for a person when an earlier purchase was %s', async (event) => {
    const customer = await createCustomer(store, productId);
    const spoiled = await buyOpened(1, customer);
    await sql`UPDATE payment SET paid_at = paid_at - interval '1 day' WHERE order_id = ${spoiled.orderId}`.execute(
      store.database,
    );
    await sql`UPDATE payment SET paid_at = now() + interval '1 hour' WHERE account_id = ${customer.accountId}
      AND id = (SELECT min(id) FROM payment WHERE account_id = ${customer.accountId})`.execute(store.database);
    if (event === 'refunded') await store.payments.refunds.refund(OPERATOR, spoiled.orderId);
    else await claim(customer, spoiled.keyIds[0], 'wrong-region');
    const { keyIds } = await buyOpened(1, customer);
    expect((await claim(customer, keyIds[0])).body).toEqual(WAITS);
    expect(await findClaim(keyIds[0])).toMatchObject({ wait_reason: 'few-purchases' });
  });

  it('gets no second key, however many accounts ask', async () => {
    const answers: Claimed[] = [];
    for (let account = 0; account < 3; account++) {
      const { member, keyIds } = await buyKeys(store, await createMember(store), productId);
      await revealKey(store, member, keyIds[0]);
      answers.push((await claim(member, keyIds[0])).body);
    }
    expect(answers).toEqual([WAITS, WAITS, WAITS]);
  });
});

describe('a claim', () => {
  it('about the key of another account is not found and changes nothing', async () => {
    const { keyIds } = await buyKeys(store, await createMember(store), productId);
    expect((await claim(await createMember(store), keyIds[0])).status).toBe(404);
    expect(await statusOf(keyIds[0])).toBe('sold');
  });

  it.each([{ reason: 'bored' }, {}, { reason: 'used', comment: 'x'.repeat(1_001) }])(
    'without a valid reason or comment is refused: %j',
    async (body) => {
      const { member, keyIds } = await buyKeys(store, await createMember(store), productId);
      expect((await call(store, member, 'POST', `/api/v1/user/keys/${keyIds[0]}/claim`, { body })).status).toBe(400);
      expect(await statusOf(keyIds[0])).toBe('sold');
    },
  );

  it('about the key of another account does not wait for the lock on its payment, and does not take it', async () => {
    const { orderId, keyIds } = await buyOpened();
    const stranger = await createCustomer(store, productId);
    await store.database.transaction().execute(async (transaction) => {
      await sql`SELECT FROM payment WHERE order_id = ${orderId} FOR UPDATE`.execute(transaction);
      expect((await claim(stranger, keyIds[0])).status).toBe(404);
    });
  });
});

describe('the daily budget', () => {
  it('is not exceeded by parallel claims of many customers on two nodes', async () => {
    const environment = { ...ENVIRONMENT, REPLACEMENT_DAILY_BUDGET: '20' };
    const node = await startTestNode({ url: store.url, environment });
    try {
      await sql`UPDATE key_claim SET resolved_at = resolved_at - interval '2 days' WHERE is_automatic`.execute(
        store.database,
      );
      const purchases = await Promise.all(Array.from({ length: 5 }, () => buyOpened()));
      const answers = await Promise.all(purchases.map(({ member, keyIds }) => claimKey(node, member, keyIds[0])));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(answers.filter(({ body }) => body.status === 'replaced')).toHaveLength(2);
      const reasons = await Promise.all(purchases.map(async ({ keyIds }) => (await findClaim(keyIds[0]))?.wait_reason));
      expect(reasons.filter((reason) => reason === 'daily-budget')).toHaveLength(3);
    } finally {
      await node.close();
    }
  });
});

describe('parallel claims about different keys of one account', () => {
  const claimAll = ({ member, keyIds }: Purchase) =>
    Promise.all(keyIds.map((keyId) => claim(member, keyId))).then((answers) => answers.map(({ status }) => status));
  const replacedOf = async ({ keyIds }: Purchase) =>
    (await Promise.all(keyIds.map(findClaim))).filter((row) => row?.status === 'replaced').length;

  it('are all answered with 200, and one key is replaced', async () => {
    for (let round = 0; round < 3; round++) {
      const purchase = await buyOpened(6);
      expect(await claimAll(purchase)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(await replacedOf(purchase)).toBe(1);
    }
  });

  it('are all answered with 200 when the keys belong to different orders', async () => {
    const customer = await createCustomer(store, productId);
    const purchases = [await buyOpened(1, customer), await buyOpened(1, customer), await buyOpened(1, customer)];
    const purchase = { ...(purchases[0] as Purchase), keyIds: purchases.flatMap(({ keyIds }) => keyIds) };
    expect(await claimAll(purchase)).toEqual([200, 200, 200]);
    expect(await replacedOf(purchase)).toBe(1);
  });

  it('replace several keys when the account and the payment are not locked', async () => {
    const purchase = await buyOpened(4);
    // The claims meet after each has counted the replacements of the account.
    let arrived = 0;
    let open = () => {};
    const allCounted = new Promise<void>((resolve) => {
      open = resolve;
    });
    const hook = hookStatements(async ({ text, send }) => {
      const answer = await send(
        /from "account"|FROM payment WHERE/.test(text) ? text.replace(/for no key update/i, '') : text,
      );
      if (!text.includes('AS count FROM key_claim WHERE account_id')) return answer;
      arrived += 1;
      if (arrived === purchase.keyIds.length) open();
      await allCounted;
      return answer;
    });
    await claimAll(purchase).finally(() => hook.remove());
    expect(arrived).toBe(purchase.keyIds.length);
    expect(await replacedOf(purchase)).toBeGreaterThan(1);
  });

  it('deadlock when the claim is inserted before the account is locked', async () => {
    const { member, keyIds } = await buyKeys(store, await createMember(store), productId, 2);
    let inserted = 0;
    let open = () => {};
    const bothInserted = new Promise<void>((resolve) => {
      open = resolve;
    });
    const insertThenLock = (keyId: number) =>
      store.database.transaction().execute(async (transaction) => {
        await sql`INSERT INTO key_claim (key_id, account_id, reason) VALUES (${keyId}, ${member.accountId}, 'used')`.execute(
          transaction,
        );
        inserted += 1;
        if (inserted === 2) open();
        await bothInserted;
        await sql`SELECT FROM account WHERE id = ${member.accountId} FOR UPDATE`.execute(transaction);
      });
    const results = await Promise.allSettled(keyIds.map(insertThenLock));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
