import { createMailer } from '@oyna/providers/mail/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import { eventually } from '../../testing/eventually.ts';
import { lettersTo, letterTo } from '../../testing/test-account.ts';
import { revealKey } from '../../testing/test-claims.ts';
import {
  buyToGive,
  giftOf,
  giveKey,
  openGift,
  reachGiftDay,
  showGift,
  takeGiftBack,
  tokenIn,
  tomorrow,
} from '../../testing/test-gift.ts';
import { newAddress, VISITOR } from '../../testing/test-guest.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, getOrder } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { createGiftMailsService } from './gift-mails.service.ts';
import { createGiftsService } from './gifts.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 10, 'GIVEN');
});
afterAll(() => store.close());

const bought = () => buyToGive(store, productId);

describe('a gift by mail', () => {
  it('is mailed at once for today, in the chosen language, and opens', async () => {
    const { member, orderId, keyId } = await bought();
    const email = newAddress();
    const words = { giverName: 'Aigerim', recipientName: 'Masha', message: 'Happy birthday!', language: 'en' };
    const given = await giveKey(store, member, keyId, { channel: 'email', email, ...words });
    expect(given.body).toEqual({ link: null });
    const letter = await letterTo(store, email, 'A gift for you from Aigerim');
    expect(letter.text).toContain('Happy birthday!');
    expect(letter.text).not.toContain('GIVEN-');
    await eventually(async () => expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'sent', email }));
    expect((await openGift(store, tokenIn(letter.text))).body.key).toContain('GIVEN-');
    expect((await getOrder(store, member, orderId)).state).toBe('paid');
  });

  it('waits for its day, and is not sent when it was taken back before', async () => {
    const email = newAddress();
    const [kept, taken] = [await bought(), await bought()];
    for (const { member, keyId } of [kept, taken]) {
      expect((await giveKey(store, member, keyId, { channel: 'email', email, day: tomorrow() })).status).toBe(201);
    }
    expect(await giftOf(store, kept.member, kept.orderId)).toMatchObject({ state: 'waiting', sentAt: null });
    const { rows } = await sql<{
      hour: number;
    }>`SELECT extract(hour FROM send_at AT TIME ZONE 'Asia/Almaty')::integer AS hour
      FROM gift WHERE key_id = ${kept.keyId}`.execute(store.database);
    expect(rows).toEqual([{ hour: 9 }]);
    await takeGiftBack(store, taken.member, taken.keyId);
    // A job that is late: it looks again right before sending.
    const gifts = await store.database.selectFrom('gift').select('id').where('email', '=', email).execute();
    for (const { id } of gifts.slice(1)) {
      await store.database
        .insertInto('outbox')
        .values({ queue: 'gift-messages', data: { giftId: id } })
        .execute();
    }
    await store.giftMails.release();
    expect(await giftOf(store, kept.member, kept.orderId)).toMatchObject({ state: 'waiting' });
    await reachGiftDay(store, kept.keyId);
    await Promise.all([store.giftMails.release(), store.giftMails.release()]);
    await eventually(async () =>
      expect(await giftOf(store, kept.member, kept.orderId)).toMatchObject({ state: 'sent' }),
    );
    expect(await lettersTo(store, email)).toHaveLength(1);
  });

  it('counts for its address only when it exists', async () => {
    const { database, payments } = store;
    const { member, keyId = 0 } = await bought();
    const stranger = await createMember(store);
    const gifts = createGiftsService({
      db: database,
      keys: payments.keys,
      jobs: { send: () => Promise.reject(new Error('not called')) },
      limits: createRateLimits(database, { isOn: true }),
      secret: Buffer.alloc(32),
      canMail: true,
    });
    const form = { channel: 'email', email: newAddress(), day: tomorrow(), language: 'ru' } as const;
    const words = { giverName: '', recipientName: '', message: '', country: 'KZ', accepted: true };
    const give = ({ accountId }: Member) =>
      gifts.give({ accountId, address: '127.0.0.1' }, keyId, { ...form, ...words });
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(give(stranger)).rejects.toMatchObject({ code: 'not-found' });
    }
    for (let given = 0; given < 5; given += 1) {
      expect(await give(member)).toEqual({ link: null });
      await gifts.takeBack(member.accountId, keyId);
    }
    await expect(give(member)).rejects.toMatchObject({ code: 'too-many-requests' });
    expect((await revealKey(store, member, keyId)).status).toBe(200);
  });

  it('is sent once by a mail server that answers late, and can be taken back meanwhile', async () => {
    const { database } = store;
    const { member, keyId } = await bought();
    // Held: the sandbox has the mail and answers later.
    const email = `held@${keyId}.example.com`;
    expect((await giveKey(store, member, keyId, { channel: 'email', email, day: tomorrow() })).status).toBe(201);
    const gifts = database
      .selectFrom('gift')
      .select(['id', 'status', 'link_count'])
      .where('key_id', '=', keyId ?? 0);
    const { id: giftId } = await gifts.executeTakeFirstOrThrow();
    const mailer = createMailer({
      url: `${store.sandboxUrl}/mail/smtp.json`,
      from: { name: 'Oyna', address: 'no-reply@example.com' },
      requireTls: false,
    });
    const { send } = createGiftMailsService({
      db: database,
      mailer,
      jobs: { send: () => Promise.reject(new Error('not called')) },
      notify: () => Promise.reject(new Error('not called')),
      secret: Buffer.alloc(32),
      storeName: 'Oyna',
      publicUrl: store.publicUrl,
      handOverMs: 1_500,
    });
    const sending = send({ giftId });
    await eventually(async () => {
      const free = await sql`SELECT FROM gift WHERE id = ${giftId} FOR UPDATE SKIP LOCKED`.execute(database);
      expect(free.rows).toEqual([]);
    });
    const taken = await takeGiftBack(store, member, keyId);
    await sending;
    expect(taken.status).toBe(204);
    await send({ giftId });
    expect(await gifts.executeTakeFirstOrThrow()).toMatchObject({ status: 'taken-back', link_count: 1 });
    await eventually(async () => {
      const released = await fetch(`${store.sandboxUrl}/mail/release`, { method: 'POST' });
      expect(await released.json()).toEqual({ released: 1 });
    });
    expect(await lettersTo(store, email)).toHaveLength(1);
  });

  it('sends another link to the mailbox for another device, and ends the earlier one', async () => {
    const { member, orderId, keyId } = await bought();
    const email = newAddress();
    await giveKey(store, member, keyId, { channel: 'email', email, language: 'en' });
    const first = tokenIn((await letterTo(store, email, 'A gift for you')).text);
    // The mail arrives before the transaction that has handed it over ends.
    await eventually(async () => expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'sent' }));
    const again = (token: string) => call(store, VISITOR, 'POST', '/api/v1/gift/mail', { body: { token } });
    expect((await again(first)).status).toBe(409);
    const opened = await openGift(store, first);
    expect((await showGift(store, first)).body).toMatchObject({ state: 'opened-elsewhere', canMail: true });
    expect((await again(first)).status).toBe(204);
    const second = tokenIn((await letterTo(store, email, 'A gift for you', 2)).text);
    expect(second).not.toBe(first);
    expect((await showGift(store, first)).status).toBe(404);
    expect((await openGift(store, second)).body.key).toBe(opened.body.key);
    const news = await call<{ kind: string }[]>(store, member, 'GET', '/api/v1/user/notifications');
    expect(news.body.filter(({ kind }) => kind === 'gift')).toHaveLength(1);
  });
});

it('leaves the books and the invariants right', async () => {
  expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
});
