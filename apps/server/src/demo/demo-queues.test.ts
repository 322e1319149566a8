import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeServices } from '../compose.ts';
import { parseConfig } from '../config.ts';
import { checkInvariants, INVARIANTS, QUIET_INVARIANTS } from '../features/payment/payment.check.ts';
import { signInOperator, type TestOperator } from '../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { seedDemoApproval } from './demo-approval.ts';
import { seedDemoBuyers } from './demo-customer.ts';
import { seedDemoMessages } from './demo-messages.ts';
import { seedDemoOperators } from './demo-operators.ts';

let store: TestStore;
let owner: TestOperator;
beforeAll(async () => {
  store = await createTestStore();
  const services = composeServices(parseConfig({ LOG_LEVEL: 'silent' }), store.database);
  await seedDemoOperators(store.database);
  for (let start = 0; start < 2; start++) {
    await seedDemoBuyers(store.database);
    await Promise.all([seedDemoMessages(store.database), seedDemoMessages(store.database)]);
    await Promise.all([seedDemoApproval(services), seedDemoApproval(services)]);
  }
  owner = await signInOperator(store, 'owner');
});
afterAll(() => store.close());

const list = async <Item>(url: string): Promise<Item[]> => (await owner.get(url)).json().items;

it('fills the queue of claims, once', async () => {
  const open = await list<{ reason: string; waitReason: string }>('/api/v1/claims');
  expect(open.map(({ reason, waitReason }) => [reason, waitReason])).toEqual([
    ['used', 'price'],
    ['invalid', 'few-purchases'],
    ['wrong-region', 'wrong-region'],
  ]);
  const decided = await list<{ status: string }>('/api/v1/claims?state=decided');
  expect(decided.map(({ status }) => status)).toEqual(['refused']);
});

it('fills the queue of messages in three languages, once', async () => {
  const open = await list<{ language: string }>('/api/v1/messages');
  expect(open.map(({ language }) => language).sort()).toEqual(['en', 'kz', 'kz', 'ru']);
  expect(await list('/api/v1/messages?queue=answered')).toHaveLength(1);
});

it('has one refund that waits for a second operator, and the owner can approve it', async () => {
  const waiting = await list<{ id: number; kind: string; requester: string }>('/api/v1/approvals');
  expect(waiting).toMatchObject([{ kind: 'refund-close', requester: 'Тимур Ахметов' }]);
  const approved = await owner.call('POST', `/api/v1/approvals/${waiting[0]?.id}/approve`);
  expect(approved.statusCode).toBe(200);
});

it('keeps every invariant', async () => {
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...QUIET_INVARIANTS })).toEqual([]);
});
