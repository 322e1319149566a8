import { randomBytes } from 'node:crypto';
import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import {
  ask,
  beginPayment,
  type Customer,
  cancelPayment,
  createBasket,
  findWaitingPayment,
  listKeyIds,
  openDirectBasket,
  pressButton,
  readSettledOrder,
} from './buyer.ts';
import type { Chance, TrafficWorld, Way } from './mixed-traffic.world.ts';
import { makeOddity, sendOddity } from './raw-oddities.ts';
import { pickRandom } from './test-environment.ts';

/** What customers do, over HTTP. */

const VISITOR = { headers: {} } as Customer;
const PASSWORD = 'Secret!pass1';
const WORDS = ['a', 'gta', 'стим', 'the', 'war', 'ойын', 'mine', 'fifa', 'x', 'gold', 'nothing at all', 'карта'];
const BROWSERS = ['br, gzip', 'gzip', 'identity'];

function drawPage({ gameIds }: TrafficWorld, chance: Chance): string {
  const game = pickRandom(gameIds, chance);
  const page = 1 + Math.floor(chance() * 4);
  const pages = [
    '/',
    '/catalog',
    `/catalog?page=${page}`,
    `/catalog/${game}`,
    `/catalog/${game}`,
    `/catalog/${game}.data`,
    '/games',
    '/discounts',
    '/news',
    '/steam',
    '/sitemap-games.xml',
    `/no-such-page-${Math.floor(chance() * 1e9)}`,
    `/api/v1/products?page=${page}`,
    `/api/v1/game/${game}/related`,
    `/api/v1/game/${game}/reviews`,
  ];
  return pickRandom(pages, chance);
}

async function browse(world: TrafficWorld, chance: Chance): Promise<void> {
  const path = drawPage(world, chance);
  const cookie = [
    `i18next=${pickRandom(['ru', 'en', 'kz'], chance)}`,
    `activeCurrency=${pickRandom(['KZT', 'RUB', 'USD'], chance)}`,
    `theme=${pickRandom(['dark', 'light'], chance)}`,
  ].join('; ');
  const headers = { cookie, 'accept-encoding': pickRandom(BROWSERS, chance) };
  const { status } = await sendHttp('GET', world.shop.url + path, { headers });
  world.count(status, path);
}

async function search(world: TrafficWorld, chance: Chance): Promise<void> {
  const word = encodeURIComponent(`${pickRandom(WORDS, chance)} ${Math.floor(chance() * 50)}`);
  for (const path of [`/api/v1/search/suggestions?query=${word}`, `/catalog?name=${word}`]) {
    const { status } = await sendHttp('GET', world.shop.url + path);
    world.count(status, path);
  }
}

/** Registers, signs in, looks around, writes a message and signs out. */
async function signIn({ shop, count }: TrafficWorld): Promise<void> {
  const post = async <Body>(customer: Customer, path: string, body?: object) => {
    const answer = await ask<Body>(shop, customer, 'POST', path, { body });
    count(answer.status, path);
    return answer.body;
  };
  const username = `soak-${randomBytes(6).toString('hex')}`;
  const email = `${username}@example.com`;
  await post(VISITOR, '/account/register/user', { username, email, password: PASSWORD, countryId: 1, language: 'en' });
  await post(VISITOR, '/account/login', { username, password: 'Wrong!pass1' });
  const { token } = await post<{ token: string }>(VISITOR, '/account/login', { username, password: PASSWORD });
  const customer = { headers: { authorization: `Bearer ${token}` } };
  for (const path of [
    '/api/v1/user/info',
    '/api/v1/user/notifications',
    '/api/v1/user/sessions',
    '/api/v1/favorites',
  ]) {
    const { status } = await ask(shop, customer, 'GET', path);
    count(status, path);
  }
  await post(VISITOR, '/api/v1/support/message', { name: 'Soak', email, topic: 'other', message: 'A question?' });
  await post(customer, '/account/logout');
}

async function changeCart({ shop, members, productIds, count }: TrafficWorld, chance: Chance, index: number) {
  const member = members[index];
  if (!member) return;
  const items = productIds.slice(0, 1 + Math.floor(chance() * 3)).map((id) => ({ id, count: 1 }));
  const basket = await createBasket(shop, member, items);
  count(basket.status, 'a basket');
  if (basket.status !== 201) return;
  for (const call of ['add', 'remove']) {
    const path = `/api/v1/basket/item/${call}/${basket.body.id}/${pickRandom(productIds, chance)}/1`;
    const { status } = await sendHttp('PUT', shop.url + path, { headers: member.headers });
    count(status, path);
  }
}

/** The carts use the first members, the buyers the others. */
const CARTS = 2;

async function buy(world: TrafficWorld, chance: Chance, index: number): Promise<void> {
  const { shop, members, productIds, count } = world;
  const member = members[CARTS + index];
  if (!member) return;
  const provider = pickRandom(PAYMENT_PROVIDERS, chance).name;
  const basket = await openDirectBasket(shop, member, pickRandom(productIds, chance), 1);
  count(basket.status, 'a direct basket');
  if (basket.status >= 300) return giveUp(world, member);
  const begun = await beginPayment(shop, member, provider, basket.body.id);
  count(begun.status, `a payment at ${provider}`);
  if (begun.status !== 200) return giveUp(world, member);
  const { orderId } = begun.body;
  const draw = chance();
  if (draw < 0.05) return void count((await cancelPayment(shop, member, orderId)).status, 'a cancellation');
  await pressButton(begun.body, draw < 0.15 ? 'decline' : 'approve');
  const order = await readSettledOrder(shop, member, orderId);
  count(order.status, 'an order');
  const keyId = order.status === 200 ? listKeyIds(order.body)[0] : undefined;
  if (keyId === undefined) return;
  const reveal = `/api/v1/user/keys/${keyId}/reveal`;
  count((await ask(shop, member, 'POST', reveal)).status, reveal);
  if (draw > 0.9) {
    const claim = `/api/v1/user/keys/${keyId}/claim`;
    count((await ask(shop, member, 'POST', claim, { body: { reason: 'invalid' } })).status, claim);
  }
}

/** An earlier payment of this buyer waits. */
async function giveUp({ shop, count }: TrafficWorld, member: Customer): Promise<void> {
  const waiting = await findWaitingPayment(shop, member);
  if (waiting) count((await cancelPayment(shop, member, waiting)).status, 'a cancellation');
}

async function topUp({ shop, count }: TrafficWorld, chance: Chance): Promise<void> {
  const provider = pickRandom(['epoint', 'platron'] as const, chance);
  const account = `gamer_${randomBytes(5).toString('hex')}`;
  const body = { id: STEAM_SERVICE_ID, serviceObject: { account, amount: 1_000 } };
  const headers = { 'idempotency-key': `soak ${account}` };
  const path = `/api/v1/replenishment/front/${provider}`;
  const answer = await ask<{ link_url: string }>(shop, VISITOR, 'POST', path, { body, headers });
  count(answer.status, path);
  if (answer.status === 200) await pressButton(answer.body, chance() < 0.1 ? 'decline' : 'approve');
}

async function sendMalformedBytes({ shop }: TrafficWorld, chance: Chance): Promise<void> {
  await sendOddity(Number(new URL(shop.url).port), makeOddity(chance));
}

/** Leaves before the answer. */
async function leave(world: TrafficWorld, chance: Chance): Promise<void> {
  const signal = AbortSignal.timeout(Math.floor(chance() * 20));
  await sendHttp('GET', world.shop.url + drawPage(world, chance), { signal }).catch(() => {});
}

export const CUSTOMER_WAYS: readonly Way[] = [
  { name: 'pages', atOnce: 3, pauseMs: 120, act: browse },
  { name: 'searches', atOnce: 1, pauseMs: 300, act: search },
  { name: 'sign-ins', atOnce: 1, pauseMs: 1_500, act: signIn },
  { name: 'carts', atOnce: CARTS, pauseMs: 500, act: changeCart },
  { name: 'purchases', atOnce: 3, pauseMs: 800, act: buy },
  { name: 'top-ups', atOnce: 1, pauseMs: 1_500, act: topUp },
  { name: 'malformed requests', atOnce: 1, pauseMs: 500, act: sendMalformedBytes },
  { name: 'visitors who leave', atOnce: 1, pauseMs: 500, act: leave },
];

/** How many members the traffic needs. */
export const MEMBERS = CUSTOMER_WAYS.reduce(
  (sum, { name, atOnce }) => (name === 'carts' || name === 'purchases' ? sum + atOnce : sum),
  0,
);
