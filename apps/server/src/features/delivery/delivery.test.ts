import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookStatements } from '../../../../../tests/resilience/statement-hook.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { buyKeys, claimKey, keyStatus, revealKey } from '../../testing/test-claims.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { getOrder } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 200);
});
afterAll(() => store.close());

const buy = async (count = 1) => buyKeys(store, await createMember(store), productId, count);
const reveal = (member: Member, keyId: number | undefined) => revealKey(store, member, keyId);
const refund = (orderId: string) => store.payments.refunds.refund(OPERATOR, orderId);
const statusOf = (keyId: number | undefined) => keyStatus(store, keyId);
const openingsOf = async (keyId: number | undefined) =>
  store.database
    .selectFrom('key_reveal')
    .select(['channel', 'account_id', 'actor'])
    .where('key_id', '=', keyId ?? 0)
    .orderBy('id')
    .execute();

describe('showing a key', () => {
  it('answers its owner alone, and records every time', async () => {
    const { member, keyIds } = await buy();
    expect((await reveal(await createMember(store), keyIds[0])).status).toBe(404);
    const [first, second] = [await reveal(member, keyIds[0]), await reveal(member, keyIds[0])];
    expect(first.body.key).toBe(second.body.key);
    const opening = { channel: 'page', account_id: member.accountId, actor: null };
    expect(await openingsOf(keyIds[0])).toEqual([opening, opening]);
  });

  it('is refused for the first time from the moment a refund is requested', async () => {
    const { member, orderId, keyIds } = await buy();
    await refund(orderId);
    const early = await reveal(member, keyIds[0]);
    expect([early.status, early.body.code]).toEqual([409, 'state-conflict']);
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, member, orderId)).state).toBe('refunded');
    expect((await reveal(member, keyIds[0])).status).toBe(409);
    expect(await openingsOf(keyIds[0])).toEqual([]);
    expect(await statusOf(keyIds[0])).toBe('available');
  });

  it('is still allowed after a refund when the buyer has seen the key before', async () => {
    const { member, orderId, keyIds } = await buy();
    const before = await reveal(member, keyIds[0]);
    await refund(orderId);
    expect(await statusOf(keyIds[0])).toBe('revoked');
    expect((await reveal(member, keyIds[0])).body).toEqual(before.body);
  });

  it('is refused for the first time while a claim about the key is open', async () => {
    const { member, keyIds } = await buy();
    await claimKey(store, member, keyIds[0]);
    expect((await reveal(member, keyIds[0])).status).toBe(409);
  });
});

describe('a refund of an order', () => {
  it('returns keys that were never opened to stock and revokes the others', async () => {
    const { member, orderId, keyIds } = await buy(3);
    await reveal(member, keyIds[1]);
    await refund(orderId);
    expect(await Promise.all(keyIds.map(statusOf))).toEqual(['available', 'revoked', 'available']);
    const [item] = (await getOrder(store, member, orderId)).items;
    expect(item).toMatchObject({ returnedCount: 2, keys: [{ id: keyIds[1], isRevoked: true }] });
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('lets the next buyer have a returned key, and keeps it from the first one', async () => {
    const scarce = await stockProduct(store.database, 1);
    const first = await buyKeys(store, await createMember(store), scarce);
    await refund(first.orderId);
    const second = await buyKeys(store, await createMember(store), scarce);
    expect(second.keyIds).toEqual(first.keyIds);
    expect((await reveal(second.member, second.keyIds[0])).status).toBe(200);
    expect((await reveal(first.member, first.keyIds[0])).status).toBe(409);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('answers an open claim, and no claim can be opened afterwards', async () => {
    const { member, orderId, keyIds } = await buy(2);
    expect((await claimKey(store, member, keyIds[0])).body.status).toBe('open');
    await refund(orderId);
    const [item] = (await getOrder(store, member, orderId)).items;
    expect(item?.keys).toMatchObject([{ id: keyIds[0], claim: 'refunded', isRevoked: true }]);
    for (const keyId of keyIds) {
      const answer = await claimKey(store, member, keyId);
      expect([answer.status, answer.body.code]).toEqual([409, 'state-conflict']);
    }
  });
});

/** Each round ends revealed and then revoked, or refunded and never revealed. */
async function race(rounds: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const { member, orderId, keyIds } = await buy();
    const [shown] = await Promise.all([
      reveal(member, keyIds[0]),
      refund(orderId),
      ...(round % 3 === 0 ? [reveal(member, keyIds[0])] : []),
    ]);
    outcomes.push(`${shown.status} ${await statusOf(keyIds[0])}`);
  }
  return outcomes;
}

describe('showing a key while its refund is requested', () => {
  it('ends either shown and revoked, or refunded and never shown', async () => {
    const outcomes = await race(30);
    expect(outcomes.filter((outcome) => outcome !== '200 revoked' && outcome !== '409 available')).toEqual([]);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('is found out when the key is not locked before it is opened', async () => {
    const { member, orderId, keyIds } = await buy();
    let isRefunded = false;
    // The refund is requested after the check and before the commit, which the lock makes impossible.
    const hook = hookStatements(async ({ text, send }) => {
      if (text.toLowerCase() === 'commit' && !isRefunded) {
        isRefunded = true;
        await refund(orderId);
      }
      return send(text.replace('FOR SHARE', ''));
    });
    const shown = await reveal(member, keyIds[0]).finally(() => hook.remove());
    expect([shown.status, await statusOf(keyIds[0])]).toEqual([200, 'available']);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([
      expect.stringContaining('a key opened for the first time after its refund'),
    ]);
    await sql`DELETE FROM key_reveal WHERE key_id = ${keyIds[0]}`.execute(store.database);
  });
});

describe('a key that was opened', () => {
  it('never returns to stock', async () => {
    const { member, keyIds } = await buy();
    await reveal(member, keyIds[0]);
    const back = sql`UPDATE product_key SET status = 'returned' WHERE id = ${keyIds[0]}`.execute(store.database);
    await expect(back).rejects.toThrow('a key that was opened cannot be sold again');
  });
});

describe('a sealed key', () => {
  it('does not open in the row of another key', async () => {
    const { member, keyIds } = await buy(2);
    await sql`UPDATE product_key SET sealed = (SELECT sealed FROM product_key WHERE id = ${keyIds[0]})
      WHERE id = ${keyIds[1]}`.execute(store.database);
    expect((await reveal(member, keyIds[0])).status).toBe(200);
    expect((await reveal(member, keyIds[1])).status).toBe(500);
    expect(await openingsOf(keyIds[1])).toEqual([]);
  });

  it('does not open when its row names another product', async () => {
    const { member, keyIds } = await buy();
    const other = await stockProduct(store.database, 1);
    await sql`UPDATE product_key SET product_id = ${other} WHERE id = ${keyIds[0]}`.execute(store.database);
    expect((await reveal(member, keyIds[0])).status).toBe(500);
  });
});
