import { createMailer } from '@oyna/providers/mail/mail';
import type { PushSender } from '@oyna/providers/web-push/web-push';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import type { Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createAlertMessagesService } from './alert-messages.service.ts';
import {
  callAlerts,
  createOffer,
  createReader,
  mailsTo,
  messagesOf,
  pushes,
  setOffer,
  subscribe,
  work,
} from './alerts.test-helper.ts';
import { createMailChannel } from './mail-channel.ts';
import { createPushChannel } from './push-channel.ts';
import { createStopTokens } from './stop-token.ts';

let store: TestStore;
let reader: Member & { email: string };
let offer: { id: number; gameId: number; name: string };
let next = 0;
beforeAll(async () => {
  store = await createTestStore({ worker: true });
  await store.currency.refresh();
});
afterAll(() => store.close());
beforeEach(async () => {
  reader = await createReader(store);
  offer = await createOffer(store, next++);
});

async function add(change: object = {}, by: Member = reader): Promise<number> {
  const payload = {
    kind: 'price-below',
    productId: offer.id,
    threshold: 9_000,
    currency: 'USD',
    channels: ['mail'],
    ...change,
  };
  const answer = await callAlerts(store, by, 'POST', '', payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}
/** A message without its job. */
async function makeMessage(alertId: number, channel: string, target = ''): Promise<number> {
  const event = { alert_id: alertId, product_id: offer.id, due_at: new Date(), released_at: new Date() };
  const { id: eventId } = await store.database
    .insertInto('alert_event')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await store.database
    .insertInto('alert_message')
    .values({ event_id: eventId, account_id: reader.accountId, channel, target })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const closed = (count: number, by: Member = reader) =>
  eventually(async () => {
    const messages = await messagesOf(store, by);
    expect(messages.filter((one) => !one.endsWith('waiting'))).toHaveLength(count);
    return messages;
  });

describe('a price that falls to the threshold', () => {
  it('makes one mail with what the page shows, and a way to stop', async () => {
    await add();
    await setOffer(store, offer.id, { price: 8_950 });
    await Promise.all([work(store), work(store)]);
    expect(await closed(1)).toEqual(['mail sent']);
    const [letter, ...others] = await mailsTo(store, reader.email);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe(`${offer.name}: now $89.50`);
    expect(letter?.text).toContain('down to $89.50 from $100.00');
    expect(letter?.text).toContain('at $90.00 or less');
    expect(letter?.text).toContain(`/catalog/${offer.gameId}#offer-${offer.id}`);
    expect(letter?.stop).toEqual({
      url: expect.stringContaining('/alerts/stop?token='),
      post: 'List-Unsubscribe=One-Click',
    });
  });

  it('makes no second mail until it was above the threshold', async () => {
    await add();
    for (const price of [8_900, 8_800, 8_700]) {
      await setOffer(store, offer.id, { price });
      await work(store);
    }
    await closed(1);
    expect(await mailsTo(store, reader.email)).toHaveLength(1);
  });

  it('makes the next mail after the quiet hours, if it is still true', async () => {
    const id = await add();
    const fall = async () => {
      for (const price of [9_500, 8_900]) {
        await setOffer(store, offer.id, { price });
        await work(store);
      }
    };
    await fall();
    await closed(1);
    await fall();
    expect(await messagesOf(store, reader)).toEqual(['mail sent']);
    await store.database.updateTable('alert_event').set({ due_at: new Date() }).where('alert_id', '=', id).execute();
    await work(store);
    expect(await closed(2)).toEqual(['mail sent', 'mail sent']);
  });

  it('makes no mail when the price has risen before it is sent, and one when it falls again', async () => {
    await add();
    await setOffer(store, offer.id, { price: 8_900 });
    await store.alertEvents.collect();
    await setOffer(store, offer.id, { price: 9_100 });
    await store.alertEvents.release();
    expect(await closed(1)).toEqual(['mail over']);
    // The worker did not look in between, but the message did.
    await setOffer(store, offer.id, { price: 8_900 });
    await work(store);
    expect(await closed(2)).toEqual(['mail over', 'mail sent']);
    expect(await mailsTo(store, reader.email)).toHaveLength(1);
  });

  it('makes no mail while the offer cannot be bought', async () => {
    await add();
    await setOffer(store, offer.id, { available: false });
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    expect(await messagesOf(store, reader)).toEqual([]);
    await setOffer(store, offer.id, { available: true });
    await work(store);
    expect(await closed(1)).toEqual(['mail sent']);
  });

  it('counts in the currency of the customer: a new rate is a new price', async () => {
    const rate = Number((await store.currency.findRate('KZT'))?.rate);
    const threshold = Math.floor(rate * 100 * 0.9) * 100;
    await add({ currency: 'KZT', threshold });
    const setRate = (value: number) =>
      store.database
        .updateTable('currency_rate')
        .set({ rate: value.toFixed(8) })
        .where('currency', '=', 'KZT')
        .execute();
    await setRate(rate * 0.85);
    await work(store);
    expect(await closed(1)).toEqual(['mail sent']);
    expect((await mailsTo(store, reader.email))[0]?.subject).toContain('₸');
    await setRate(rate);
  });
});

describe('a message', () => {
  it('is not sent after a stop, also when its job already waits', async () => {
    const id = await add();
    await setOffer(store, offer.id, { price: 8_000 });
    await store.alertEvents.collect();
    await callAlerts(store, reader, 'DELETE', `/${id}`);
    await store.alertEvents.release();
    expect(await messagesOf(store, reader)).toEqual([]);
    // The same, stopped after the message was made.
    const messageId = await makeMessage(id, 'mail');
    await store.database.insertInto('outbox').values({ queue: 'alert-messages', data: { messageId } }).execute();
    expect(await closed(1)).toEqual(['mail stopped']);
    expect(await mailsTo(store, reader.email)).toEqual([]);
  });

  it('is sent once by a mail server that takes longer than a stop may wait', async () => {
    // Held: the sandbox has the mail and answers later.
    const email = `held@${reader.accountId}.example.com`;
    await store.database.updateTable('account').set({ email }).where('id', '=', reader.accountId).execute();
    const id = await add();
    await setOffer(store, offer.id, { price: 8_000 });
    const messageId = await makeMessage(id, 'mail');
    const mailer = createMailer({
      url: `${store.sandboxUrl}/mail/smtp.json`,
      from: { name: 'Oyna', address: 'no-reply@example.com' },
      requireTls: false,
    });
    const { send } = createAlertMessagesService({
      db: store.database,
      channels: [createMailChannel({ mailer, storeName: 'Oyna', publicUrl: store.publicUrl })],
      tokens: createStopTokens(Buffer.alloc(32)),
      oldPricePolicy: 'spec',
      publicUrl: store.publicUrl,
      handOverMs: 1_500,
    });
    for (let tries = 0; tries < 3; tries += 1) await send(messageId).catch(() => {});
    expect(await messagesOf(store, reader)).toEqual(['mail sent']);
    expect((await callAlerts(store, reader, 'DELETE', `/${id}`)).statusCode).toBe(204);
    await eventually(async () => {
      const released = await fetch(`${store.sandboxUrl}/mail/release`, { method: 'POST' });
      expect(await released.json()).toEqual({ released: 1 });
    });
    expect(await mailsTo(store, email)).toHaveLength(1);
  });

  it('is stopped by one POST without a session, and not by a GET', async () => {
    const id = await add();
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    await closed(1);
    const [letter] = await mailsTo(store, reader.email);
    const { pathname, search } = new URL(letter?.stop?.url ?? '');
    const isActive = async () =>
      (await callAlerts(store, reader, 'GET')).json().alerts.some((one: { id: number }) => one.id === id);
    await store.server.inject({ url: pathname + search });
    expect(await isActive()).toBe(true);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (url: string) =>
      store.server.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' });
    expect((await post(`${pathname}?token=${id}.AAAA`)).statusCode).toBe(404);
    expect((await post(pathname)).statusCode).toBe(400);
    expect(await isActive()).toBe(true);
    expect((await post(pathname + search)).statusCode).toBe(200);
    expect((await post(pathname + search)).statusCode).toBe(200);
    expect(await isActive()).toBe(false);
  });

  it('is stopped by its token through the API, and by no token of another alert', async () => {
    const id = await add();
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    await closed(1);
    const token = new URL((await mailsTo(store, reader.email))[0]?.stop?.url ?? '').searchParams.get('token') ?? '';
    const stop = (value: string) =>
      store.server.inject({ method: 'POST', url: '/api/v1/alerts/stop', payload: { token: value } });
    for (const forged of [`${id + 1}.${token.split('.')[1]}`, `${id}.`, 'x', `${token}x`]) {
      expect((await stop(forged)).statusCode).toBe(404);
    }
    expect((await stop(token)).json()).toEqual({ kind: 'price-below', name: offer.name });
    expect((await callAlerts(store, reader, 'GET')).json().alerts).toEqual([]);
  });

  it('does not go to a blocked customer or to an address that is not confirmed', async () => {
    const blocked = await createReader(store);
    await add({}, blocked);
    await add({ channels: ['mail', 'push'] });
    await store.database
      .updateTable('account')
      .set({ blocked_at: new Date(), blocked_reason: 'fraud' })
      .where('id', '=', blocked.accountId)
      .execute();
    await store.database
      .updateTable('account')
      .set({ email_confirmed_at: null })
      .where('id', '=', reader.accountId)
      .execute();
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    expect(await closed(1, blocked)).toEqual(['mail blocked']);
    expect(await messagesOf(store, reader)).toEqual([]);
  });

  it('is not made above the limit of a day', async () => {
    const id = await add();
    const [event] = await store.database
      .insertInto('alert_event')
      .values(
        Array.from({ length: 30 }, () => ({
          alert_id: id,
          product_id: offer.id,
          due_at: new Date(),
          released_at: new Date(),
        })),
      )
      .returning('id')
      .execute();
    await store.database
      .insertInto('alert_message')
      .columns(['event_id', 'account_id', 'channel', 'status', 'closed_at'])
      .expression((eb) =>
        eb
          .selectFrom('alert_event')
          .select((row) => [
            'id',
            row.val(reader.accountId).as('account_id'),
            row.val('mail').as('channel'),
            row.val('sent').as('status'),
            'created_at',
          ])
          .where('id', '>=', event?.id ?? 0)
          .where('alert_id', '=', id),
      )
      .execute();
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    expect(await messagesOf(store, reader)).toHaveLength(30);
  });
});

describe('an offer that comes back', () => {
  it('is announced by push to every browser, encrypted, and to none after it unsubscribed', async () => {
    await setOffer(store, offer.id, { available: false });
    await subscribe(store, reader);
    await subscribe(store, reader);
    await subscribe(store, reader, 'gone');
    await add({ kind: 'back-in-stock', threshold: undefined, channels: ['push'] });
    await setOffer(store, offer.id, { available: true });
    await work(store);
    expect((await closed(3)).toSorted()).toEqual(['push gone', 'push sent', 'push sent']);
    const received = (await pushes(store)).filter(({ payload }) => payload.url.endsWith(`#offer-${offer.id}`));
    expect(received).toHaveLength(2);
    expect(received[0]?.payload).toMatchObject({
      title: `${offer.name} is back in stock`,
      body: 'You can buy it for $100.00.',
      stop: 'Stop this alert',
    });
    const { browsers } = (await callAlerts(store, reader, 'GET')).json();
    expect(browsers).toMatchObject([{ device: 'Chrome, Android' }, { device: 'Chrome, Android' }]);
  });

  it.each(['refused', 'moved'])(
    'is given up for a push service that says %s, and the mail is still sent',
    async (answer) => {
      await setOffer(store, offer.id, { available: false });
      await subscribe(store, reader, answer);
      await add({ kind: 'back-in-stock', threshold: undefined, channels: ['mail', 'push'] });
      await setOffer(store, offer.id, { available: true });
      await work(store);
      expect((await closed(2)).toSorted()).toEqual(['mail sent', 'push refused']);
    },
  );

  it.each(['busy', 'broken'])('waits for a push service that is %s', async (answer) => {
    await setOffer(store, offer.id, { available: false });
    await subscribe(store, reader, answer);
    await add({ kind: 'back-in-stock', threshold: undefined, channels: ['mail', 'push'] });
    await setOffer(store, offer.id, { available: true });
    await work(store);
    await closed(1);
    expect((await messagesOf(store, reader)).toSorted()).toEqual(['mail sent', 'push waiting']);
  });
});

describe('a browser that does not answer', () => {
  const sendBy = (sender: PushSender['send']) =>
    createAlertMessagesService({
      db: store.database,
      channels: [createPushChannel({ send: sender })],
      tokens: createStopTokens(Buffer.alloc(32)),
      oldPricePolicy: 'spec',
      publicUrl: store.publicUrl,
    }).send;
  const failures = async (id: number) =>
    (await store.database.selectFrom('push_subscription').select('failures').where('id', '=', id).execute()).map(
      (row) => row.failures,
    );
  /** Before that a change of the price could end the message. */
  const failedOnce = (id: number) => eventually(async () => expect(await failures(id)).toEqual([1]));
  const endPause = (id: number) =>
    store.database
      .updateTable('push_subscription')
      .set({ failed_at: new Date(Date.now() - 24 * 3_600_000) })
      .where('id', '=', id)
      .execute();

  it('is not asked again in a pause, by no message, and is forgotten after eight failures in a row', async () => {
    const browser = await subscribe(store, reader);
    const alert = await add({ channels: ['push'] });
    await setOffer(store, offer.id, { price: 8_000 });
    const messages = [];
    for (let count = 0; count < 3; count += 1) messages.push(await makeMessage(alert, 'push', String(browser)));
    const [first = 0, second = 0, third = 0] = messages;
    const ask = vi.fn(() => Promise.reject(new Error('no answer')));
    await expect(sendBy(ask)(first)).rejects.toThrow('no answer');
    await expect(sendBy(ask)(second)).rejects.toThrow('is asked again later');
    await expect(sendBy(ask)(first)).rejects.toThrow('is asked again later');
    expect(ask).toHaveBeenCalledTimes(1);
    await endPause(browser);
    await sendBy(async () => 'sent')(second);
    expect(await failures(browser)).toEqual([0]);
    for (let count = 1; count < 8; count += 1) {
      await expect(sendBy(ask)(first)).rejects.toThrow('no answer');
      expect(await failures(browser)).toEqual([count]);
      await endPause(browser);
    }
    await expect(sendBy(ask)(first)).rejects.toThrow('no answer');
    expect(await failures(browser)).toEqual([]);
    await sendBy(ask)(third);
    expect(await messagesOf(store, reader)).toEqual(['push waiting', 'push sent', 'push gone']);
  });

  it('does not keep the mail of the next event back, and gets one message for both', async () => {
    const browser = await subscribe(store, reader, 'broken');
    const id = await add({ channels: ['mail', 'push'] });
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    await closed(1);
    await failedOnce(browser);
    for (const price of [9_500, 8_500]) {
      await setOffer(store, offer.id, { price });
      await work(store);
    }
    await store.database.updateTable('alert_event').set({ due_at: new Date() }).where('alert_id', '=', id).execute();
    await work(store);
    await closed(3);
    expect((await messagesOf(store, reader)).toSorted()).toEqual([
      'mail sent',
      'mail sent',
      'push replaced',
      'push waiting',
    ]);
  });

  it('is one event while no channel has reached the customer, and the next one is free after the last try', async () => {
    const browser = await subscribe(store, reader, 'broken');
    const alert = await add({ channels: ['push'] });
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    await failedOnce(browser);
    for (const price of [9_500, 8_500]) {
      await setOffer(store, offer.id, { price });
      await work(store);
    }
    // As if the job had failed twice.
    await eventually(async () => {
      const { rows } = await sql`
        UPDATE pgboss.job SET retry_count = retry_limit - 1, start_after = now() WHERE name = 'alert-pushes'
          AND state = 'retry' AND data ->> 'messageId' IN (SELECT id::text FROM alert_message WHERE target = ${String(browser)})
        RETURNING id`.execute(store.database);
      expect(rows).toHaveLength(1);
    });
    expect(await closed(1)).toEqual(['push failed']);
    for (const price of [9_500, 8_500]) {
      await setOffer(store, offer.id, { price });
      await work(store);
    }
    expect(await messagesOf(store, reader)).toEqual(['push failed', 'push waiting']);
    expect((await callAlerts(store, reader, 'DELETE', `/${alert}`)).statusCode).toBe(204);
  });

  it('keeps no mail waiting, and is tried three times', async () => {
    await subscribe(store, reader, 'broken');
    await add({ channels: ['mail', 'push'] });
    await setOffer(store, offer.id, { price: 8_000 });
    await work(store);
    await closed(1);
    const { rows } = await sql`
      SELECT job.name, retry_limit FROM pgboss.job JOIN alert_message ON alert_message.id = (data ->> 'messageId')::bigint
      WHERE account_id = ${reader.accountId} ORDER BY job.name`.execute(store.database);
    expect(rows).toEqual([
      { name: 'alert-messages', retry_limit: 16 },
      { name: 'alert-pushes', retry_limit: 2 },
    ]);
  });
});

describe('the end of a discount', () => {
  const startSale = async (change: object = {}): Promise<number> => {
    const { id } = await store.database
      .insertInto('price_change')
      .values({
        title: 'Sale',
        status: 'scheduled',
        starts_at: new Date(Date.now() - 60_000),
        ends_at: new Date(Date.now() + 3 * 3_600_000),
        created_by: 'test',
        ...change,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setOffer(store, offer.id, { price: 7_000 });
    const { price_version: version } = await store.database
      .selectFrom('product')
      .select('price_version')
      .where('id', '=', offer.id)
      .executeTakeFirstOrThrow();
    await store.database
      .insertInto('price_change_item')
      .values({
        price_change_id: id,
        product_id: offer.id,
        old_price_cents: 10_000,
        old_discount_price_cents: 10_000,
        new_price_cents: 10_000,
        new_discount_price_cents: 7_000,
        applied_version: version,
      })
      .execute();
    await store.database.updateTable('price_change').set({ status: 'applied' }).where('id', '=', id).execute();
    return id;
  };
  const favour = (by: Member) =>
    store.server.inject({
      method: 'POST',
      url: '/api/v1/favorites',
      headers: by.headers,
      payload: { gameId: offer.gameId },
    });
  const follow = (by: Member = reader) => add({ kind: 'discount-end', productId: undefined, threshold: undefined }, by);

  it('is announced once, to customers who have the game as a favourite and asked for it', async () => {
    const other = await createReader(store);
    await favour(reader);
    await favour(other);
    await follow();
    await startSale();
    await Promise.all([work(store), work(store)]);
    await work(store);
    expect(await closed(1)).toEqual(['mail sent']);
    const [letter] = await mailsTo(store, reader.email);
    expect(letter?.subject).toBe(`The discount on ${offer.name} ends soon`);
    expect(letter?.text).toContain('$70.00 instead of $100.00');
    expect(await messagesOf(store, other)).toEqual([]);
  });

  it('is not announced a week before', async () => {
    await favour(reader);
    await follow();
    await startSale({ ends_at: new Date(Date.now() + 7 * 24 * 3_600_000) });
    await work(store);
    expect(await messagesOf(store, reader)).toEqual([]);
  });

  it('is not announced when the discount was changed or the game is no favourite any more', async () => {
    const second = await createReader(store);
    for (const one of [reader, second]) {
      await favour(one);
      await follow(one);
    }
    await startSale();
    await store.alertEvents.collect();
    await store.server.inject({ method: 'DELETE', url: '/api/v1/favorites', headers: second.headers });
    await setOffer(store, offer.id, { price: 7_500 });
    await store.alertEvents.release();
    expect(await closed(1)).toEqual(['mail over']);
    expect(await closed(1, second)).toEqual(['mail over']);
  });
});
