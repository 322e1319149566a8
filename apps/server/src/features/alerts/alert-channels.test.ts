import { createSmsSender, SmsRefused } from '@oyna/providers/sms/sms';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobs } from '../../platform/jobs/jobs.ts';
import type { Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import type { AlertChannel, AlertJob } from './alert-channels.ts';
import { createAlertEventsService } from './alert-events.service.ts';
import { createAlertMessagesService } from './alert-messages.service.ts';
import { addAlert, createOffer, createReader, mailsTo, messagesOf, setOffer } from './alerts.test-helper.ts';
import { createStopTokens } from './stop-token.ts';

// The store has no channel for text messages. This one has nothing but the interface.

const NAME = 'sms' as AlertChannel['name'];
const QUEUE = 'alert-texts';

let store: TestStore;
let channel: AlertChannel;
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  const sender = createSmsSender({ url: `${store.sandboxUrl}/sms` });
  channel = {
    name: NAME,
    queue: { name: QUEUE },
    async listTargets(db, accountIds) {
      const { rows } = await sql<{ id: number; phone: string }>`
        SELECT id, phone FROM account WHERE id = ANY (${accountIds}::bigint[]) AND phone IS NOT NULL`.execute(db);
      return new Map(rows.map(({ id, phone }) => [id, [phone]]));
    },
    async send(_db, to, { title, stopUrl }) {
      try {
        await sender.send({ to, text: `${title} ${stopUrl}` });
        return 'sent';
      } catch (error) {
        if (error instanceof SmsRefused) return 'refused';
        throw error;
      }
    },
  };
});
afterAll(() => store.close());

/** A customer with a phone who waits for the offer, by the new channel alone. */
async function createWaiting(phone: string, productId: number): Promise<{ reader: Member; alertId: number }> {
  const reader = await createReader(store);
  await sql`UPDATE account SET phone = ${phone} WHERE id = ${reader.accountId}`.execute(store.database);
  const alertId = await addAlert(store, reader, { productId });
  await sql`UPDATE alert SET channels = ARRAY[${NAME}] WHERE id = ${alertId}`.execute(store.database);
  return { reader, alertId };
}

/** What a worker does: changes become events, and each job of the queue sends its message. */
async function work(): Promise<void> {
  const events = createAlertEventsService({ db: store.database, jobs, channels: [channel] });
  await events.collect();
  await events.release();
  const { send } = createAlertMessagesService({
    db: store.database,
    channels: [channel],
    tokens: createStopTokens(Buffer.alloc(32)),
    oldPricePolicy: 'spec',
    publicUrl: store.publicUrl,
  });
  const { rows } = await sql<{ data: AlertJob }>`DELETE FROM outbox WHERE queue = ${QUEUE} RETURNING data`.execute(
    store.database,
  );
  // A job may run twice.
  for (const { data } of [...rows, ...rows]) await send(data.messageId);
}

it('is a third way to reach a customer: one message, and none after a stop', async () => {
  const { id, name } = await createOffer(store, 0);
  const { reader, alertId } = await createWaiting('+77010000001', id);
  await setOffer(store, id, { price: 8_950 });
  await work();
  expect(await messagesOf(store, reader)).toEqual(['sms sent']);
  const [text, ...others] = await mailsTo(store, '+77010000001');
  expect(others).toEqual([]);
  expect(text?.text).toContain(`${name}: now $89.50`);
  expect(text?.text).toContain(`/alerts/stop?token=${alertId}.`);

  await sql`UPDATE alert SET stopped_at = now() WHERE id = ${alertId}`.execute(store.database);
  for (const price of [9_500, 8_900]) await setOffer(store, id, { price });
  await work();
  expect(await mailsTo(store, '+77010000001')).toHaveLength(1);
});

it('may refuse a target and ends only the message to it', async () => {
  const { id } = await createOffer(store, 1);
  const [refused, reached] = [await createWaiting('+77010000000', id), await createWaiting('+77010000002', id)];
  await setOffer(store, id, { price: 8_950 });
  await work();
  expect(await messagesOf(store, refused.reader)).toEqual(['sms refused']);
  expect(await messagesOf(store, reached.reader)).toEqual(['sms sent']);
});
