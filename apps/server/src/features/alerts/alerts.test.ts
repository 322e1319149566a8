import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../platform/token-hash.ts';
import { register, signIn } from '../../testing/test-account.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { accountsSweepJob } from '../sessions/sessions.jobs.ts';
import { callAlerts, createOffer, createReader, setOffer } from './alerts.test-helper.ts';

let store: TestStore;
let member: Member;
let offer: { id: number; gameId: number; name: string };
let gone: { id: number; gameId: number; name: string };
beforeAll(async () => {
  store = await createTestStore();
  await store.currency.refresh();
  offer = await createOffer(store, 0);
  gone = await createOffer(store, 1);
  await setOffer(store, gone.id, { available: false });
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createReader(store);
});

const below = (change: object = {}) => ({
  kind: 'price-below',
  productId: offer.id,
  threshold: 9_000,
  currency: 'USD',
  channels: ['mail', 'push'],
  ...change,
});
const add = (payload: object, by: Member = member) => callAlerts(store, by, 'POST', '', payload);
const list = async (by: Member = member) => (await callAlerts(store, by, 'GET')).json();
const idsOf = async (by: Member = member) => (await list(by)).alerts.map(({ id }: { id: number }) => id);

describe('an alert', () => {
  it('is listed with its offer, and with the ways to reach the customer', async () => {
    expect(await list()).toEqual({ alerts: [], canMail: true, pushKey: expect.any(String), browsers: [] });
    const added = await add(below());
    expect(added.statusCode, added.body).toBe(201);
    expect(added.json()).toEqual({
      id: expect.any(Number),
      kind: 'price-below',
      currency: 'USD',
      threshold: 9_000,
      channels: ['mail', 'push'],
      createdAt: expect.stringMatching(/Z$/),
      offer: { id: offer.id, name: offer.name, priceWithDiscount: 10_000, available: true },
      game: expect.objectContaining({ id: offer.gameId }),
    });
    expect((await list()).alerts).toEqual([added.json()]);
  });

  it('is there once, however often and fast it is asked for, with the last settings', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(below())));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(7).fill(200), 201]);
    expect((await add(below({ threshold: 8_000, channels: ['mail'] }))).statusCode).toBe(200);
    expect((await list()).alerts).toMatchObject([{ threshold: 8_000, channels: ['mail'] }]);
  });

  it('about a price that holds already is refused, also when the price fell after the page was read', async () => {
    for (const threshold of [10_000, 20_000]) {
      const answer = await add(below({ threshold }));
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'alert-price-met']);
    }
    // A little above 100 dollars in tenge.
    expect((await add(below({ currency: 'KZT', threshold: 10_000_000_00 }))).json().code).toBe('alert-price-met');
    expect(await idsOf()).toEqual([]);
  });

  it('about stock is refused while the offer is there', async () => {
    const stock = { kind: 'back-in-stock', currency: 'KZT', channels: ['mail'] };
    expect((await add({ ...stock, productId: offer.id })).json().code).toBe('alert-in-stock');
    expect((await add({ ...stock, productId: gone.id })).statusCode).toBe(201);
  });

  it('is stopped and taken back by its owner alone', async () => {
    const stranger = await createReader(store);
    const { id } = (await add(below())).json();
    for (const rest of [`/${id}/resume`, `/${id}`]) {
      const answer = await callAlerts(store, stranger, rest.endsWith('resume') ? 'POST' : 'DELETE', rest, undefined);
      expect(answer.statusCode).toBe(404);
    }
    expect((await callAlerts(store, member, 'DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await callAlerts(store, member, 'DELETE', `/${id}`)).statusCode).toBe(204);
    expect(await idsOf()).toEqual([]);
    const resumed = await callAlerts(store, member, 'POST', `/${id}/resume`);
    expect(resumed.statusCode, resumed.body).toBe(200);
    expect(resumed.json()).toMatchObject({ id, threshold: 9_000 });
    expect(await idsOf()).toEqual([id]);
  });

  it('is not taken back beside a newer one for the same', async () => {
    const { id } = (await add(below())).json();
    await callAlerts(store, member, 'DELETE', `/${id}`);
    const newer = (await add(below({ threshold: 5_000 }))).json();
    const answer = await callAlerts(store, member, 'POST', `/${id}/resume`);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'state-conflict']);
    expect(await idsOf()).toEqual([newer.id]);
  });

  it.each([
    ['without a threshold', { threshold: undefined }, 'threshold'],
    ['with a threshold of nothing', { threshold: 0 }, 'threshold'],
    ['with half a cent', { threshold: 0.5 }, 'threshold'],
    ['without an offer', { productId: undefined }, 'productId'],
    ['about stock with a threshold', { kind: 'back-in-stock' }, 'threshold'],
    ['about discounts of one offer', { kind: 'discount-end', threshold: undefined }, 'productId'],
    ['of an unknown kind', { kind: 'horoscope' }, 'kind'],
    ['in an unknown currency', { currency: 'EUR' }, 'currency'],
    ['without a channel', { channels: [] }, 'channels'],
    ['by pigeon', { channels: ['pigeon'] }, 'channels'],
  ])('%s is refused', async (_name, change, field) => {
    const answer = await add(below(change));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-parameter']);
    expect(answer.json().field).toContain(field);
    expect(await idsOf()).toEqual([]);
  });

  it('about an offer that is not there is refused', async () => {
    const answer = await add(below({ productId: 2_000_000_000 }));
    expect(answer.json()).toMatchObject({ code: 'not-found', field: 'productId' });
  });

  it('by mail alone needs a confirmed address', async () => {
    const unconfirmed = await createMember(store);
    const answer = await add(below({ channels: ['mail'] }), unconfirmed);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'alert-mail-unconfirmed']);
    expect((await list(unconfirmed)).canMail).toBe(false);
    expect((await add(below(), unconfirmed)).statusCode).toBe(201);
  });

  it('is refused above the limit of an account, however many come at once', async () => {
    await store.database
      .insertInto('alert')
      .columns(['account_id', 'kind', 'product_id', 'currency', 'threshold', 'channels'])
      .expression((eb) =>
        eb
          .selectFrom('product')
          .select((row) => [
            row.val(member.accountId).as('account_id'),
            row.val('price-below').as('kind'),
            'product.id',
            row.val('USD').as('currency'),
            row.val(1).as('threshold'),
            row.val(['mail']).as('channels'),
          ])
          .where('product.id', '>', gone.id)
          .orderBy('product.id')
          .limit(99),
      )
      .execute();
    const answers = await Promise.all(
      [below(), below({ productId: gone.id }), { kind: 'discount-end', currency: 'KZT', channels: ['mail'] }].map(
        (one) => add(one),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(await idsOf()).toHaveLength(100);
  });
});

describe('a push subscription', () => {
  const save = (payload: object) =>
    store.server.inject({ method: 'POST', url: '/api/v1/user/push-subscriptions', headers: member.headers, payload });
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };

  it('is saved for the browser, and given to the account that signs in there next', async () => {
    const endpoint = `https://push.mozilla.com/wpush/v2/${crypto.randomUUID()}`;
    expect((await save({ endpoint, ...keys })).statusCode).toBe(201);
    expect((await save({ endpoint, ...keys })).statusCode).toBe(201);
    expect((await list()).browsers).toHaveLength(1);
    const first = member;
    member = await createReader(store);
    await save({ endpoint, ...keys });
    expect((await list(first)).browsers).toEqual([]);
    expect((await list()).browsers).toHaveLength(1);
  });

  it.each([
    ['endpoint', { endpoint: 'https://169.254.169.254/latest/meta-data' }],
    ['endpoint', { endpoint: 'http://push.mozilla.com/wpush' }],
    ['endpoint', { endpoint: 'https://postgres.internal/wpush' }],
    ['endpoint', { endpoint: 'http://127.0.0.1:5432/push' }],
    ['p256dh', { p256dh: 'AAAA' }],
    ['p256dh', { p256dh: 'B'.repeat(87) }],
    ['auth', { auth: 'AAAA' }],
  ])('with a wrong %s is refused: %j', async (field, change) => {
    const answer = await save({ endpoint: 'https://push.mozilla.com/wpush/v2/a', ...keys, ...change });
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
    expect((await list()).browsers).toEqual([]);
  });

  describe('of a browser whose customer', () => {
    const CHROME = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0';
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const subscribeWith = async (token: string, userAgent = CHROME) => {
      const endpoint = `https://push.mozilla.com/wpush/v2/${crypto.randomUUID()}`;
      const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
      const url = '/api/v1/user/push-subscriptions';
      return store.server.inject({ method: 'POST', url, headers, payload: { endpoint, ...keys } });
    };
    const signOut = (token: string, userAgent = CHROME) =>
      store.server.inject({
        method: 'POST',
        url: '/account/logout',
        headers: { authorization: `Bearer ${token}`, 'user-agent': userAgent },
      });
    const browsersOf = async (token: string): Promise<string[]> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await store.server.inject({ method: 'GET', url: '/api/v1/user/alerts', headers });
      return answer.json().browsers.map(({ device }: { device: string }) => device);
    };
    let account: { username: string };
    let phone: string;
    let computer: string;
    beforeEach(async () => {
      account = await register(store);
      phone = await signIn(store, account.username);
      computer = await signIn(store, account.username);
      expect((await subscribeWith(phone)).statusCode).toBe(201);
      expect((await subscribeWith(computer, FIREFOX)).statusCode).toBe(201);
      expect(await browsersOf(computer)).toHaveLength(2);
    });

    it('signs out ends with that session and leaves the other browser alone', async () => {
      expect((await signOut(phone)).statusCode).toBe(204);
      expect(await browsersOf(computer)).toEqual([expect.stringContaining('Firefox')]);
    });

    it('ends the other sessions ends with them', async () => {
      const headers = { authorization: `Bearer ${computer}` };
      const answer = await store.server.inject({ method: 'DELETE', url: '/api/v1/user/sessions', headers });
      expect(answer.statusCode).toBe(204);
      expect(await browsersOf(computer)).toEqual([expect.stringContaining('Firefox')]);
    });

    it('lets the session expire stays, and ends when the customer signs in there again and out', async () => {
      await store.database
        .updateTable('account_session')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('token_hash', '=', hashToken(phone))
        .execute();
      await accountsSweepJob(store.database).run();
      expect(await browsersOf(computer)).toHaveLength(2);
      const again = await signIn(store, account.username);
      expect((await signOut(again)).statusCode).toBe(204);
      expect(await browsersOf(computer)).toEqual([expect.stringContaining('Firefox')]);
    });

    it('subscribes and signs out at the same moment is not left behind', async () => {
      for (let round = 0; round < 5; round++) {
        const token = await signIn(store, account.username);
        const [saved, ended] = await Promise.all([subscribeWith(token), signOut(token)]);
        expect(ended.statusCode).toBe(204);
        expect([201, 401]).toContain(saved.statusCode);
      }
      expect(await browsersOf(computer)).toHaveLength(2);
    });

    it('signs out cannot end the browser of another customer', async () => {
      const other = await register(store);
      const token = await signIn(store, other.username);
      expect((await signOut(token)).statusCode).toBe(204);
      expect(await browsersOf(computer)).toHaveLength(2);
    });
  });
});
