import type { Language } from '@oyna/domain/constants';
import { expect } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import type { TestStore } from '../../testing/test-store.ts';

/** A mail or a push message that the sandboxes have received. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  stop?: { url: string; post: string };
}

export interface Push {
  subscription: string;
  payload: { title: string; body: string; url: string; tag: string; stopToken: string; stop: string };
}

/** A member whose address is confirmed. */
export async function createReader(store: TestStore, language: Language = 'en'): Promise<Member & { email: string }> {
  const member = await createMember(store);
  const { email } = await store.database
    .updateTable('account')
    .set({ email_confirmed_at: new Date(), language })
    .where('id', '=', member.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { ...member, email: String(email) };
}

export const callAlerts = (
  store: TestStore,
  by: Member,
  method: 'GET' | 'POST' | 'DELETE',
  rest = '',
  payload?: object,
) =>
  store.server.inject({
    method,
    url: `/api/v1/user/alerts${rest}`,
    headers: by.headers,
    ...(payload ? { payload } : {}),
  });

/** By mail, for a price of 90 US dollars or less. */
export async function addAlert(store: TestStore, by: Member, change: object): Promise<number> {
  const payload = { kind: 'price-below', threshold: 9_000, currency: 'USD', channels: ['mail'], ...change };
  const answer = await callAlerts(store, by, 'POST', '', payload);
  expect(answer.json(), answer.body).toMatchObject({ id: expect.any(Number) });
  return answer.json().id;
}

export async function subscribe(store: TestStore, by: Member, answer = 'open'): Promise<number> {
  const made = await fetch(`${store.sandboxUrl}/push/subscriptions?answer=${answer}`, { method: 'POST' });
  const { endpoint, keys } = (await made.json()) as { endpoint: string; keys: { p256dh: string; auth: string } };
  const saved = await store.server.inject({
    method: 'POST',
    url: '/api/v1/user/push-subscriptions',
    headers: { ...by.headers, 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0' },
    payload: { endpoint, ...keys },
  });
  expect(saved.json(), saved.body).toEqual({ id: expect.any(Number) });
  return saved.json().id;
}

export async function mailsTo(store: TestStore, email: string): Promise<Letter[]> {
  const letters = (await (await fetch(`${store.sandboxUrl}/mail.json`)).json()) as Letter[];
  return letters.filter(({ to }) => to === email);
}

export const pushes = async (store: TestStore): Promise<Push[]> =>
  (await (await fetch(`${store.sandboxUrl}/push.json`)).json()) as Push[];

/** An offer at 100 US dollars, so that 10000 hundredths are its price in dollars. */
export async function createOffer(
  store: TestStore,
  index: number,
): Promise<{ id: number; gameId: number; name: string }> {
  const {
    id,
    game_id: gameId,
    name,
  } = await store.database
    .selectFrom('product')
    .select(['id', 'game_id', 'name'])
    .where('type', '=', 'Key')
    .orderBy('id')
    .offset(index)
    .limit(1)
    .executeTakeFirstOrThrow();
  await setOffer(store, id, { price: 10_000, available: true });
  return { id, gameId, name };
}

export async function setOffer(
  store: TestStore,
  id: number,
  { price, available }: { price?: number; available?: boolean },
) {
  await store.database
    .updateTable('product')
    .set({
      ...(price === undefined ? {} : { price_cents: 10_000, price_with_discount_cents: price }),
      ...(available === undefined ? {} : { available }),
    })
    .where('id', '=', id)
    .execute();
}

/** What a worker does until nothing is left to do: changes, events, messages. */
export async function work(store: TestStore): Promise<void> {
  await store.alertEvents.collect();
  await store.alertEvents.release();
}

/** How messages of an account ended. */
export async function messagesOf(store: TestStore, { accountId }: Member) {
  const rows = await store.database
    .selectFrom('alert_message')
    .select(['channel', 'status', 'dropped_because'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ channel, status, dropped_because: because }) => [channel, because ?? status].join(' '));
}

/** The messages of an account, as soon as `count` of them have ended. */
export const closedMessages = (store: TestStore, by: Member, count: number) =>
  eventually(async () => {
    const messages = await messagesOf(store, by);
    expect(messages.filter((one) => !one.endsWith('waiting'))).toHaveLength(count);
    return messages;
  });

interface MessageOptions {
  alertId: number;
  productId: number;
  channel: string;
  target?: string;
}

/** A message without its job. */
export async function makeMessage(store: TestStore, { accountId }: Member, options: MessageOptions): Promise<number> {
  const { alertId, productId, channel, target = '' } = options;
  const event = { alert_id: alertId, product_id: productId, due_at: new Date(), released_at: new Date() };
  const { id: eventId } = await store.database
    .insertInto('alert_event')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await store.database
    .insertInto('alert_message')
    .values({ event_id: eventId, account_id: accountId, channel, target })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
