import { storeDay } from '@oyna/domain/store-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { eventually } from '../testing/eventually.ts';
import { FOR_GUESTS } from '../testing/guest-routes.ts';
import { createGuest } from '../testing/test-guest.ts';
import { createMember, expireSessions, type Member } from '../testing/test-member.ts';
import { fillBasket, getOrder, pay, press } from '../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { ANY_BUYER, ANYONE, BUYERS, MEMBERS, PUBLIC } from './customer-access.ts';

/**
 * Calls every route of the OpenAPI document. The test fails until a new route is added here: who may call it and, if
 * its address names a resource of a customer, how to create such a resource and which status a stranger gets. The
 * test then shows whether the route follows these rules.
 */

interface Owned {
  /** Creates a resource of the owner and returns the parameters of its path. */
  make(owner: Member): Promise<Record<string, string | number>>;
  /** The status that a stranger gets for it. */
  stranger: number;
  /** The owner has no account. */
  isGuests?: true;
  body?: object;
}

type Rule = 'public' | 'anyone' | 'any-buyer' | 'own' | Owned;

let store: TestStore;
let productId: number;
let gameId: number;

const basket: Owned['make'] = async (owner) => {
  const id = await fillBasket(store, owner, [{ id: productId, count: 2 }]);
  return { id, basketId: id, productId, count: 1 };
};
const favourite: Owned['make'] = async ({ headers }) => {
  const request = { method: 'POST', url: '/api/v1/favorites', headers, payload: { gameId } } as const;
  return { id: (await store.server.inject(request)).json().id };
};
const alert: Owned['make'] = async ({ headers }) => {
  const payload = { kind: 'discount-end', currency: 'KZT', channels: ['push'] };
  const answer = await store.server.inject({ method: 'POST', url: '/api/v1/user/alerts', headers, payload });
  return { id: answer.json().id };
};
const pushSubscription: Owned['make'] = async ({ headers }) => {
  const made = await fetch(`${store.sandboxUrl}/push/subscriptions`, { method: 'POST' });
  const { endpoint, keys } = (await made.json()) as { endpoint: string; keys: { p256dh: string; auth: string } };
  const payload = { endpoint, ...keys };
  const answer = await store.server.inject({
    method: 'POST',
    url: '/api/v1/user/push-subscriptions',
    headers,
    payload,
  });
  return { id: answer.json().id };
};
/** Another session than the one that asks, so that ending it does not end the requests that follow. */
const session: Owned['make'] = async ({ accountId }) => {
  const other = { account_id: accountId, token_hash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))) };
  const row = await store.database
    .insertInto('account_session')
    .values({ ...other, user_agent: '', address: '', expires_at: new Date(Date.now() + 60_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id };
};
const payment: Owned['make'] = async (owner) => {
  const { body } = await pay(store, owner, 'kassa24', String((await basket(owner))['id']));
  return { orderId: body.orderId };
};
const paidOrder: Owned['make'] = async (owner) => {
  const { body: link } = await pay(store, owner, 'kassa24', String((await basket(owner))['id']));
  await press(link, 'approve');
  const id = await eventually(async () => {
    const bought = (await getOrder(store, owner, link.orderId)).items[0]?.keys[0];
    expect(bought).toBeDefined();
    return bought?.id ?? 0;
  });
  return { id, orderId: link.orderId };
};
const key = paidOrder;

const REVIEW = { rating: 4, nickname: 'Reader', text: 'The key worked at once, thank you.', language: 'en' };
const openedGame: Owned['make'] = async (owner) => {
  await ask('POST /api/v1/user/keys/{id}/reveal', { by: owner, parameters: await key(owner) });
  return { id: gameId };
};
const review: Owned['make'] = async (owner) => {
  const parameters = await openedGame(owner);
  const answer = await ask('POST /api/v1/user/games/{id}/review', { by: owner, parameters, body: REVIEW });
  expect(answer.statusCode, answer.body).toBe(200);
  return parameters;
};
const publishedReview: Owned['make'] = async () => {
  const author = await createMember(store);
  const parameters = await review(author);
  const answer = await ask('GET /api/v1/user/games/{id}/review', { by: author, parameters });
  return { id: answer.json().review.id };
};

const GIFT = { channel: 'link', day: storeDay(new Date()), country: 'KZ', accepted: true };
const givenKey: Owned['make'] = async (owner) => {
  const parameters = await key(owner);
  const answer = await ask('POST /api/v1/user/keys/{id}/gift', { by: owner, parameters, body: GIFT });
  expect(answer.statusCode, answer.body).toBe(201);
  return parameters;
};

const RULES: Record<string, Rule> = {
  'POST /account/login': 'public',
  'POST /account/register/user': 'public',
  'POST /account/password/forgot': 'public',
  'POST /account/password/reset': 'public',
  'POST /account/logout': 'own',
  'GET /api/v1/google/oauth': 'public',
  'GET /api/v1/google/token': 'public',
  'GET /api/v1/vk/oauth': 'public',
  'GET /api/v1/vk/token': 'public',
  'GET /api/v1/info/activation': 'public',
  'GET /api/v1/info/sign-in': 'public',
  'GET /api/v1/user/info': 'own',
  'PUT /api/v1/user/info': 'own',
  'PUT /api/v1/user/avatar': 'own',
  'DELETE /api/v1/user/avatar': 'own',
  'POST /api/v1/user/email': 'own',
  'PUT /api/v1/user/email/link': 'own',
  'POST /api/v1/user/proof': 'own',
  'PUT /api/v1/user/proof': 'own',
  'PUT /api/v1/user/email': 'own',
  'POST /api/v1/user/phone': 'own',
  'PUT /api/v1/user/phone': 'own',
  'PUT /api/v1/user/password': 'own',
  'GET /api/v1/user/sessions': 'own',
  'DELETE /api/v1/user/sessions': 'own',
  'DELETE /api/v1/user/sessions/{id}': { make: session, stranger: 404 },
  'GET /api/v1/favorites': 'own',
  'POST /api/v1/favorites': 'own',
  'DELETE /api/v1/favorites': 'own',
  'DELETE /api/v1/favorites/{id}': { make: favourite, stranger: 404 },
  'GET /api/v1/user/alerts': 'own',
  'POST /api/v1/user/alerts': 'own',
  'DELETE /api/v1/user/alerts/{id}': { make: alert, stranger: 404 },
  'POST /api/v1/user/alerts/{id}/resume': { make: alert, stranger: 404 },
  'POST /api/v1/user/push-subscriptions': 'own',
  'DELETE /api/v1/user/push-subscriptions/{id}': { make: pushSubscription, stranger: 404 },
  'POST /api/v1/alerts/stop': 'public',
  'GET /api/v1/user/notifications': 'own',
  'PUT /api/v1/user/notifications/read': 'own',
  'GET /api/v1/user/baskets': 'own',
  'GET /api/v1/user/basket/actual': 'own',
  'POST /api/v1/basket/create': 'own',
  'POST /api/v1/basket/direct': 'own',
  'GET /api/v1/basket/check/{id}': { make: basket, stranger: 404 },
  'PUT /api/v1/basket/item/add/{basketId}/{productId}/{count}': { make: basket, stranger: 404 },
  'PUT /api/v1/basket/item/remove/{basketId}/{productId}/{count}': { make: basket, stranger: 404 },
  'PUT /api/v1/basket/promo/{basketId}': { make: basket, stranger: 404, body: { code: 'FIVE' } },
  'DELETE /api/v1/basket/promo/{basketId}': { make: basket, stranger: 404 },
  'GET /api/v1/payment/methods': 'public',
  'GET /api/v1/user/payment-method': 'own',
  'GET /api/v1/user/orders/{orderId}/receipt': { make: paidOrder, stranger: 404 },
  'POST /api/v1/payment/{provider}/{basketId}': {
    make: async (owner) => ({ ...(await basket(owner)), provider: 'kassa24' }),
    stranger: 404,
  },
  'POST /api/v1/payment/{orderId}/cancel': { make: payment, stranger: 404 },
  'POST /api/v1/callbacks/{provider}/{script}': 'public',
  'GET /api/v1/replenishment/options': 'public',
  'POST /api/v1/replenishment/quote': 'public',
  'POST /api/v1/replenishment/account': 'public',
  'POST /api/v1/replenishment/front/epoint': 'anyone',
  'POST /api/v1/replenishment/front/platron': 'anyone',
  'GET /api/v1/replenishment/{orderId}': 'public',
  'POST /api/v1/callbacks/g2bulk/{code}': 'public',
  'GET /api/v1/user/replenishments': 'own',
  'GET /api/v1/user/orders/{orderId}': { make: payment, stranger: 404 },
  'POST /api/v1/user/orders/{orderId}/link': { make: paidOrder, stranger: 404, isGuests: true },
  'POST /api/v1/guest': 'public',
  'POST /api/v1/order-link/open': 'any-buyer',
  'POST /api/v1/order-link/code': 'public',
  'POST /api/v1/order-link/confirm': 'public',
  'POST /api/v1/user/keys/{id}/reveal': { make: key, stranger: 404 },
  'POST /api/v1/user/keys/{id}/gift': { make: key, stranger: 404, body: GIFT },
  'DELETE /api/v1/user/keys/{id}/gift': { make: givenKey, stranger: 404 },
  'POST /api/v1/gift/look': 'public',
  'POST /api/v1/gift/open': 'public',
  'POST /api/v1/gift/mail': 'public',
  'POST /api/v1/gift/report': 'public',
  'POST /api/v1/user/keys/{id}/claim': { make: key, stranger: 404, body: { reason: 'used' } },
  'POST /api/v1/support/message': 'public',
  'GET /api/v1/statistics/visit': 'public',
  'POST /api/v1/statistics/view': 'public',
  'GET /api/v1/products': 'public',
  'GET /api/v1/products/topup': 'public',
  'GET /api/v1/products/{id}': 'public',
  'GET /api/v1/game': 'public',
  'GET /api/v1/game/facets': 'public',
  'GET /api/v1/game/cards': 'public',
  'GET /api/v1/game/{id}': 'public',
  'GET /api/v1/game/{id}/reviews': 'public',
  // A stranger is answered with what they may do themselves, and not with the review of another member.
  'GET /api/v1/user/games/{id}/review': { make: review, stranger: 200 },
  'POST /api/v1/user/games/{id}/review': { make: openedGame, stranger: 403, body: REVIEW },
  'PUT /api/v1/user/games/{id}/review': { make: review, stranger: 404, body: REVIEW },
  'DELETE /api/v1/user/games/{id}/review': { make: review, stranger: 404 },
  // A published review is for everyone, and so are votes for it.
  'PUT /api/v1/user/reviews/{id}/vote': { make: publishedReview, stranger: 200 },
  'DELETE /api/v1/user/reviews/{id}/vote': { make: publishedReview, stranger: 200 },
  'GET /api/v1/game/{id}/related': 'public',
  'GET /api/v1/Recomendation': 'public',
  'GET /api/v1/showcase': 'public',
  'GET /api/v1/info/categories': 'public',
  'GET /api/v1/info/countries': 'public',
  'GET /api/v1/info/games': 'public',
  'GET /api/v1/subscribes': 'public',
  'GET /api/v1/search/suggestions': 'public',
  'GET /api/v1/currency': 'public',
  'GET /api/v1/news': 'public',
  'GET /api/v1/news/{id}': 'public',
  'GET /api/v1/preview/game/{id}': 'public',
  'GET /api/v1/preview/news/{id}': 'public',
};

const OWNED = Object.entries(RULES).filter((entry): entry is [string, Owned] => typeof entry[1] === 'object');
const ruled = (rule: Rule) => Object.keys(RULES).filter((route) => RULES[route] === rule);
const MEMBERS_ONLY = [...ruled('own'), ...OWNED.map(([route]) => route)];

interface Document {
  paths: Record<string, Record<string, { security?: object[] }>>;
}
const routes = new Map<string, object[] | undefined>();
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 200);
  const product = await store.database
    .selectFrom('product')
    .select('game_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  gameId = product.game_id;
  await store.database.insertInto('promo_code').values({ code: 'FIVE', percent: 5 }).execute();
  const { paths }: Document = (await store.server.inject('/api/openapi.json')).json();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      routes.set(`${method.toUpperCase()} ${path}`, security);
    }
  }
});
afterAll(() => store.close());

/** Calls a route. A parameter without a value gets an unknown id. */
function ask(route: string, options: { by?: { headers: object }; parameters?: object; body?: object } = {}) {
  const [method = '', path = ''] = route.split(' ');
  const parameters = new Map(Object.entries(options.parameters ?? {}));
  return store.server.inject({
    method: method as 'GET',
    url: path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters.get(name) ?? 1)),
    headers: { ...options.by?.headers },
    ...(options.body || method === 'POST' || method === 'PUT' ? { payload: options.body ?? {} } : {}),
  });
}

function expectRefused(answer: Awaited<ReturnType<typeof ask>>, who: string): void {
  expect(answer.statusCode, `${who}: ${answer.body}`).toBe(401);
  expect(answer.json(), who).toMatchObject({ code: 'not-authorized' });
  expect(answer.headers['cache-control'], who).toBe('no-store');
}

describe('the table of routes in this test', () => {
  it('has every route of the API document and no other', () => {
    expect(Object.keys(RULES).toSorted()).toEqual([...routes.keys()].toSorted());
  });

  it('has the same access rules as the API document', () => {
    const access = { public: PUBLIC, anyone: ANYONE, 'any-buyer': ANY_BUYER };
    for (const [route, rule] of Object.entries(RULES)) {
      const isOwn = typeof rule === 'object' || rule === 'own';
      const own = FOR_GUESTS.includes(route) ? BUYERS : MEMBERS;
      expect(routes.get(route), route).toEqual(isOwn ? own : access[rule]);
    }
  });

  it('names the owner of every resource in a route for members', () => {
    const unnamed = ruled('own').filter((route) => route.includes('{'));
    expect(unnamed).toEqual([]);
  });
});

describe('a client without a valid token', () => {
  it.each(MEMBERS_ONLY)('gets 401 from %s', async (route) => {
    const member = await createMember(store);
    await expireSessions(store, member);
    const visitors: [string, Record<string, string> | undefined][] = [
      ['no token', undefined],
      ['an expired token', member.headers],
      ['an unknown token', { authorization: `Bearer ${'x'.repeat(43)}` }],
      ['a token and more', { authorization: `${member.headers.authorization} x` }],
      ['another scheme', { authorization: `Basic ${member.token}` }],
      ['nothing after Bearer', { authorization: 'Bearer ' }],
      ['a cookie', { cookie: `token=${member.token}` }],
    ];
    for (const [who, headers] of visitors) expectRefused(await ask(route, headers ? { by: { headers } } : {}), who);
    expectRefused(await ask(`${route}?token=${member.token}`), 'a token in the address');
  });

  it.each([...ruled('public'), ...ruled('anyone'), ...ruled('any-buyer')])('may call %s', async (route) => {
    const answer = await ask(route);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect(answer.body).not.toContain('not-authorized');
  });
});

describe('a member', () => {
  it.each(ruled('own'))('may call %s', async (route) => {
    const answer = await ask(route, { by: await createMember(store) });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect([401, 403, 404], answer.body).not.toContain(answer.statusCode);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(OWNED)(
    'reaches their own resource and not that of a stranger: %s',
    async (route, { make, stranger, body, isGuests }) => {
      const owner = isGuests ? await createGuest(store) : await createMember(store);
      const parameters = await make(owner);
      const options = { parameters, ...(body ? { body } : {}) };
      const refused = await ask(route, { ...options, by: await createMember(store) });
      expect(refused.statusCode, refused.body).toBe(stranger);
      // After the request of the stranger, so that a change by the stranger is noticed.
      const answer = await ask(route, { ...options, by: owner });
      expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(200);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    },
  );

  it('sees only their own entries in every list', async () => {
    const owner = await createMember(store);
    const { login } = await store.database
      .selectFrom('account')
      .select('login')
      .where('id', '=', owner.accountId)
      .executeTakeFirstOrThrow();
    const { basketId } = await basket(owner);
    const { id: sessionId } = await session(owner);
    await favourite(owner);
    const data = JSON.stringify({ event: `secret of ${login}` });
    await store.database
      .insertInto('notification')
      .values({ account_id: owner.accountId, kind: 'security', data })
      .execute();
    const lists = ruled('own').filter((route) => route.startsWith('GET '));
    const read = async (by: Member) =>
      (await Promise.all(lists.map((route) => ask(route, { by })))).map(({ body }) => body).join();
    const [own, foreign] = [await read(owner), await read(await createMember(store))];
    for (const secret of [login, String(basketId), String(sessionId), `secret of ${login}`, `"gameId":${gameId}`]) {
      expect(own).toContain(secret);
      expect(foreign).not.toContain(secret);
    }
  });
});

describe('a guest', () => {
  it.each(MEMBERS_ONLY.filter((route) => !FOR_GUESTS.includes(route)))('gets 403 from %s', async (route) => {
    const answer = await ask(route, { by: await createGuest(store) });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'account-needed']);
  });

  it.each(OWNED.filter(([route]) => FOR_GUESTS.includes(route)))(
    'reaches their own resource; another guest and an account with the same address do not: %s',
    async (route, { make, stranger, body }) => {
      const owner = await createGuest(store);
      const parameters = await make(owner);
      const options = { parameters, ...(body ? { body } : {}) };
      const account = await createMember(store);
      // An address that is not confirmed proves nothing.
      await store.database
        .updateTable('account')
        .set({ email: owner.email })
        .where('id', '=', account.accountId)
        .execute();
      for (const by of [await createGuest(store, owner.email), account]) {
        const refused = await ask(route, { ...options, by });
        expect(refused.statusCode, refused.body).toBe(stranger);
      }
      const answer = await ask(route, { ...options, by: owner });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      await expireSessions(store, owner);
      expectRefused(await ask(route, { ...options, by: owner }), 'an expired session');
    },
  );
});
