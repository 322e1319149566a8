import { randomBytes } from 'node:crypto';
import { lastGiftDay } from '@oyna/domain/gift';
import { storeDay } from '@oyna/domain/store-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import { lettersTo } from '../../testing/test-account.ts';
import { buyKeys, claimKey, keyStatus, revealKey } from '../../testing/test-claims.ts';
import {
  buyToGive,
  giftOf,
  giftToken,
  giveKey,
  openGift,
  reachGiftDay,
  showGift,
  takeGiftBack,
  tomorrow,
} from '../../testing/test-gift.ts';
import { createGuest, newAddress, proveAddress, VISITOR } from '../../testing/test-guest.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createActivationService } from '../activation/activation.service.ts';
import { commandCaller } from '../approvals/approvals.service.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { createTakeOver } from '../guests/take-over.service.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { createGiftOpeningService } from './gift-opening.service.ts';
import { createGiftsService } from './gifts.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 60, 'GIVEN');
});
afterAll(() => store.close());

const bought = (count?: number) => buyToGive(store, productId, count);
/** As a browser makes it. */
const newSecret = () => randomBytes(16).toString('base64url');

describe('a gift by link', () => {
  it('shows who gives what, opens with one request, and again in the same browser only', async () => {
    const { member, orderId, keyId } = await bought();
    const token = await giftToken(store, member, keyId, { giverName: 'Aigerim', message: 'Happy birthday!' });
    expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'sent', channel: 'link', openedAt: null });
    const look = await showGift(store, token);
    expect(look.body).toMatchObject({ state: 'ready', giverName: 'Aigerim', message: 'Happy birthday!' });
    expect(JSON.stringify(look.body)).not.toContain('GIVEN-');
    expect(await showGift(store, token)).toEqual(look);

    const opened = await openGift(store, token);
    expect(opened.body.key).toContain('GIVEN-');
    expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'opened', openedAt: expect.any(String) });
    const elsewhere = await openGift(store, token);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'gift-opened']);
    expect((await showGift(store, token)).body).toMatchObject({
      state: 'opened-elsewhere',
      message: '',
      giverName: '',
    });
    const again = await openGift(store, token, opened.body.device ?? '');
    expect(again.body).toMatchObject({ key: opened.body.key, device: null });
    const news = await call<{ kind: string; data: object }[]>(store, member, 'GET', '/api/v1/user/notifications');
    expect(news.body.filter(({ kind }) => kind === 'gift')).toMatchObject([{ data: { orderId, outcome: 'opened' } }]);
  });

  it('answers the same key to the browser whose first answer was lost, and tells the giver once', async () => {
    const { member, orderId, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    const [device, stranger] = [newSecret(), newSecret()];
    // Two tabs of one browser, at once.
    const answers = await Promise.all([openGift(store, token, device), openGift(store, token, device)]);
    answers.push(await openGift(store, token, device));
    for (const { status, body } of answers) expect([status, body.device]).toEqual([200, null]);
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
    expect((await showGift(store, token, device)).body.state).toBe('opened');
    for (const other of [stranger, token, undefined]) {
      expect((await openGift(store, token, other)).body.code).toBe('gift-opened');
      expect((await showGift(store, token, other)).body.state).toBe('opened-elsewhere');
    }
    expect((await openGift(store, token, device)).body.key).toBe(answers[0]?.body.key);
    const news = await call<{ kind: string }[]>(store, member, 'GET', '/api/v1/user/notifications');
    expect(news.body.filter(({ kind }) => kind === 'gift')).toHaveLength(1);
    expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'opened' });
    const { rows } = await sql<{ text: string }>`SELECT gift::text AS text FROM gift`.execute(store.database);
    expect(rows.map(({ text }) => text).join()).not.toContain(device);
  });

  it('refuses a malformed secret of the browser and stays closed', async () => {
    const { member, orderId, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    for (const device of [
      '',
      'x',
      `${newSecret()}x`,
      `${newSecret().slice(1)}=`,
      `${newSecret()}\n`,
      'x'.repeat(5_000),
    ]) {
      const { status, body } = await openGift(store, token, device);
      expect([status, body.code], device).toEqual([400, 'invalid-parameter']);
    }
    expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'sent' });
    expect((await openGift(store, token, newSecret())).status).toBe(200);
  });

  it('keeps the key from the giver, also after it was opened', async () => {
    const { member, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    expect((await revealKey(store, member, keyId)).body.code).toBe('key-is-gift');
    expect((await claimKey(store, member, keyId)).body.code).toBe('key-is-gift');
    expect(await keyStatus(store, keyId)).toBe('sold');
    expect((await giveKey(store, member, keyId)).body.code).toBe('key-is-gift');
    await openGift(store, token);
    expect((await revealKey(store, member, keyId)).body.code).toBe('key-is-gift');
    expect((await claimKey(store, member, keyId)).body.code).toBe('key-is-gift');
    expect(await keyStatus(store, keyId)).toBe('sold');
    expect((await takeGiftBack(store, member, keyId)).body?.code).toBe('gift-opened');
    // The giver has not seen the key, so there is nothing to review.
    const { rows } = await sql<{ opened: boolean }>`SELECT opened_game_key(${member.accountId}, game_id) AS opened
      FROM product WHERE id = ${productId}`.execute(store.database);
    expect(rows[0]?.opened).toBe(false);
  });

  it('is not made of a key that was claimed, because a key has one claim', async () => {
    const { member, keyId } = await bought();
    expect((await claimKey(store, member, keyId)).body.status).toBe('open');
    await store.claimAnswers.refuse(OPERATOR, keyId ?? 0, 'It works');
    expect(await keyStatus(store, keyId)).toBe('sold');
    expect((await giveKey(store, member, keyId)).body.code).toBe('state-conflict');
  });

  it('is taken back, says nothing any more, and can be made again', async () => {
    const { member, orderId, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    expect((await takeGiftBack(store, member, keyId)).status).toBe(204);
    expect((await takeGiftBack(store, member, keyId)).status).toBe(204);
    expect(await giftOf(store, member, orderId)).toBeNull();
    const unknown = await showGift(store, randomBytes(16).toString('base64url'));
    for (const answer of [await showGift(store, token), await showGift(store, 'x'), await openGift(store, token)]) {
      expect([answer.status, answer.body.code]).toEqual([404, unknown.body.code]);
    }
    const second = await giftToken(store, member, keyId);
    expect(second).not.toBe(token);
    expect((await showGift(store, token)).status).toBe(404);
    expect((await takeGiftBack(store, member, keyId)).status).toBe(204);
    expect((await revealKey(store, member, keyId)).body.key).toContain('GIVEN-');
    expect((await giveKey(store, member, keyId)).body.code).toBe('state-conflict');
  });

  it('opens from its day on', async () => {
    const { member, keyId } = await bought();
    const token = await giftToken(store, member, keyId, { day: tomorrow() });
    expect((await showGift(store, token)).body).toMatchObject({ state: 'waiting', day: tomorrow() });
    expect((await openGift(store, token)).body.code).toBe('gift-not-yet');
    await reachGiftDay(store, keyId);
    expect((await openGift(store, token)).status).toBe(200);
  });

  it('is stored as a hash', async () => {
    const { member, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    const { body } = await openGift(store, token);
    const { rows } = await sql<{ text: string }>`SELECT gift::text AS text FROM gift`.execute(store.database);
    const stored = rows.map(({ text }) => text).join();
    for (const secret of [token, body.device ?? '', body.key]) expect(stored).not.toContain(secret);
  });

  it('belongs to the buyer of the key alone', async () => {
    const { member, keyId } = await bought();
    const stranger = await createMember(store);
    expect((await giveKey(store, stranger, keyId)).status).toBe(404);
    await giftToken(store, member, keyId);
    expect((await takeGiftBack(store, stranger, keyId)).status).toBe(404);
    expect((await takeGiftBack(store, member, 999_999_999)).status).toBe(404);
  });

  it('refuses bad fields and changes nothing', async () => {
    const { member, orderId, keyId } = await bought();
    const cases: [object, string][] = [
      [{ day: storeDay(new Date(Date.now() - 48 * 60 * 60 * 1000)) }, 'gift-day-invalid'],
      [{ day: `${Number(lastGiftDay(new Date()).slice(0, 4)) + 1}-01-01` }, 'gift-day-invalid'],
      [{ message: 'x'.repeat(301) }, 'gift-message-invalid'],
      [{ message: 'go to spam.com' }, 'gift-message-invalid'],
      [{ giverName: 'www.bank.kz' }, 'gift-name-invalid'],
      [{ channel: 'email', email: 'nowhere' }, 'email-invalid'],
      [{ channel: 'pigeon' }, 'invalid-parameter'],
      [{ country: 'ZZ' }, 'country-invalid'],
      [{ country: '' }, 'invalid-parameter'],
    ];
    for (const [changed, code] of cases) {
      const { status, body } = await giveKey(store, member, keyId, changed);
      expect([status, body.code], JSON.stringify(changed)).toEqual([400, code]);
    }
    expect(await giftOf(store, member, orderId)).toBeNull();
  });

  it('does not open while the giver is blocked', async () => {
    const { member, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    const customers = createCustomersService(store.database);
    await customers.block(OPERATOR, member.accountId, 'stolen card');
    expect((await openGift(store, token)).status).toBe(404);
    await customers.unblock(OPERATOR, member.accountId);
    expect((await openGift(store, token)).status).toBe(200);
  });
});

it('asks the giver to confirm a country where the key does not work', async () => {
  const { member, keyId } = await bought();
  const { platform, region } = await store.database
    .selectFrom('product')
    .select(['platform', 'region'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const rule = { platform, region, allowed: ['KZ'], excluded: [], otherwise: 'no' as const, condition: null };
  const rules = createActivationService(store.database);
  const id = await rules.create(OPERATOR, { ...rule, source: 'test', checkedOn: '2026-01-01' });
  const refused = await giveKey(store, member, keyId, { country: 'RU', accepted: false });
  expect([refused.status, refused.body.code]).toEqual([409, 'activation-not-confirmed']);
  expect((await giveKey(store, member, keyId, { country: 'RU', accepted: true })).status).toBe(201);
  const kept = await store.database
    .selectFrom('gift')
    .select(['country', 'is_region_accepted'])
    .where('key_id', '=', keyId ?? 0)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ country: 'RU', is_region_accepted: true });
  await rules.remove(OPERATOR, id, 1);
});

describe('money and people around a gift', () => {
  it('takes an unopened gift back with its refund, and revokes the key of an opened one', async () => {
    const { member, orderId, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    await store.payments.refunds.refund(OPERATOR, orderId);
    expect((await openGift(store, token)).status).toBe(404);
    expect(await keyStatus(store, keyId)).toBe('available');

    const other = await bought();
    const opened = await giftToken(store, other.member, other.keyId);
    const { body } = await openGift(store, opened);
    await store.payments.refunds.refund(OPERATOR, other.orderId);
    expect(await keyStatus(store, other.keyId)).toBe('revoked');
    expect((await openGift(store, opened, body.device ?? '')).body.key).toBe(body.key);
  });

  it('sends the report of a recipient to a person, and shows the replacement to the recipient alone', async () => {
    const { member, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    const report = (device?: string) =>
      call<{ status: string; code?: string }>(store, VISITOR, 'POST', '/api/v1/gift/report', {
        body: { token, device, reason: 'invalid', comment: 'It says that it is used' },
      });
    expect((await report()).status).toBe(409);
    const { body: first } = await openGift(store, token);
    expect((await report(newSecret())).status).toBe(409);
    const device = first.device ?? '';
    expect((await report(device)).body).toEqual({ status: 'open' });
    expect((await report(device)).body).toEqual({ status: 'open' });
    expect((await claimKey(store, member, keyId)).body.code).toBe('key-is-gift');
    const claim = await store.database
      .selectFrom('key_claim')
      .select(['account_id', 'wait_reason'])
      .where('key_id', '=', keyId ?? 0)
      .executeTakeFirstOrThrow();
    expect(claim).toEqual({ account_id: member.accountId, wait_reason: 'gift' });
    await store.claimAnswers.replace(commandCaller(OPERATOR), { keyId: keyId ?? 0 });
    const { body: second } = await openGift(store, token, device);
    expect(second.key).toContain('GIVEN-');
    expect(second.key).not.toBe(first.key);
    const { rows } = await sql<{ id: number }>`SELECT key_id AS id FROM delivery
      WHERE replaces_key_id = ${keyId}`.execute(store.database);
    expect((await revealKey(store, member, rows[0]?.id)).body.code).toBe('key-is-gift');
    expect((await giveKey(store, member, rows[0]?.id)).body.code).toBe('key-is-gift');
  });

  it('does not open the replacement when it was refunded and sold again meanwhile', async () => {
    const { database } = store;
    const scarce = await stockProduct(database, 2, 'RESOLD');
    const { member, orderId, keyIds } = await buyKeys(store, await createMember(store), scarce);
    const token = await giftToken(store, member, keyIds[0]);
    const { body: first } = await openGift(store, token);
    const device = first.device ?? '';
    await call(store, VISITOR, 'POST', '/api/v1/gift/report', { body: { token, device, reason: 'invalid' } });
    await store.claimAnswers.replace(commandCaller(OPERATOR), { keyId: keyIds[0] ?? 0 });
    const { keys } = store.payments;
    let resold: number[] = [];
    const opening = createGiftOpeningService({
      db: database,
      keys: {
        // After the gift was read and before its key is locked.
        async openForRecipient(...opened) {
          await store.payments.refunds.refund(OPERATOR, orderId);
          resold = (await buyKeys(store, await createMember(store), scarce)).keyIds;
          return keys.openForRecipient(...opened);
        },
      },
      claims: { open: () => Promise.reject(new Error('not called')) },
      jobs: { send: () => Promise.reject(new Error('not called')) },
      limits: createRateLimits(database, { isOn: false }),
      notify: () => Promise.reject(new Error('not called')),
      canMail: false,
    });
    const from = { address: '127.0.0.1', userAgent: '' };
    await expect(opening.open({ token, device }, from, 'ru')).rejects.toMatchObject({ code: 'not-found' });
    expect(resold).toHaveLength(1);
    expect(resold).not.toEqual(keyIds);
    const openings = database.selectFrom('key_reveal').select('channel').where('key_id', 'in', resold);
    expect(await openings.execute()).toEqual([]);
    expect((await openGift(store, token, device)).body.key).toBe(first.key);
  });

  it('moves with the order of a guest to an account', async () => {
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, productId);
    const token = await giftToken(store, guest, keyIds[0]);
    const member = await createMember(store);
    await proveAddress(store, member, guest.email);
    expect(await createTakeOver(store.database)(member.accountId)).toEqual([orderId]);
    expect((await takeGiftBack(store, guest, keyIds[0])).status).toBe(404);
    await openGift(store, token);
    expect(await giftOf(store, member, orderId)).toMatchObject({ state: 'opened' });
    const news = await call<{ kind: string }[]>(store, member, 'GET', '/api/v1/user/notifications');
    expect(news.body.map(({ kind }) => kind)).toContain('gift');
  });

  it('forgets names, words and addresses when the giver is erased; what was sent still opens', async () => {
    const { member, keyIds } = await bought(2);
    const token = await giftToken(store, member, keyIds[0], { giverName: 'Aigerim', message: 'Hello' });
    const email = newAddress();
    await giveKey(store, member, keyIds[1], { channel: 'email', email, day: tomorrow() });
    const customers = createCustomersService(store.database);
    const exported = await customers.export(OPERATOR, member.accountId);
    expect(JSON.stringify(exported)).toContain(email);
    expect(JSON.stringify(exported)).not.toContain(token);
    await customers.erase(OPERATOR, member.accountId);
    expect((await showGift(store, token)).body).toMatchObject({ state: 'ready', giverName: '', message: '' });
    expect((await openGift(store, token)).status).toBe(200);
    const { rows } = await sql<{ text: string }>`SELECT gift::text AS text FROM gift
      WHERE key_id = ANY(${keyIds})`.execute(store.database);
    const stored = rows.map(({ text }) => text).join();
    for (const word of [email, 'Aigerim', 'Hello']) expect(stored).not.toContain(word);
    expect(stored).toContain('taken-back');
  });

  it('is neither made nor mailed by a request that was under way when the giver was erased', async () => {
    const { database, payments } = store;
    const { member, keyIds } = await bought(2);
    const email = newAddress();
    await giveKey(store, member, keyIds[0], { channel: 'email', email, day: tomorrow() });
    const { accountId } = member;
    await createCustomersService(database).erase(OPERATOR, accountId);
    const { give } = createGiftsService({
      db: database,
      keys: payments.keys,
      jobs: { send: () => Promise.reject(new Error('not called')) },
      limits: createRateLimits(database, { isOn: false }),
      secret: Buffer.alloc(32),
      canMail: true,
    });
    const form = { channel: 'email', email, day: tomorrow(), language: 'ru', country: 'KZ', accepted: true } as const;
    const words = { giverName: '', recipientName: '', message: '' };
    const giving = give({ accountId, address: '127.0.0.1' }, keyIds[1] ?? 0, { ...form, ...words });
    await expect(giving).rejects.toMatchObject({ code: 'not-authorized' });
    // A gift that was made before the giver was locked.
    const { rows } = await sql<{
      id: number;
    }>`INSERT INTO gift (key_id, order_item_id, status, channel, email, language,
        country, opens_on, send_at)
      SELECT key_id, order_item_id, 'waiting', channel, ${email}, language, country, opens_on, send_at FROM gift
      WHERE key_id = ${keyIds[0]} RETURNING id`.execute(database);
    await store.giftMails.send({ giftId: rows[0]?.id ?? 0 });
    expect(await lettersTo(store, email)).toEqual([]);
    const made = database.selectFrom('gift').select('status').where('key_id', 'in', keyIds).orderBy('id');
    expect(await made.execute()).toEqual([{ status: 'taken-back' }, { status: 'waiting' }]);
  });

  it('takes back what the block of an erased giver has frozen', async () => {
    const { member, keyId } = await bought();
    const token = await giftToken(store, member, keyId);
    const customers = createCustomersService(store.database);
    await customers.block(OPERATOR, member.accountId, 'stolen card');
    await customers.erase(OPERATOR, member.accountId);
    expect((await openGift(store, token)).status).toBe(404);
    const gifts = store.database
      .selectFrom('gift')
      .select('status')
      .where('key_id', '=', keyId ?? 0);
    expect(await gifts.execute()).toEqual([{ status: 'taken-back' }]);
  });

  it('leaves the books and the invariants right', async () => {
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });
});
