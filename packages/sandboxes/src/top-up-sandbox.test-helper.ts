/** Each supplier's two halves over real HTTP: our client, its sandbox, and a small shop that takes the callbacks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGEngine } from '@oyna/providers/g-engine/g-engine';
import { createG2bulk } from '@oyna/providers/g2bulk/g2bulk';
import { type TopUpOrder, type TopUpSupplier, TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import { expect, onTestFinished, vi } from 'vitest';
import { createGEngineSandbox, type GEngineBehaviour } from './g-engine/g-engine.sandbox.ts';
import { createG2bulkSandbox, type G2bulkBehaviour } from './g2bulk/g2bulk.sandbox.ts';
import { type ServedSandbox, serveSandbox } from './sandbox.test-helper.ts';
import type { TopUpEntry } from './top-up-sandbox.ts';

// Each test makes many HTTP requests, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

export type SupplierName = 'g-engine' | 'g2bulk';

interface SupplierOptions {
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
  apiKey?: string;
}

const API_KEY = 'supplier-test-key';
/** A dollar is 500 tenge and 100 roubles, so that sums can be followed in the head. */
const RATES = { USD: 50_000, RUB: 500 };
export const START = new Date('2026-03-04T05:06:07Z');

export function makeSupplier(name: SupplierName, baseUrl: string, options: SupplierOptions = {}): TopUpSupplier {
  const connection = { baseUrl, apiKey: API_KEY, ...options };
  return name === 'g-engine' ? createGEngine(connection) : createG2bulk({ ...connection, now: () => START });
}

/** A supplier with one fixed answer, and its requests. */
export function answering(name: SupplierName, body: unknown, status = 200) {
  const asked: { url: string; method: string; headers: Headers; body: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { method, headers, body: sent } = init ?? {};
    const text = typeof sent === 'string' ? sent : null;
    asked.push({ url: String(url), method: method ?? 'GET', headers: new Headers(headers), body: text });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { supplier: makeSupplier(name, 'https://supplier.invalid/v1/', { fetch }), asked };
}

export interface World {
  supplier: TopUpSupplier;
  served: ServedSandbox;
  books(): TopUpEntry[];
  settled(): Promise<void>;
  /** The callbacks to the shop, in order. The shop answers with `shopStatus`. */
  callbacks: Record<string, unknown>[];
  shopStatus: number;
  /** The sandbox's clock. */
  clock: { now: Date };
  /** Delayed work. `runNext` runs the first of it. */
  later: { delayMs: number; run: () => void }[];
  runNext(): Promise<number>;
  order(change?: Partial<TopUpOrder>): TopUpOrder;
  behaviour(change: Partial<GEngineBehaviour & G2bulkBehaviour>): Promise<void>;
}

export async function createWorld(name: SupplierName): Promise<World> {
  const later: World['later'] = [];
  const clock = { now: START };
  const sandbox =
    name === 'g-engine'
      ? createGEngineSandbox({ apiKey: API_KEY, rates: () => RATES })
      : createG2bulkSandbox({
          apiKey: API_KEY,
          schedule: (delayMs, run) => void later.push({ delayMs, run }),
          now: () => clock.now,
        });
  const served = await serveSandbox(sandbox);
  onTestFinished(served.close);
  const shop = await serveShop(() => world);
  let orders = 0;
  const world: World = {
    supplier: makeSupplier(name, served.baseUrl),
    served,
    books: sandbox.books,
    settled: sandbox.settled,
    callbacks: [],
    shopStatus: 200,
    clock,
    later,
    async runNext() {
      const next = later.shift();
      next?.run();
      await sandbox.settled();
      return next?.delayMs ?? -1;
    },
    order(change = {}) {
      orders += 1;
      const steam = { account: 'gamer_42', amount: 1000_00, currency: 'RUB', item: null } as const;
      const pubg = { account: '5123456789', amount: 0, currency: null, item: '60 UC' } as const;
      return {
        code: `order-code-${String(orders).padStart(6, '0')}`,
        ...(name === 'g-engine' ? steam : pubg),
        callbackUrl: shop,
        unansweredSince: null,
        ...change,
      };
    },
    async behaviour(change) {
      const response = await fetch(`${served.baseUrl}/behaviour`, { method: 'POST', body: JSON.stringify(change) });
      expect(response.status).toBe(200);
    },
  };
  return world;
}

export async function expectFailure(work: Promise<unknown>, reason: TopUpSupplierError['reason'], message: RegExp) {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TopUpSupplierError);
  expect(failure).toMatchObject({ reason, message: expect.stringMatching(message) });
}

async function serveShop(world: () => World): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      world().callbacks.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
      response.writeHead(world().shopStatus).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/api/v1/callbacks/g2bulk`;
}
