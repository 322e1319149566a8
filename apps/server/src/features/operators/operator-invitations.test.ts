import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionSettings } from '../../testing/production-settings.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const CONSOLE = 'https://desk.example';
let store: TestStore;
beforeAll(async () => {
  const environment = { ...productionSettings('postgres://unused'), CONSOLE_URL: CONSOLE };
  store = await createTestStore({ template: 'empty', environment });
});
afterAll(() => store.close());

let visitors = 0;
/** Each visitor has another address, so that the limits of one test do not refuse another. */
const ask = async (method: 'POST', url: string, payload: object) =>
  (await store.openConsole()).inject({
    method,
    url,
    remoteAddress: `10.0.0.${++visitors}`,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload,
  });
const signIn = (email: string, password: string) => ask('POST', '/api/v1/session', { email, password });

describe('an invitation', () => {
  const invite = async (email: string, roleId = 'support') => {
    const owner = await signInOperator(store, 'owner');
    const answer = await owner.call('POST', '/api/v1/team/invitations', { email, roleId });
    const [, token = ''] = String(answer.json().link).split('#');
    return { owner, answer, token, id: answer.json().id };
  };
  const look = (token: string) => ask('POST', '/api/v1/invitation/look', { token });
  const accept = (token: string, form: object = {}) =>
    ask('POST', '/api/v1/invitation/accept', {
      token,
      name: 'Данияр',
      password: 'Harbour!stone7',
      language: 'kz',
      ...form,
    });
  const expectGone = async (answer: Promise<{ statusCode: number; json(): { code: string } }>) => {
    const { statusCode, json } = await answer;
    expect([statusCode, json().code]).toEqual([410, 'invitation-invalid']);
  };

  it('makes an operator once, who then sets up a second factor', async () => {
    const { answer, token } = await invite('new@example.com', 'manager');
    expect(answer.json().link).toBe(`${CONSOLE}/invitation#${token}`);
    expect((await look(token)).json()).toMatchObject({ email: 'new@example.com', roleId: 'manager' });
    expect((await accept(token, { password: 'short' })).json().code).toBe('password-invalid');
    expect((await accept(token, { password: 'New@Example.com' })).json().code).toBe('password-personal');
    expect((await accept(token, { name: ' ' })).json().code).toBe('name-err');
    const accepted = await accept(token);
    expect(accepted.json()).toMatchObject({
      operator: { email: 'new@example.com', roleId: 'manager', language: 'kz' },
      secondFactor: { state: 'missing' },
    });
    await expectGone(accept(token));
    await expectGone(look(token));
    expect((await signIn('new@example.com', 'Harbour!stone7')).statusCode).toBe(200);
    const { owner } = await invite('unused@example.com');
    const again = await owner.call('POST', '/api/v1/team/invitations', { email: 'NEW@example.com', roleId: 'stock' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'email-taken']);
  });

  it('is accepted by one of two at once', async () => {
    const { token } = await invite('race@example.com');
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
  });

  it('does not count when it is expired, withdrawn, replaced or made up', async () => {
    const expired = await invite('expired@example.com');
    await sql`UPDATE operator_invitation SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`.execute(
      store.database,
    );
    await expectGone(accept(expired.token));
    const withdrawn = await invite('withdrawn@example.com');
    const url = `/api/v1/team/invitations/${withdrawn.id}`;
    expect((await withdrawn.owner.call('DELETE', url)).statusCode).toBe(204);
    expect((await withdrawn.owner.call('DELETE', url)).statusCode).toBe(404);
    await expectGone(accept(withdrawn.token));
    const replaced = await invite('replaced@example.com');
    await invite('Replaced@example.com');
    await expectGone(accept(replaced.token));
    await expectGone(accept('x'.repeat(43)));
  });

  it('ends with the operator who made it, and with their permission', async () => {
    const setDisabled = (who: TestOperator, isDisabled: boolean) => async (by: TestOperator) =>
      (await by.call('PUT', `/api/v1/team/operators/${who.id}/state`, { isDisabled })).statusCode;
    const colleague = await signInOperator(store, 'owner');
    const left = await invite('of-one-who-left@example.com');
    expect(await setDisabled(left.owner, true)(colleague)).toBe(200);
    await expectGone(look(left.token));
    await expectGone(accept(left.token));
    expect(await setDisabled(left.owner, false)(colleague)).toBe(204);
    await expectGone(accept(left.token));
    const lowered = await invite('of-one-with-less@example.com');
    const role = { roleId: 'support', seenRoleId: 'owner' };
    const change = await colleague.call('PUT', `/api/v1/team/operators/${lowered.owner.id}/role`, role);
    expect(change.statusCode).toBe(204);
    await expectGone(accept(lowered.token));
  });

  it('keeps its token out of the database', async () => {
    const { token } = await invite('secret@example.com');
    const { rows } = await sql<{ found: string }>`
      SELECT operator_invitation::text AS found FROM operator_invitation UNION ALL
      SELECT audit_entry::text FROM audit_entry`.execute(store.database);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ found }) => found.includes(token))).toEqual([]);
  });
});
