import { APPROVAL_KINDS } from '@oyna/domain/approvals';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { buyKeys, claimKey, type Purchase, revealKey } from '../../testing/test-claims.ts';
import { giftToken, openGift } from '../../testing/test-gift.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { exportKeys } from '../keys/keys.commands.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { createApprovalsService } from './approvals.service.ts';

let store: TestStore;
let asker: TestOperator;
let colleague: TestOperator;
let owner: TestOperator;
let otherOwner: TestOperator;
const products: number[] = [];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off', MAX_HELD_KEYS: '99' } });
  await store.currency.refresh();
  products.push(await stockProduct(store.database, 40));
  asker = await signInOperator(store, 'support');
  colleague = await signInOperator(store, 'support');
  owner = await signInOperator(store, 'owner');
  otherOwner = await signInOperator(store, 'owner');
});
afterAll(() => store.close());
beforeEach(() => setPolicy({ refundAbove: 0, isForRoles: true }));
afterEach(async () => expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]));

const setPolicy = ({ refundAbove = null as number | null, isForRoles = false }) =>
  sql`UPDATE approval_policy SET refund_above = ${refundAbove}, is_for_roles = ${isForRoles}`.execute(store.database);
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode < 300 ? statusCode : JSON.parse(body).code;
const orderOf = async (orderId: string) => (await asker.get(`/api/v1/orders/${orderId}`)).json();
const approve = (by: TestOperator, id: number, isParallel = false) =>
  by.call('POST', `/api/v1/approvals/${id}/approve`, {}, { isParallel });
const refuse = (by: TestOperator, id: number, note = 'not now') =>
  by.call('POST', `/api/v1/approvals/${id}/refuse`, { note });
const list = async (by: TestOperator, state = 'waiting') =>
  (await by.get(`/api/v1/approvals?state=${state}`)).json().items as {
    id: number;
    kind: string;
    status: string;
    facts: object;
  }[];
const find = async (by: TestOperator, id: number, state = 'waiting') =>
  (await list(by, state)).find((approval) => approval.id === id);
const entriesOf = async (subject: string) =>
  (await owner.get(`/api/v1/audit?subject=${encodeURIComponent(subject)}`)).json().items;

async function askRefund(by = asker) {
  const { orderId } = await buy(store, products, [1]);
  const { version } = await orderOf(orderId);
  const body = { request: { kind: 'rest' }, version, reason: 'asked for it' };
  const answer = await by.call('POST', `/api/v1/orders/${orderId}/refunds`, body);
  expect(answer.statusCode, answer.body).toBe(202);
  return { orderId, version, body, id: answer.json().approvalId as number };
}

describe('a large refund', () => {
  it('waits for a colleague, who carries it out once with both names in the audit log', async () => {
    const { orderId, id, body } = await askRefund();
    expect((await orderOf(orderId)).status).toBe('paid');
    expect(await find(colleague, id)).toMatchObject({
      kind: 'refund',
      subject: `order ${orderId}`,
      reason: 'asked for it',
      requester: asker.actor.name,
      facts: { orderId, amount: expect.any(Number), currency: 'AZN' },
    });
    // The same request again is the same request.
    const again = await asker.call('POST', `/api/v1/orders/${orderId}/refunds`, body, { isParallel: true });
    expect(again.json()).toEqual({ approvalId: id });
    const other = await colleague.call('POST', `/api/v1/orders/${orderId}/refunds`, body);
    expect(other.json()).toMatchObject({ code: 'approval-waiting', current: { requester: asker.actor.name } });

    expect(codeOf(await approve(colleague, id))).toBe(200);
    expect((await orderOf(orderId)).status).toBe('refunding');
    expect(await entriesOf(`order ${orderId}`)).toMatchObject([
      { action: 'refund', actor: { id: colleague.id }, details: { requestedBy: asker.actor.name } },
    ]);
    expect(await entriesOf(`approval ${id}`)).toMatchObject([{ action: 'approval request', actor: { id: asker.id } }]);
    const refunds = store.database.selectFrom('refund').select('operator_id').orderBy('id', 'desc');
    expect(await refunds.executeTakeFirst(), 'the limit of the one who asked counts').toEqual({
      operator_id: asker.id,
    });
    expect(await find(asker, id, 'decided')).toMatchObject({ status: 'done', decider: colleague.actor.name });
  });

  it('is done once by two colleagues at once', async () => {
    const { orderId, id } = await askRefund();
    const answers = await Promise.all([colleague, owner, otherOwner, colleague].map((by) => approve(by, id, true)));
    expect(answers.map(codeOf).toSorted()).toEqual([
      200,
      'changed-meanwhile',
      'changed-meanwhile',
      'changed-meanwhile',
    ]);
    const late = answers.find(({ statusCode }) => statusCode === 409);
    expect(late?.json().current).toMatchObject({ status: 'done', decider: expect.any(String) });
    expect((await orderOf(orderId)).refunds).toHaveLength(1);
  });

  it('is not approved by the one who asked, nor by one without the permission', async () => {
    const { id } = await askRefund();
    expect(codeOf(await approve(asker, id))).toBe('approval-own');
    const auditor = await signInOperator(store, 'auditor');
    expect(codeOf(await approve(auditor, id))).toBe('permission-missing');
    expect(await find(auditor, id)).toBeUndefined();
    const stale = await signInOperator(store, 'support', { secondFactor: 'stale' });
    expect(codeOf(await approve(stale, id))).toBe('second-factor-stale');
    const forged = sql`UPDATE approval SET status = 'done', decided_by = requested_by, decider = 'x', decided_at = now()
      WHERE id = ${id}`.execute(store.database);
    await expect(forged).rejects.toMatchObject({ constraint: 'approval_second_person' });
    expect(codeOf(await refuse(asker, id))).toBe(204);
    expect(await find(colleague, id, 'decided')).toMatchObject({ status: 'withdrawn' });
  });

  it('is not carried out when the one who asked has lost the permission or cannot sign in', async () => {
    const leaving = await signInOperator(store, 'support');
    const { orderId, id } = await askRefund(leaving);
    const setRole = (roleId: string, isDisabled: boolean) =>
      sql`UPDATE operator SET role_id = ${roleId}, disabled_at = CASE WHEN ${isDisabled} THEN now() END
        WHERE id = ${leaving.id}`.execute(store.database);
    await setRole('stock', false);
    expect(codeOf(await approve(colleague, id))).toBe('approval-void');
    await setRole('support', true);
    expect(codeOf(await approve(colleague, id))).toBe('approval-void');
    expect((await orderOf(orderId)).status).toBe('paid');
    await setRole('support', false);
    expect(codeOf(await approve(colleague, id))).toBe(200);
  });

  it('is refused as changed when the order is another one by then', async () => {
    const { orderId, version, id } = await askRefund();
    await setPolicy({});
    const amount = { request: { kind: 'amount', amount: '0.01' }, version, reason: 'a part' };
    expect((await owner.call('POST', `/api/v1/orders/${orderId}/refunds`, amount)).statusCode).toBe(200);
    const late = await approve(colleague, id);
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', current: { status: 'refunding' } },
    ]);
    expect(codeOf(await refuse(colleague, id))).toBe(204);
    expect(codeOf(await approve(owner, id))).toBe('changed-meanwhile');
    expect((await orderOf(orderId)).refunds).toHaveLength(1);
  });

  describe('is refused as changed, and asked for again on purpose,', () => {
    /** A large refund of one key, which a colleague tries to approve after `change`. Returns what the second request says. */
    async function approveAfter(change: (purchase: Purchase) => Promise<unknown>) {
      const purchase = await buyKeys(store, await createMember(store), products[0] ?? 0);
      const { orderId } = purchase;
      const ask = async () => {
        const body = { request: { kind: 'rest' }, version: (await orderOf(orderId)).version, reason: 'asked for it' };
        return asker.call('POST', `/api/v1/orders/${orderId}/refunds`, body);
      };
      const { approvalId } = (await ask()).json();
      expect((await find(colleague, approvalId))?.facts).toMatchObject({ returned: 1, revoked: 0 });
      await change(purchase);
      const late = await approve(colleague, approvalId);
      expect([late.statusCode, late.json()]).toMatchObject([
        409,
        { code: 'changed-meanwhile', current: { status: 'paid' } },
      ]);
      expect((await orderOf(orderId)).refunds).toEqual([]);
      const again = (await ask()).json().approvalId as number;
      expect(await find(asker, approvalId, 'decided'), 'the old request is replaced').toMatchObject({
        status: 'withdrawn',
        decider: asker.actor.name,
      });
      const facts = (await find(colleague, again))?.facts;
      expect(codeOf(await approve(colleague, again))).toBe(200);
      return facts;
    }

    it('when the buyer has opened the key', async () => {
      const facts = await approveAfter(async ({ member, keyIds }) => {
        expect((await revealKey(store, member, keyIds[0])).status).toBe(200);
      });
      expect(facts).toMatchObject({ returned: 0, revoked: 1 });
    });

    it('when the recipient of a gift has opened it', async () => {
      let token = '';
      const given = await approveAfter(async ({ member, keyIds }) => {
        token = await giftToken(store, member, keyIds[0]);
      });
      expect(given).toMatchObject({ returned: 1, revoked: 0 });
      expect((await openGift(store, token)).status, 'the refund has taken it back').not.toBe(200);
      const opened = await approveAfter(async ({ member, keyIds }) => {
        token = await giftToken(store, member, keyIds[0]);
        expect((await openGift(store, token)).status).toBe(200);
      });
      expect(opened).toMatchObject({ returned: 0, revoked: 1 });
    });

    it('when an alert about the order has come', async () => {
      await approveAfter(async ({ orderId }) => {
        const { provider_payment_id } = await store.database
          .selectFrom('payment')
          .select('provider_payment_id')
          .where('order_id', '=', orderId)
          .executeTakeFirstOrThrow();
        const message = { provider: 'epoint', orderId, providerPaymentId: provider_payment_id ?? '' };
        await store.payments.settlement.settle({ ...message, status: 'paid', amount: 1, currency: 'AZN' });
      });
    });
  });

  it('expires, and can be asked for again', async () => {
    const { orderId, body, id } = await askRefund();
    await sql`UPDATE approval SET expires_at = now() WHERE id = ${id}`.execute(store.database);
    expect(codeOf(await approve(colleague, id))).toBe('approval-expired');
    expect(codeOf(await refuse(colleague, id))).toBe('approval-expired');
    expect(await find(colleague, id)).toBeUndefined();
    expect(await find(colleague, id, 'decided')).toMatchObject({ status: 'expired' });
    const again = await asker.call('POST', `/api/v1/orders/${orderId}/refunds`, body);
    expect([again.statusCode, again.json().approvalId]).toEqual([202, expect.any(Number)]);
    expect(again.json().approvalId).not.toBe(id);
  });

  it('is done at once below the limit, and by every refund while the setting is off', async () => {
    await setPolicy({ refundAbove: 1e12 });
    const { orderId } = await buy(store, products, [1]);
    const body = { request: { kind: 'rest' }, version: (await orderOf(orderId)).version, reason: 'x' };
    expect((await asker.call('POST', `/api/v1/orders/${orderId}/refunds`, body)).statusCode).toBe(200);
  });

  it('in two parts needs a colleague for the part that goes above the limit', async () => {
    await setPolicy({});
    const { orderId } = await buy(store, products, [3]);
    const request = { kind: 'items', items: [{ number: 1, count: 1 }] };
    const refundOne = async () => {
      const body = { request, version: (await orderOf(orderId)).version, reason: 'one by one' };
      return asker.call('POST', `/api/v1/orders/${orderId}/refunds`, body);
    };
    expect((await refundOne()).statusCode).toBe(200);
    const { tenge } = await store.database
      .selectFrom('refund')
      .select('tenge')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await store.payments.refunds.refundDue();
    await setPolicy({ refundAbove: Math.floor(Number(tenge) / 0.6) });
    const url = `/api/v1/orders/${orderId}/refunds/preview`;
    const shown = await asker.call('POST', url, { request }, { isParallel: true });
    expect(shown.json()).toMatchObject({ needsApproval: true });
    const second = await refundOne();
    expect(second.statusCode, second.body).toBe(202);
    expect((await orderOf(orderId)).refunds).toHaveLength(1);
    expect(codeOf(await approve(colleague, second.json().approvalId))).toBe(200);
  });

  it('needs a colleague for a claim and for a refund that is closed by hand', async () => {
    const member = await createMember(store);
    const { keyIds } = await buyKeys(store, member, products[0] ?? 0, 1);
    const keyId = keyIds[0] ?? 0;
    await claimKey(store, member, keyId);
    const { amount } = (await asker.get(`/api/v1/claims/${keyId}/refund`)).json();
    const claim = await asker.call('POST', `/api/v1/claims/${keyId}/refund`, { status: 'open', amount });
    expect(claim.statusCode, claim.body).toBe(202);
    expect((await asker.get(`/api/v1/claims/${keyId}`)).json().status).toBe('open');
    expect(codeOf(await approve(colleague, claim.json().approvalId))).toBe(200);
    expect((await asker.get(`/api/v1/claims/${keyId}`)).json()).toMatchObject({ status: 'refunded' });

    const { orderId } = await buy(store, products, [1]);
    const { version } = await orderOf(orderId);
    const closed = await asker.call('POST', `/api/v1/orders/${orderId}/refunds/close`, {
      request: { kind: 'rest' },
      version,
      note: 'by bank transfer',
    });
    expect(closed.statusCode, closed.body).toBe(202);
    expect(codeOf(await approve(colleague, closed.json().approvalId))).toBe(200);
    expect((await orderOf(orderId)).status).toBe('refunded');
  });
});

describe('the replacement of a key', () => {
  const claimed = async (member: Member, keyId: number) => {
    expect((await revealKey(store, member, keyId)).status).toBe(200);
    expect((await claimKey(store, member, keyId)).body.status).toBe('open');
    return (await asker.get(`/api/v1/claims/${keyId}`)).json();
  };
  const replace = (keyId: number) => asker.call('POST', `/api/v1/claims/${keyId}/replace`, { status: 'open' });

  it('waits for a colleague when each key of the order item was replaced before, if refunds can need one', async () => {
    await setPolicy({ refundAbove: 10_000_000_000 });
    const member = await createMember(store);
    const { orderId, keyIds } = await buyKeys(store, member, products[0] ?? 0);
    const [first = 0] = keyIds;
    expect(await claimed(member, first)).toMatchObject({ replacementNeedsColleague: false });
    const second = (await replace(first)).json().newKeyId as number;
    expect(await claimed(member, second)).toMatchObject({ replacementNeedsColleague: true });
    const asked = await replace(second);
    expect(asked.statusCode, asked.body).toBe(202);
    const { approvalId } = asked.json();
    expect((await asker.get(`/api/v1/claims/${second}`)).json()).toMatchObject({ status: 'open', newKeyId: null });
    expect(await find(colleague, approvalId)).toMatchObject({
      kind: 'claim-replace',
      facts: { orderId, product: expect.any(String), amount: expect.any(Number), currency: 'AZN' },
    });
    expect(codeOf(await approve(asker, approvalId))).toBe('approval-own');
    expect(codeOf(await approve(colleague, approvalId))).toBe(200);
    const done = (await asker.get(`/api/v1/claims/${second}`)).json();
    expect(done).toMatchObject({ status: 'replaced', newKeyId: expect.any(Number) });
    const counted = store.database.selectFrom('key_claim').select('operator_id').where('key_id', '=', second);
    expect(await counted.executeTakeFirst(), 'the limit of the one who asked counts').toEqual({
      operator_id: asker.id,
    });
  });

  it('needs one operator where refunds need one', async () => {
    await setPolicy({});
    const member = await createMember(store);
    const { keyIds } = await buyKeys(store, member, products[0] ?? 0);
    await claimed(member, keyIds[0] ?? 0);
    const second = (await replace(keyIds[0] ?? 0)).json().newKeyId as number;
    expect(await claimed(member, second)).toMatchObject({ replacementNeedsColleague: false });
    expect(codeOf(await replace(second))).toBe(200);
  });
});

describe('a change of roles', () => {
  it('waits for another owner: the role of an operator, a role, an invitation', async () => {
    const member = await signInOperator(store, 'support');
    const url = `/api/v1/team/operators/${member.id}/role`;
    const changed = await owner.call('PUT', url, { roleId: 'manager', seenRoleId: 'support' });
    expect(changed.statusCode).toBe(202);
    const role = { name: 'Night shift', permissions: ['orders:read'], limits: {} };
    const created = await owner.call('POST', '/api/v1/roles', { id: 'night-shift', ...role });
    const invited = await owner.call('POST', '/api/v1/team/invitations', { email: 'new@example.com', roleId: 'owner' });
    expect([created.statusCode, invited.statusCode]).toEqual([202, 202]);
    const roleIds = async () => (await owner.get('/api/v1/roles')).json().items.map(({ id }: { id: string }) => id);
    expect(await roleIds()).not.toContain('night-shift');

    for (const { approvalId } of [changed.json(), created.json()]) {
      expect(codeOf(await approve(owner, approvalId))).toBe('approval-own');
      expect((await approve(otherOwner, approvalId)).json()).toEqual({ link: null });
    }
    expect(await roleIds()).toContain('night-shift');
    expect((await approve(otherOwner, invited.json().approvalId)).json().link).toMatch(/invitation#/);
    const { operators } = (await owner.get('/api/v1/team')).json();
    expect(operators.find(({ id }: { id: number }) => id === member.id).roleId).toBe('manager');
  });

  it('that is asked for twice at once is one request', async () => {
    const invite = () =>
      owner.call(
        'POST',
        '/api/v1/team/invitations',
        { email: 'twice@example.com', roleId: 'owner' },
        { isParallel: true },
      );
    // The first one has written its request and waits to record it. The second one waits for the first.
    const blocker = await store.database.startTransaction().execute();
    await sql`SELECT FROM audit_head FOR UPDATE`.execute(blocker);
    const both = Promise.all([invite(), invite()]);
    await eventually(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%INTO approval%'`.execute(store.database);
      expect(rows).toHaveLength(1);
    });
    await blocker.commit().execute();
    const [one, other] = await both;
    expect([one.statusCode, other.statusCode]).toEqual([202, 202]);
    expect(other.json()).toEqual(one.json());
    expect(codeOf(await refuse(otherOwner, one.json().approvalId))).toBe(204);
  });

  it('that adds an operator who may approve waits as soon as anything needs two', async () => {
    await setPolicy({ refundAbove: 1 });
    const invite = async (roleId: string) =>
      (await owner.call('POST', '/api/v1/team/invitations', { email: `${roleId}-2@example.com`, roleId })).statusCode;
    expect([await invite('owner'), await invite('support'), await invite('stock')]).toEqual([202, 202, 201]);
    const helper = await signInOperator(store, 'stock');
    const setRole = async (roleId: string, seenRoleId: string) =>
      (await owner.call('PUT', `/api/v1/team/operators/${helper.id}/role`, { roleId, seenRoleId })).statusCode;
    expect(await setRole('support', 'stock')).toBe(202);
    const { items } = (await owner.get('/api/v1/roles')).json();
    const { name, permissions, limits, version } = items.find(({ id }: { id: string }) => id === 'stock');
    const change = (more: string[]) =>
      owner.call('PUT', '/api/v1/roles/stock', { name, permissions: [...permissions, ...more], limits, version });
    expect((await change(['claims:decide'])).statusCode).toBe(202);
    expect((await change(['audit:read'])).statusCode).toBe(204);
    const { limits: present, ...support } = items.find(({ id }: { id: string }) => id === 'support');
    const role = { name: support.name, permissions: support.permissions, version: support.version };
    const setLimits = async (limits: object) =>
      (await owner.call('PUT', '/api/v1/roles/support', { ...role, limits })).statusCode;
    expect(await setLimits({}), 'without a limit').toBe(202);
    expect(await setLimits({ refundPerDay: present.refundPerDay - 1 })).toBe(204);
    await owner.call('PUT', `/api/v1/team/operators/${helper.id}/state`, { isDisabled: true, reason: 'away' });
    const enabled = await owner.call('PUT', `/api/v1/team/operators/${helper.id}/state`, { isDisabled: false });
    expect(enabled.statusCode, 'may not approve').toBe(204);
  });

  it('of an operator waits when only the limit of refunds becomes higher, and not when it becomes lower', async () => {
    await setPolicy({ refundAbove: 1 });
    const limits = { few: { refundPerDay: 100 }, more: { refundPerDay: 101 }, unlimited: {} };
    const role = { name: 'Refunds', permissions: ['orders:refund'] };
    for (const id of ['few', 'more', 'unlimited'] as const) {
      await owner.call('POST', '/api/v1/roles', { id, ...role, limits: limits[id] });
    }
    for (const [seenRoleId, roleId, status] of [
      ['few', 'more', 202],
      ['few', 'unlimited', 202],
      ['unlimited', 'more', 204],
      ['more', 'few', 204],
    ] as const) {
      const { id } = await signInOperator(store, seenRoleId);
      const answer = await owner.call('PUT', `/api/v1/team/operators/${id}/role`, { roleId, seenRoleId });
      expect(answer.statusCode, `from ${seenRoleId} to ${roleId}`).toBe(status);
    }
  });

  it('never waits for what takes rights away at once: disabling an operator', async () => {
    const member = await signInOperator(store, 'support');
    const url = `/api/v1/team/operators/${member.id}/state`;
    expect((await owner.call('PUT', url, { isDisabled: true, reason: 'left' })).statusCode).toBe(200);
    expect((await owner.call('PUT', url, { isDisabled: false })).statusCode).toBe(202);
  });
});

describe('the settings', () => {
  const read = async () => (await owner.get('/api/v1/approval-policy')).json();
  const save = async (policy: { refundAbove?: number; isForRoles?: boolean; version?: number }) => {
    const { refundAbove: _before, ...seen } = await read();
    return owner.call('PUT', '/api/v1/approval-policy', { ...seen, ...policy });
  };

  it('are changed by one owner while nothing needs two, and by two afterwards', async () => {
    await setPolicy({});
    expect((await save({ refundAbove: 1_000_000 })).statusCode).toBe(204);
    const weaker = await save({});
    expect(weaker.statusCode).toBe(202);
    expect((await read()).refundAbove).toBe(1_000_000);
    expect(codeOf(await approve(otherOwner, weaker.json().approvalId))).toBe(200);
    expect((await read()).refundAbove).toBeNull();
    expect((await save({ version: 1 })).json()).toMatchObject({
      code: 'changed-meanwhile',
      current: { refundAbove: null, changedBy: owner.actor.name },
    });
  });

  it('cannot be switched on by the only operator who may change them', async () => {
    await setPolicy({});
    await sql`UPDATE operator SET disabled_at = now() WHERE role_id = 'owner' AND id <> ${owner.id}`.execute(
      store.database,
    );
    expect(codeOf(await save({ isForRoles: true }))).toBe('approval-alone');
    await sql`UPDATE operator SET disabled_at = NULL WHERE role_id = 'owner'`.execute(store.database);
  });
});

describe('an export of keys by a command', () => {
  async function exportAll(approvalId?: number): Promise<string[]> {
    const lines: string[] = [];
    const parts = {
      keys: store.payments.keys,
      approvals: createApprovalsService(store.database),
      write: (line: string) => void lines.push(line),
    };
    await exportKeys(parts, { productId: products[0], batchId: undefined, keyIds: undefined }, approvalId);
    return lines;
  }

  it('waits for an operator who may see keys, and is done once', async () => {
    expect((await exportAll()).length, 'the setting is off').toBeGreaterThan(1);
    await sql`UPDATE approval_policy SET is_for_key_exports = true`.execute(store.database);
    await expect(exportAll()).rejects.toThrow('A second person approves this export');
    const [waiting] = (await list(owner)).filter(({ kind }) => kind === 'key-export');
    const id = waiting?.id ?? 0;
    await expect(exportAll(id)).rejects.toThrow(`Request ${id} is waiting, not approved`);
    expect(await find(asker, id)).toBeUndefined();
    expect(codeOf(await approve(asker, id))).toBe('permission-missing');
    expect((await approve(owner, id)).json()).toEqual({ link: null });
    const [first, second] = await Promise.allSettled([exportAll(id), exportAll(id)]);
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(exportAll(id)).rejects.toThrow(`Request ${id} is done, not approved`);
    const [entry] = await entriesOf(`product ${products[0]}`);
    expect(entry).toMatchObject({ action: 'keys export', details: { approvedBy: owner.actor.name } });
    await sql`UPDATE approval_policy SET is_for_key_exports = false`.execute(store.database);
  });
});

it('shows on Today what waits for the operator, and not what they asked for', async () => {
  const { id } = await askRefund();
  const tasks = async (by: TestOperator) =>
    (await by.get('/api/v1/today')).json().tasks.filter(({ kind }: { kind: string }) => kind === 'approval');
  expect(await tasks(colleague)).toContainEqual(expect.objectContaining({ id: String(id), text: 'refund' }));
  expect(await tasks(asker)).not.toContainEqual(expect.objectContaining({ id: String(id) }));
  expect(await tasks(await signInOperator(store, 'stock'))).toEqual([]);
});

it('has an action for every kind, except what a command carries out', async () => {
  const { rows } = await sql<{ kind: string }>`SELECT DISTINCT kind FROM approval`.execute(store.database);
  const asked = new Set(rows.map(({ kind }) => kind));
  const elsewhere = ['key-export', 'payment-review', 'role-change', 'role-delete', 'operator-enable'];
  expect(Object.keys(APPROVAL_KINDS).filter((kind) => !asked.has(kind) && !elsewhere.includes(kind))).toEqual([]);
});
