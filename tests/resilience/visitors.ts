import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import type { Member } from '../../apps/server/src/testing/test-member.ts';
import type { Link, ShownOrder } from '../../apps/server/src/testing/test-purchase.ts';
import { pressButton } from './buyer.ts';
import { pickRandom } from './test-environment.ts';

/** Ordinary visitors, each from its own address: they browse, search and buy. */
export interface Visitors {
  /** How long each answer took, in milliseconds, in the order of the answers. */
  durations: number[];
  /** How many bought. */
  bought: number;
  faults: string[];
  /** Resolves when all have left. */
  leave(): Promise<void>;
}

interface VisitorOptions {
  url: string;
  visitors: number;
  /** Each makes one purchase at a time, and the next purchase is of the next one: an account may pay thirty times. */
  members: readonly Member[];
  productId: number;
  gameIds: readonly number[];
  seed: number;
}

interface Answer {
  status: number;
  body: string;
}

type Send = (method: string, path: string, body?: object) => Promise<Answer>;

const PAUSE_MS = 400;
/** The share of visits that are a purchase. */
const BUYING = 0.15;
const TIMEOUT_MS = 30_000;
/** An address may begin 300 payments an hour, and a fast machine makes more of them. */
const PURCHASES_PER_ADDRESS = 100;
const SEARCHES = ['gta', 'fifa', 'steam', 'war', 'mine'];

export function receiveVisitors(options: VisitorOptions): Visitors {
  const { url, members, productId, gameIds, seed } = options;
  const over = new AbortController();
  let purchases = 0;
  const visitors: Visitors = {
    durations: [],
    bought: 0,
    faults: [],
    leave: async () => {
      over.abort();
      await Promise.all(running);
    },
  };

  async function visit(index: number): Promise<void> {
    const random = createRandom(seed * 1_000 + index);
    const agentOf = (address: number) =>
      new Agent({ keepAlive: true, maxSockets: 6, localAddress: `127.0.${2 + address}.${1 + index}` });
    let agent = agentOf(0);
    let bought = 0;
    let member = members[0] as Member;
    const send: Send = async (method, path, body) => {
      const started = performance.now();
      const answer = await sendFrom(agent, url, member, method, path, body);
      visitors.durations.push(performance.now() - started);
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
      return answer;
    };
    while (!over.signal.aborted) {
      try {
        if (random() < BUYING) {
          member = members[purchases++ % members.length] as Member;
          await buy(send, productId);
          if (++bought % PURCHASES_PER_ADDRESS === 0) {
            agent.destroy();
            agent = agentOf(bought / PURCHASES_PER_ADDRESS);
          }
        } else await send('GET', drawPath(gameIds, random));
      } catch (error) {
        visitors.faults.push(String(error));
      }
      await wait(random() * PAUSE_MS, undefined, { signal: over.signal }).catch(() => {});
    }
    agent.destroy();
  }

  async function buy(send: Send, id: number): Promise<void> {
    const basket = await send('POST', '/api/v1/basket/direct', { productId: id, count: 1 });
    const { id: basketId } = JSON.parse(basket.body) as { id: string };
    const begun = await send('POST', `/api/v1/payment/epoint/${basketId}`);
    const link = JSON.parse(begun.body) as Link;
    await pressButton(link, 'approve');
    for (let tries = 0; tries < 100; tries++) {
      const order = await send('GET', `/api/v1/user/orders/${link.orderId}`);
      const { state } = JSON.parse(order.body) as ShownOrder;
      if (state === 'paid') return void visitors.bought++;
      if (state !== 'waiting') throw new Error(`a paid order is ${state}`);
      await wait(50);
    }
    throw new Error('a paid order was not delivered');
  }

  const running = Array.from({ length: options.visitors }, (_, index) => visit(index));
  return visitors;
}

function drawPath(gameIds: readonly number[], random: () => number): string {
  const game = pickRandom(gameIds, random);
  return pickRandom(
    [
      '/',
      '/catalog',
      `/catalog?page=${1 + Math.floor(random() * 3)}`,
      `/catalog/${game}`,
      `/catalog/${game}`,
      '/games',
      '/discounts',
      '/news',
      `/catalog?name=${pickRandom(SEARCHES, random)}`,
      `/api/v1/search/suggestions?query=${pickRandom(SEARCHES, random)}`,
      '/api/v1/user/basket/actual',
    ],
    random,
  );
}

function sendFrom(
  agent: Agent,
  url: string,
  member: Member,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = { ...member.headers, ...(body && { 'content-type': 'application/json' }), 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent, timeout: TIMEOUT_MS }, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path}: no answer in time`)));
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}
