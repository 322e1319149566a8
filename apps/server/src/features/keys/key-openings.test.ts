import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { parseConfig } from '../../config.ts';
import { eventually } from '../../testing/eventually.ts';
import { lettersTo, letterTo } from '../../testing/test-account.ts';
import { buyKeys, keyStatus, revealKey } from '../../testing/test-claims.ts';
import { proveAddress } from '../../testing/test-guest.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createKeysService } from './keys.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off', MAIL_KEYS: 'on' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 20, 'OPENING');
});
afterAll(() => store.close());

const listOpenings = async (keyIds: number[]) => {
  const { rows } = await sql<{ channel: string; account_id: number | null; actor: string | null }>`
    SELECT channel, account_id, actor FROM key_reveal WHERE key_id = ANY(${keyIds}::bigint[])
    ORDER BY id`.execute(store.database);
  return rows;
};
const emailOf = async ({ accountId }: Member) => {
  const query = store.database.selectFrom('account').select('email').where('id', '=', accountId);
  return (await query.executeTakeFirstOrThrow()).email ?? '';
};

describe('every opening of a key is recorded', () => {
  it('when the mail about an order holds the key', async () => {
    const owner = await createMember(store);
    const email = await emailOf(owner);
    await proveAddress(store, owner, email);
    const { member, orderId, keyIds } = await buyKeys(store, owner, productId, 2);
    await eventually(async () => expect((await lettersTo(store, email))[0]?.text).toContain('OPENING-'));
    const mailed = { channel: 'mail', account_id: member.accountId, actor: null };
    expect(await listOpenings(keyIds)).toEqual([mailed, mailed]);
    // What was mailed was seen: it does not return to stock.
    await store.payments.refunds.refund(OPERATOR, orderId);
    expect(await keyStatus(store, keyIds[0])).toBe('revoked');
    expect((await revealKey(store, member, keyIds[0])).status).toBe(200);
  });

  it('and none is in the mail to an address that is not confirmed', async () => {
    const { member, keyIds } = await buyKeys(store, await createMember(store), productId);
    const { text } = await letterTo(store, await emailOf(member));
    expect(text).toContain('/payment/result?order=');
    expect(text).not.toContain('OPENING-');
    expect(await listOpenings(keyIds)).toEqual([]);
  });

  it('when an operator exports it, before the key is handed on', async () => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM product_key
      WHERE product_id = ${productId} AND status = 'available' ORDER BY id LIMIT 1`.execute(store.database);
    const keyIds = rows.map(({ id }) => id);
    for await (const { key } of store.payments.keys.exportKeys(OPERATOR, { keyIds })) {
      expect(key).toContain('OPENING-');
      expect(await listOpenings(keyIds)).toEqual([{ channel: 'export', account_id: null, actor: OPERATOR.name }]);
    }
    // An operator is not the buyer: the key can still be sold and returned.
    await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${productId} AND id <> ${keyIds[0]}
      AND status = 'available'`.execute(store.database);
    expect(await keyStatus(store, keyIds[0])).toBe('available');
  });

  it('when the master key is changed', async () => {
    const { keyEncryptionKey } = parseConfig({});
    const keys = createKeysService(store.database, { current: randomBytes(32), previous: keyEncryptionKey });
    const rotated = await keys.rotateKeys(OPERATOR);
    const { rows } = await sql<{ count: number; actor: string }>`SELECT count(*)::integer AS count, min(actor) AS actor
      FROM key_reveal WHERE channel = 'rotation'`.execute(store.database);
    expect(rows).toEqual([{ count: rotated, actor: OPERATOR.name }]);
  });
});
