import type { PushSender } from '@oyna/providers/web-push/web-push';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
  makeMessage,
  messagesOf,
  pushes,
  setOffer,
  subscribe,
  work,
} from './alerts.test-helper.ts';
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

const add = (change: object = {}, by: Member = reader) => addAlert(store, by, { productId: offer.id, ...change });
const closed = (count: number, by: Member = reader) => closedMessages(store, by, count);

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
    const alertId = await add({ channels: ['push'] });
    await setOffer(store, offer.id, { price: 8_000 });
    const message = { alertId, productId: offer.id, channel: 'push', target: String(browser) };
    const messages = [];
    for (let count = 0; count < 3; count += 1) messages.push(await makeMessage(store, reader, message));
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
