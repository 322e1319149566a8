import { PERMISSIONS } from '@oyna/domain/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let owner: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
  owner = await signInOperator(store, 'owner');
});
afterAll(() => store.close());

const setRole = (by: TestOperator, { id }: TestOperator, roleId: string, seenRoleId: string) =>
  by.call('PUT', `/api/v1/team/operators/${id}/role`, { roleId, seenRoleId });
const setDisabled = (by: TestOperator, { id }: TestOperator, isDisabled: boolean) =>
  by.call('PUT', `/api/v1/team/operators/${id}/state`, { isDisabled, reason: 'left' });
const resultOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode < 300 ? statusCode : JSON.parse(body).code;

describe('the team', () => {
  it('lists operators and invitations', async () => {
    await owner.call('POST', '/api/v1/team/invitations', { email: 'soon@example.com', roleId: 'stock' });
    const { operators, invitations } = (await owner.get('/api/v1/team')).json();
    expect(operators.find(({ id }: { id: number }) => id === owner.id)).toMatchObject({
      email: owner.email,
      roleId: 'owner',
      disabledAt: null,
      sessions: 1,
      hasSecondFactor: false,
    });
    expect(invitations).toMatchObject([{ email: 'soon@example.com', roleId: 'stock', isExpired: false }]);
  });

  it('gets a new role with effect on the next request', async () => {
    const colleague = await signInOperator(store, 'support');
    expect((await colleague.get('/api/v1/audit')).json().code).toBe('permission-missing');
    expect(resultOf(await setRole(owner, colleague, 'auditor', 'support'))).toBe(204);
    expect((await colleague.get('/api/v1/audit')).statusCode).toBe(200);
    const late = await setRole(owner, colleague, 'stock', 'support');
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', current: { roleId: 'auditor' } },
    ]);
    expect(resultOf(await setRole(owner, colleague, 'nowhere', 'auditor'))).toBe('not-found');
  });

  it('loses a member at once, with the reason in the log', async () => {
    const colleague = await signInOperator(store, 'support');
    expect(resultOf(await setDisabled(owner, colleague, true))).toBe(200);
    expect((await colleague.get('/api/v1/profile')).statusCode).toBe(401);
    expect(resultOf(await setDisabled(owner, colleague, true))).toBe('changed-meanwhile');
    expect(resultOf(await setDisabled(owner, colleague, false))).toBe(204);
    expect((await colleague.get('/api/v1/profile')).statusCode, 'the sessions stay ended').toBe(401);
    const { items } = (await owner.get(`/api/v1/audit?subject=operator ${colleague.id}`)).json();
    expect(items).toMatchObject([
      { action: 'operator enable', before: { isDisabled: true }, after: { isDisabled: false } },
      { action: 'operator disable', reason: 'left', actor: { kind: 'operator', id: owner.id } },
    ]);
  });

  it('has sessions ended and second factors reset by an owner', async () => {
    const colleague = await signInOperator(store, 'support');
    expect(resultOf(await owner.call('DELETE', `/api/v1/team/operators/${colleague.id}/sessions`))).toBe(204);
    expect((await colleague.get('/api/v1/profile')).statusCode).toBe(401);
    await sql`UPDATE operator SET totp_confirmed_at = now() WHERE id = ${colleague.id}`.execute(store.database);
    expect(resultOf(await owner.call('DELETE', `/api/v1/team/operators/${colleague.id}/second-factor`))).toBe(204);
    const { operators } = (await owner.get('/api/v1/team')).json();
    expect(operators.find(({ id }: { id: number }) => id === colleague.id).hasSecondFactor).toBe(false);
    expect(resultOf(await owner.call('DELETE', '/api/v1/team/operators/999999/sessions'))).toBe('not-found');
  });
});

describe('an operator who may manage the team but is no owner', () => {
  const createDeputy = async () => {
    const role = { id: 'deputy', name: 'Deputy', permissions: ['team:read', 'team:write', 'orders:read'], limits: {} };
    await owner.call('POST', '/api/v1/roles', role);
    return signInOperator(store, 'deputy');
  };

  it('gives no permission that they do not have, and cannot change operators who have more', async () => {
    const deputy = await createDeputy();
    const support = await signInOperator(store, 'support');
    const invite = (roleId: string) =>
      deputy.call('POST', '/api/v1/team/invitations', { email: `${roleId}@example.com`, roleId });
    expect(resultOf(await invite('owner'))).toBe('permission-missing');
    expect(resultOf(await invite('deputy'))).toBe(201);
    expect(resultOf(await setRole(deputy, deputy, 'owner', 'deputy'))).toBe('permission-missing');
    expect(resultOf(await setRole(deputy, support, 'deputy', 'support'))).toBe('permission-missing');
    expect(resultOf(await setDisabled(deputy, owner, true))).toBe('permission-missing');
    const wider = { name: '', permissions: [...PERMISSIONS], limits: {}, version: 1 };
    expect(resultOf(await deputy.call('PUT', '/api/v1/roles/deputy', wider))).toBe('permission-missing');
    expect(resultOf(await deputy.call('POST', '/api/v1/roles', { ...wider, id: 'god' }))).toBe('permission-missing');
  });
});

describe('an operator with a limit for refunds who may manage the team', () => {
  it('gives no larger limit, neither to themselves nor to others', async () => {
    const permissions = ['team:read', 'team:write', 'orders:read', 'orders:refund'];
    const limited = { id: 'limited', name: 'Limited', permissions, limits: { refundPerDay: 100 } };
    await owner.call('POST', '/api/v1/roles', limited);
    await owner.call('POST', '/api/v1/roles', { ...limited, id: 'unlimited', limits: {} });
    const deputy = await signInOperator(store, 'limited');
    const colleague = await signInOperator(store, 'limited');
    for (const limits of [{}, { refundPerDay: 101 }]) {
      const change = { name: 'Limited', permissions, limits, version: 1 };
      expect(resultOf(await deputy.call('PUT', '/api/v1/roles/limited', change))).toBe('permission-missing');
      const added = { ...limited, id: 'added', limits };
      expect(resultOf(await deputy.call('POST', '/api/v1/roles', added))).toBe('permission-missing');
    }
    for (const operator of [deputy, colleague]) {
      expect(resultOf(await setRole(deputy, operator, 'unlimited', 'limited'))).toBe('permission-missing');
    }
    const invite = (roleId: string) =>
      deputy.call('POST', '/api/v1/team/invitations', { email: `${roleId}@example.com`, roleId });
    expect(resultOf(await invite('unlimited'))).toBe('permission-missing');
    expect(resultOf(await invite('limited'))).toBe(201);
    const unlimited = await signInOperator(store, 'unlimited');
    for (const [operator, result] of [
      [unlimited, 'permission-missing'],
      [colleague, 204],
    ] as const) {
      await setDisabled(owner, operator, true);
      expect(resultOf(await setDisabled(deputy, operator, false))).toBe(result);
    }
    const lower = { name: 'Limited', permissions, limits: { refundPerDay: 50 }, version: 1 };
    expect(resultOf(await deputy.call('PUT', '/api/v1/roles/limited', lower))).toBe(204);
    const reader = { id: 'reader', name: 'Reader', permissions: ['orders:read'], limits: {} };
    expect(resultOf(await deputy.call('POST', '/api/v1/roles', reader)), 'it cannot refund').toBe(204);
  });
});

describe('a role', () => {
  const night = { id: 'night', name: 'Night shift', permissions: ['orders:read'], limits: { refundPerDay: 100 } };

  it('is created and changed, with effect on the next request', async () => {
    expect(resultOf(await owner.call('POST', '/api/v1/roles', night))).toBe(204);
    expect(resultOf(await owner.call('POST', '/api/v1/roles', night))).toBe('state-conflict');
    const operator = await signInOperator(store, 'night');
    expect((await operator.get('/api/v1/session')).json().operator).toMatchObject({
      permissions: ['orders:read'],
      limits: { refundPerDay: 100 },
    });
    const change = { name: 'Night', permissions: ['audit:read'], limits: {}, version: 1 };
    expect(resultOf(await owner.call('PUT', '/api/v1/roles/night', change))).toBe(204);
    expect((await operator.get('/api/v1/audit')).statusCode).toBe(200);
    const second = await owner.call('PUT', '/api/v1/roles/night', change);
    expect([second.statusCode, second.json().current]).toMatchObject([
      409,
      { version: 2, permissions: ['audit:read'] },
    ]);
    const { items } = (await owner.get('/api/v1/roles')).json();
    expect(items.find(({ id }: { id: string }) => id === 'night')).toMatchObject({ operators: 1, isBuiltIn: false });
    const unused = { id: 'unused', name: 'Unused', permissions: ['orders:read'], limits: {} };
    await owner.call('POST', '/api/v1/roles', unused);
    expect(resultOf(await owner.call('DELETE', '/api/v1/roles/unused?version=1'))).toBe(204);
  });

  it('has permissions of the vocabulary only, and that of the owner is fixed', async () => {
    const wrong = { ...night, id: 'wrong', permissions: ['orders:destroy'] };
    expect(resultOf(await owner.call('POST', '/api/v1/roles', wrong))).toBe('invalid-parameter');
    const change = { name: '', permissions: [], limits: {}, version: 1 };
    expect(resultOf(await owner.call('PUT', '/api/v1/roles/owner', change))).toBe('last-owner');
  });
});

describe('the last owner', () => {
  it('is neither demoted nor disabled, alone or when two do it to each other at once', async () => {
    expect(resultOf(await setRole(owner, owner, 'support', 'owner'))).toBe('last-owner');
    expect(resultOf(await setDisabled(owner, owner, true))).toBe('last-owner');
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await signInOperator(store, 'owner'), await signInOperator(store, 'owner')];
      await sql`UPDATE operator SET disabled_at = now() WHERE role_id = 'owner' AND id NOT IN (${first.id}, ${second.id})`.execute(
        store.database,
      );
      const demote = (by: TestOperator, { id }: TestOperator) =>
        by.call(
          'PUT',
          `/api/v1/team/operators/${id}/role`,
          { roleId: 'support', seenRoleId: 'owner' },
          { isParallel: true },
        );
      const answers = await Promise.all([demote(first, second), demote(second, first)]);
      expect(answers.map(resultOf).filter((result) => result === 204)).toHaveLength(1);
      const { rows } = await sql`SELECT id FROM operator WHERE role_id = 'owner' AND disabled_at IS NULL`.execute(
        store.database,
      );
      expect(rows).toHaveLength(1);
    }
  });
});
