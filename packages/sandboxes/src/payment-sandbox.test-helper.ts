/** Each provider's two halves over real HTTP: our client, its sandbox, and a small shop that takes the callbacks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEpoint } from '@oyna/providers/epoint/epoint';
import { createKassa24 } from '@oyna/providers/kassa24/kassa24';
import {
  type CallbackDecision,
  type CallbackReading,
  type CreatedPayment,
  type PaymentOrder,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentReference,
} from '@oyna/providers/payment-provider';
import { createPlatron } from '@oyna/providers/platron/platron';
import { createTalkBank } from '@oyna/providers/talkbank/talkbank';
import { expect, onTestFinished, vi } from 'vitest';
import { createEpointSandbox } from './epoint/epoint.sandbox.ts';
import { createKassa24Sandbox } from './kassa24/kassa24.sandbox.ts';
import type { PaymentBehaviour } from './payment-sandbox.behaviour.ts';
import type { PaymentSandbox, PaymentSandboxOptions } from './payment-sandbox.ts';
import { createPlatronSandbox } from './platron/platron.sandbox.ts';
import { type ServedSandbox, serveSandbox } from './sandbox.test-helper.ts';
import { createTalkBankSandbox } from './talkbank/talkbank.sandbox.ts';

// Each test makes many HTTP requests, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

export type ProviderName = 'platron' | 'epoint' | 'kassa24' | 'talkbank';

interface ProviderOptions {
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

const SECRETS = {
  platron: 's3cr3t_platron',
  epoint: 'priv_test_key_123',
  kassa24: 'test_password',
  talkbank: 'tb_secret_token',
};
const PLATRON = { merchantId: '12345', testingMode: true };
const EPOINT = { publicKey: 'i000000001' };
const KASSA24 = { login: '13812990844141623', demo: true, callbackAddresses: [] };
const TALKBANK = { partnerId: '11111111-2222-3333-4444-555555555555', sendsOrderSlug: true };

export function makeProvider(
  name: ProviderName,
  baseUrl: string,
  options: ProviderOptions = {},
  secret = SECRETS[name],
): PaymentProvider {
  const connection = { baseUrl, ...options };
  switch (name) {
    case 'platron':
      return createPlatron({ ...PLATRON, ...connection, secret });
    case 'epoint':
      return createEpoint({ ...EPOINT, ...connection, privateKey: secret });
    case 'kassa24':
      return createKassa24({ ...KASSA24, ...connection, password: secret });
    case 'talkbank':
      return createTalkBank({ ...TALKBANK, ...connection, token: secret });
  }
}

function makeSandbox(name: ProviderName, options: PaymentSandboxOptions, shop: Shop): PaymentSandbox {
  const secret = SECRETS[name];
  switch (name) {
    case 'platron':
      return createPlatronSandbox({ ...PLATRON, ...options, secret });
    case 'epoint':
      return createEpointSandbox({ ...EPOINT, ...options, privateKey: secret });
    case 'kassa24':
      return createKassa24Sandbox({ ...KASSA24, ...options, password: secret });
    case 'talkbank': {
      const webhookUrl = () => `${shop.callbackUrl}/result`;
      return createTalkBankSandbox({ ...TALKBANK, ...options, token: secret, webhookUrl });
    }
  }
}

export const CURRENCY = { platron: 'RUB', epoint: 'AZN', kassa24: 'KZT', talkbank: 'RUB' } as const;

export interface Shop {
  callbackUrl: string;
  /** The received callbacks in order, with the script of each. */
  readings: { script: string; reading: CallbackReading }[];
  decide(reading: CallbackReading): CallbackDecision;
  /** Answers with this instead, when set. */
  answer: { status: number; body: string } | undefined;
}

export interface World {
  name: ProviderName;
  provider: PaymentProvider;
  sandbox: PaymentSandbox;
  served: ServedSandbox;
  shop: Shop;
  /** Delayed work. `runNext` runs the first of it. */
  later: { delayMs: number; run: () => void }[];
  runNext(): Promise<number>;
  order(change?: Partial<PaymentOrder>): PaymentOrder;
  behaviour(change: Partial<PaymentBehaviour>): Promise<void>;
  pay(created: CreatedPayment, answer: 'approve' | 'decline'): Promise<Response>;
}

export async function createWorld(name: ProviderName, options: PaymentSandboxOptions = {}): Promise<World> {
  const later: World['later'] = [];
  const shop = await serveShop(() => world.provider);
  const schedule = (delayMs: number, run: () => void) => void later.push({ delayMs, run });
  const sandbox = makeSandbox(name, { schedule, ...options }, shop);
  const served = await serveSandbox(sandbox);
  onTestFinished(served.close);
  let orders = 0;
  const world: World = {
    name,
    provider: makeProvider(name, served.baseUrl),
    sandbox,
    served,
    shop,
    later,
    async runNext() {
      const next = later.shift();
      next?.run();
      await sandbox.settled();
      return next?.delayMs ?? -1;
    },
    order(change = {}) {
      orders += 1;
      return {
        orderId: `order-${orders}`,
        amount: 123_456,
        currency: CURRENCY[name],
        description: 'Заказ №1001: ключ "Steam" & <gift>',
        language: 'ru',
        customer: { id: 'client-42', email: 'buyer@shop.example', phone: '77010000000', ip: '203.0.113.7' },
        successUrl: 'http://127.0.0.1:1/payment/result?payment=1&way=ok',
        failureUrl: 'http://127.0.0.1:1/payment/result?payment=1&way=failed',
        callbackUrl: shop.callbackUrl,
        lifetimeSeconds: 1800,
        ...change,
      };
    },
    async behaviour(change) {
      const response = await fetch(`${served.baseUrl}/behaviour`, { method: 'POST', body: JSON.stringify(change) });
      expect(response.status).toBe(200);
    },
    async pay(created, answer) {
      const page = await openPage(created);
      const response = await fetch(`${page}/${answer}`, { method: 'POST', redirect: 'manual' });
      await sandbox.settled();
      return response;
    },
  };
  return world;
}

export const CARD = { number: '4111111111111111', month: '12', year: '30', cvv: '123', holder: 'TEST USER' };

/** The address of the page with the two buttons. */
export function openPage(created: CreatedPayment): Promise<string> {
  return created.kind === 'redirect' ? Promise.resolve(created.url) : chargeCard(created);
}

/** As the browser does it; answers the link of the bank's page. */
export async function chargeCard(created: CreatedPayment, card: object = CARD): Promise<string> {
  if (created.kind !== 'card-form') throw new Error('not a card form');
  const { token, amount, chargeUrl } = created;
  const response = await fetch(chargeUrl, { method: 'POST', body: JSON.stringify({ token, amount, card_info: card }) });
  const { data } = (await response.json()) as { data: { charge_link: string } };
  return data.charge_link;
}

export function referenceOf(order: PaymentOrder, created: CreatedPayment): PaymentReference {
  return { orderId: order.orderId, providerPaymentId: created.providerPaymentId };
}

export async function expectFailure(work: Promise<unknown>, reason: PaymentProviderError['reason'], message: RegExp) {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PaymentProviderError);
  expect(failure).toMatchObject({ reason, message: expect.stringMatching(message) });
}

async function serveShop(provider: () => PaymentProvider): Promise<Shop> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const script = request.url?.split('/').at(-1) ?? '';
      const reading = provider().readCallback({ script, body: Buffer.concat(chunks), remoteAddress: '127.0.0.1' });
      shop.readings.push({ script, reading });
      const { status, contentType, body } = provider().callbackAnswer(reading, shop.decide(reading));
      response.writeHead(shop.answer?.status ?? status, { 'content-type': contentType });
      response.end(shop.answer?.body ?? body);
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
  const shop: Shop = {
    callbackUrl: `http://127.0.0.1:${port}/api/v1/callbacks`,
    readings: [],
    decide: () => ({ answer: 'accepted' }),
    answer: undefined,
  };
  return shop;
}
