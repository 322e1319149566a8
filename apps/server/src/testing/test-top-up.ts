import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Member } from './test-member.ts';
import { call, press } from './test-purchase.ts';
import type { TestStore } from './test-store.ts';

/** The steps of a top-up from the quote to its result. */

export const GUEST: Pick<Member, 'headers'> = { headers: {} as Member['headers'] };
export const STEAM = 278;
export const UC_60 = 311;

export interface ShownQuote {
  quoteId: string;
  provider: 'epoint' | 'platron';
  amount: number;
  currency: string | null;
  credited: { currency: string; amount: number }[];
  toPay: { amount: number; currency: string };
  shown: { amount: number; currency: string };
  feePercent: number;
  fee: number;
  exchange: number;
  rate: number;
  expiresAt: string;
}

export interface ShownTopUp {
  id: string;
  number: string;
  statusId: number;
  stage: string;
  service: string;
  name: string;
  account: string;
  accountName: string | null;
  price: number;
  charged: { amount: number; currency: string };
  link_url: string | null;
  paidAt: string | null;
  deliveredAt: string | null;
  refundedAt: string | null;
  isDelayed: boolean;
}

type Fault = { code: string; field: string };

export const askQuote = (store: TestStore, body: object) =>
  call<ShownQuote & Fault>(store, GUEST, 'POST', '/api/v1/replenishment/quote', { body });

export async function quoteFor(store: TestStore, provider: 'epoint' | 'platron', amount = 1000, id = STEAM) {
  const { status, body } = await askQuote(store, { id, provider, amount: id === STEAM ? amount : 0 });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

export interface Order {
  provider?: 'epoint' | 'platron';
  id?: number;
  account: string;
  amount?: number;
  quoteId?: string;
  email?: string;
  currency?: string;
  headers?: Record<string, string>;
}

export function order(store: TestStore, who: Pick<Member, 'headers'>, wanted: Order) {
  const { provider = 'platron', id = STEAM, account, amount = id === STEAM ? 1000 : 0, currency, headers } = wanted;
  const { quoteId, email } = wanted;
  const serviceObject = { account, amount, ...(currency === undefined ? {} : { currency }) };
  const body = { id, serviceObject, quoteId, email };
  return call<{ orderId: string; link_url: string } & Fault>(
    store,
    who,
    'POST',
    `/api/v1/replenishment/front/${provider}`,
    { body, ...(headers === undefined ? {} : { headers }) },
  );
}

export async function getTopUp(store: TestStore, orderId: string): Promise<ShownTopUp> {
  const { status, body } = await call<ShownTopUp>(store, GUEST, 'GET', `/api/v1/replenishment/${orderId}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Ordered and paid, with a confirmed payment. No worker has claimed it yet. */
export async function paidTopUp(store: TestStore, who: Pick<Member, 'headers'>, wanted: Order): Promise<string> {
  const { status, body } = await order(store, who, wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  await press(body, 'approve');
  await eventually(async () => expect(await getTopUp(store, body.orderId)).toMatchObject({ statusId: 3 }));
  return body.orderId;
}

/** Makes the top-up due and runs the worker once. */
export async function deliver(store: TestStore, orderId: string): Promise<ShownTopUp> {
  await sql`UPDATE top_up SET next_try_at = now() FROM payment
    WHERE payment.top_up_id = top_up.id AND order_id = ${orderId} AND top_up.status = 3`.execute(store.database);
  await store.topUps.delivery.deliverDue();
  return getTopUp(store, orderId);
}

/** Runs the worker until the top-up has reached the stage. */
export function deliverUntil(store: TestStore, orderId: string, stage: string): Promise<ShownTopUp> {
  return eventually(async () => {
    const topUp = await deliver(store, orderId);
    expect(topUp).toMatchObject({ stage });
    return topUp;
  });
}

/** Sets the behaviour of a sandbox in place of what was set before. */
export async function turn(store: TestStore, sandbox: string, behaviour: object = {}): Promise<void> {
  await fetch(`${store.sandboxUrl}/${sandbox}/behaviour`, { method: 'DELETE' });
  if (Object.keys(behaviour).length === 0) return;
  const answer = await fetch(`${store.sandboxUrl}/${sandbox}/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
  expect(answer.status).toBe(200);
}

/** What the suppliers say they have credited to an account. */
export async function creditsOf(store: TestStore, account: string): Promise<object[]> {
  const books = (await (await fetch(`${store.sandboxUrl}/books.json`)).json()) as Record<
    string,
    { account?: string }[]
  >;
  return ['g-engine', 'g2bulk'].flatMap((name) => books[name] ?? []).filter((entry) => entry.account === account);
}

/** The ledger balances of the top-up by account, in hundredths of the payment's currency. */
export async function ledgerOf({ database }: TestStore, orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amount: number }>`
    SELECT account, sum(ledger_entry.amount)::bigint AS amount FROM ledger_entry
    JOIN ledger_transaction ON ledger_transaction.id = transaction_id JOIN payment ON payment.id = payment_id
    WHERE order_id = ${orderId} GROUP BY account`.execute(database);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}
