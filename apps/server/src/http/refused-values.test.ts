import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
let operator: TestOperator;
let notes: string;
beforeAll(async () => {
  store = await createTestStore();
  operator = await signInOperator(store, 'owner');
  notes = `/api/v1/customers/${(await createMember(store)).accountId}/notes`;
});
afterAll(() => store.close());

describe.each(['a\0b', '\ud800'])('the text %j, which the database does not store', (text) => {
  it('is refused in a body of the console', async () => {
    const answer = await operator.call('POST', notes, { text });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid-parameter', field: 'text' }),
    ]);
  });

  it('is refused deep in a body of the console', async () => {
    const texts = { ru: 'x', en: 'x', kz: text };
    const answer = await operator.call('POST', '/api/v1/templates', { kind: 'claim', name: texts, body: texts });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-parameter']);
  });
});

it('refuses the character 0 in an address of the console', async () => {
  for (const path of ['customers?search=%00', 'stock?search=a%00', 'audit?subject=%00', 'orders/%00']) {
    const { statusCode } = await operator.get(`/api/v1/${path}`);
    expect(statusCode, path).toBe(400);
  }
});

it('refuses an id in an address of the console that the database cannot read', async () => {
  const urn = 'urn:uuid:00000000-0000-0000-0000-000000000000';
  const paths = [`key-imports/${urn}`, 'claims?batchId=2147483648', `claims?accountId=${'9'.repeat(19)}`];
  for (const path of paths) expect((await operator.get(`/api/v1/${path}`)).statusCode, path).toBe(400);
  for (const path of [`health/jobs/${urn}/retry`, `key-imports/${urn}/cancel`])
    expect((await operator.call('POST', `/api/v1/${path}`, {})).statusCode, path).toBe(400);
  for (const path of [`health/nodes/${urn}`, `profile/sessions/${urn}`])
    expect((await operator.call('DELETE', `/api/v1/${path}`)).statusCode, path).toBe(400);
});

it('stores every other text of an operator', async () => {
  const text = '\u0001 😀 \u202e ﷽ <b>';
  expect((await operator.call('POST', notes, { text })).statusCode).toBeLessThan(300);
});
