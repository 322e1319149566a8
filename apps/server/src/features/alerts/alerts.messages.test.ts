import { createMailer } from '@oyna/providers/mail/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import type { Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createAlertMessagesService } from './alert-messages.service.ts';
import {
  addAlert,
  callAlerts,
  closedMessages,
  createOffer,
  createReader,
  mailsTo,
  makeMessage,
  messagesOf,
  setOffer,
  work,
} from './alerts.test-helper.ts';
import { createMailChannel } from './mail-channel.ts';
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

const add = (change: object = {}, by: Member = reader) => addAlert(store, by, { productId: offer.id, ...change });
const closed = (count: number, by: Member = reader) => closedMessages(store, by, count);

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
    const messageId = await makeMessage(store, reader, { alertId: id, productId: offer.id, channel: 'mail' });
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
    const messageId = await makeMessage(store, reader, { alertId: id, productId: offer.id, channel: 'mail' });
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
