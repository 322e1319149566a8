import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentProviderName } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type pg from 'pg';
import { createMember, type Member } from '../../apps/server/src/testing/test-member.ts';
import { fillBasket, getOrder, type Link, pay } from '../../apps/server/src/testing/test-purchase.ts';
import type { TestStore } from '../../apps/server/src/testing/test-store.ts';
import { pressButton } from './buyer.ts';
import { hookStatements } from './statement-hook.ts';

/**
 * What can happen at any await between "pay" and "delivered". `throw`: it fails. `crash`: the connection breaks before
 * anything is sent. `lost-answer`: it is executed, and the response is lost. `hang`: it is executed, the response times
 * out, and the same step runs again meanwhile. `twice`: the same step runs again while the first one is at this await.
 */
export const FAULTS = ['throw', 'crash', 'lost-answer', 'hang', 'twice'] as const;
export type Fault = (typeof FAULTS)[number];

const LOST = 'Connection terminated unexpectedly';
/** How often an await may be missed before it counts as the end of the step. */
const MISSES = 2;
/** The second run may wait for a lock of the first one, so it is not awaited for longer. */
const SECOND_MS = 150;

export interface Failpoint {
  /** Runs the step with the fault at its n-th await. Returns whether the step reached that await. */
  during<Result>(
    at: number,
    fault: Fault,
    again: () => Promise<unknown>,
    step: () => Promise<Result>,
  ): Promise<Reached<Result>>;
  /** Resolves when the second run has ended. */
  idle(): Promise<void>;
  remove(): void;
}

interface Reached<Result> {
  isReached: boolean;
  result: Result | undefined;
}

/** Each statement of the store and each call to a sandbox counts as one await. */
export function createFailpoint(sandboxUrl: string): Failpoint {
  let armed: { at: number; fault: Fault; again: () => Promise<unknown> } | undefined;
  let seen = 0;
  let second: Promise<unknown> | undefined;
  const takeFault = () => {
    seen += 1;
    if (armed?.at !== seen) return undefined;
    const injected = armed;
    armed = undefined;
    return injected;
  };
  const meanwhile = (again: () => Promise<unknown>) => {
    second = again().catch(() => {});
    return Promise.race([second, wait(SECOND_MS)]);
  };

  const statements = hookStatements(async ({ client, send }) => {
    const injected = takeFault();
    switch (injected?.fault) {
      case undefined:
        return send();
      case 'throw':
        throw new Error('failpoint');
      case 'lost-answer':
        await send();
        await breakConnection(client);
        throw new Error(LOST);
      case 'crash':
        await breakConnection(client);
        throw new Error(LOST);
      case 'hang':
        await send();
        await meanwhile(injected.again);
        await breakConnection(client);
        throw new Error(LOST);
      case 'twice':
        await meanwhile(injected.again);
        return send();
    }
  });

  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const injected = isApiCall(String(input), sandboxUrl) ? takeFault() : undefined;
    switch (injected?.fault) {
      case undefined:
        return realFetch(input, init);
      case 'throw':
      case 'crash':
        throw new TypeError('fetch failed');
      case 'lost-answer':
        await (await realFetch(input, init)).arrayBuffer();
        throw new TypeError('fetch failed');
      case 'hang':
        await (await realFetch(input, init)).arrayBuffer();
        await meanwhile(injected.again);
        throw new TypeError('fetch failed');
      case 'twice':
        await meanwhile(injected.again);
        await (await realFetch(input, init)).arrayBuffer();
        return realFetch(input, init);
    }
  };

  return {
    async during(at, fault, again, step) {
      seen = 0;
      armed = { at, fault, again };
      const result = await step().catch(() => undefined);
      const isReached = armed === undefined;
      armed = undefined;
      return { isReached, result };
    },
    idle: async () => void (await second),
    remove() {
      statements.remove();
      globalThis.fetch = realFetch;
    },
  };
}

/** Resolves when the pool has noticed the broken connection. */
async function breakConnection(client: pg.Client): Promise<void> {
  const stream = client.connection.stream as Socket;
  await once(stream.destroy(), 'close');
}

/** A call of the store to a provider, not of a buyer. */
const isApiCall = (url: string, sandboxUrl: string) =>
  url.startsWith(sandboxUrl) && !/\/(pay|client)\//.test(url) && /\/(platron|epoint|kassa24|talkbank)\//.test(url);

/** Does at once what a worker would do for this buyer within the next minutes. */
async function catchUp({ database, payments }: TestStore, { accountId }: Member): Promise<void> {
  await sql`UPDATE payment SET next_check_at = now(), created_at = created_at - interval '1 minute'
    WHERE next_check_at IS NOT NULL AND account_id = ${accountId}`.execute(database);
  await sql`UPDATE refund SET next_try_at = now() FROM payment
    WHERE payment.id = payment_id AND refund.status = 'waiting' AND account_id = ${accountId}`.execute(database);
  while ((await payments.watch.checkDue()) > 0);
  while ((await payments.refunds.refundDue()) > 0);
}

/** Records the callbacks of the sandboxes until each is answered. They also repeat callbacks of earlier purchases. */
export function watchCallbacks({ payments: { watch } }: TestStore) {
  const calls: { text: string; isAnswered: boolean }[] = [];
  const receive = watch.receiveCallback;
  watch.receiveCallback = async (provider, request) => {
    if (request.script !== 'result') return receive(provider, request);
    const call = { text: textOf(request.body), isAnswered: false };
    calls.push(call);
    try {
      return await receive(provider, request);
    } finally {
      call.isAnswered = true;
    }
  };
  const callsOf = (orderId: string) => calls.filter(({ text }) => text.includes(orderId));
  return {
    count: (orderId: string) => callsOf(orderId).length,
    /** Resolves when this order has more than `before` callbacks and all are answered. */
    async answered(orderId: string, before: number): Promise<void> {
      for (let turn = 0; ; turn++) {
        const own = callsOf(orderId);
        if (own.length > before && own.every(({ isAnswered }) => isAnswered)) return;
        if (turn > 4_000) throw new Error('the sandbox sends no callback');
        await wait(5);
      }
    },
  };
}

/** Epoint encodes the callback as base64. The others send plain text. */
function textOf(body: Uint8Array): string {
  const plain = Buffer.from(body).toString();
  return `${plain} ${Buffer.from(new URLSearchParams(plain).get('data') ?? '', 'base64').toString()}`;
}

/** `late`: a callback for a payment that was given up before. */
export type Step = 'pay' | 'callback' | 'late' | 'refund';

export interface Purchase {
  provider: PaymentProviderName;
  step: Step;
  at: number;
  fault: Fault;
}

interface Parts {
  store: TestStore;
  failpoint: Failpoint;
  callbacks: ReturnType<typeof watchCallbacks>;
  productId: number;
}

/** Makes one purchase with one fault. Returns whether the fault occurred and the final state of the order. */
export async function buyWithFault(parts: Parts, { provider, step, at, fault }: Purchase) {
  const { store, failpoint, productId } = parts;
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const begin = () => pay(store, member, provider, basketId, { 'idempotency-key': 'attempt' });
  const pressUntilDecided = async (link: Link) => {
    const before = parts.callbacks.count(link.orderId);
    // A sandbox that could not reach the store has charged nothing, and the buyer tries again.
    for (let tries = 0; (await pressButton(link, 'approve')) !== 303 && tries < 3; tries++);
    await parts.callbacks.answered(link.orderId, before);
  };

  if (step === 'refund') return refundWithFault();
  const paid = step === 'pay' ? await failpoint.during(at, fault, begin, begin) : undefined;
  let link = paid?.result?.status === 200 ? paid.result.body : undefined;
  if (!link) {
    if (paid) await catchUp(store, member);
    // With the same idempotency key, as a browser repeats an unanswered request.
    const begun = await begin();
    if (begun.status !== 200) return { isReached: true, state: `second attempt: ${begun.status} ${begun.body.code}` };
    link = begun.body;
  }
  const order: Link = link;
  if (step === 'late') await store.payments.settlement.giveUp(order.orderId, 'cancelled', 'the buyer went back');
  const confirmed =
    step === 'callback' || step === 'late'
      ? await failpoint.during(
          at,
          fault,
          () => catchUp(store, member),
          () => pressUntilDecided(order),
        )
      : await pressUntilDecided(order);
  await failpoint.idle();
  await catchUp(store, member);
  const { state } = await getOrder(store, member, order.orderId);
  return { isReached: (step === 'pay' ? paid : confirmed)?.isReached ?? false, state };

  /** The buyer cancels, changes the basket and pays the old link, so the money must be refunded. */
  async function refundWithFault() {
    const { body } = await begin();
    await store.payments.settlement.giveUp(body.orderId, 'cancelled', 'the buyer went back');
    await fillBasket(store, member, [{ id: productId, count: 2 }]);
    await pressUntilDecided(body);
    const refund = () => store.payments.refunds.refundDue();
    const { isReached } = await failpoint.during(at, fault, refund, refund);
    await failpoint.idle();
    await catchUp(store, member);
    return { isReached, state: (await getOrder(store, member, body.orderId)).state };
  }
}

/**
 * Repeats the purchase with the fault at the first await, the second, and so on to the last. Returns their number and
 * what went wrong. A concurrent poll may settle a purchase first and leave fewer awaits, so one early end is not trusted.
 */
export async function buyWithEveryFault(parts: Parts, provider: PaymentProviderName, step: Step, fault: Fault) {
  const wanted = step === 'refund' ? 'refunded' : 'paid';
  const wrong: string[] = [];
  for (let at = 1, misses = 0; ; ) {
    const { isReached, state } = await buyWithFault(parts, { provider, step, at, fault });
    if (state !== wanted) wrong.push(`${provider}, ${step}, ${fault} at ${at}: ${state}`);
    if (!isReached && misses >= MISSES) return { awaits: at - 1, wrong };
    misses = isReached ? 0 : misses + 1;
    if (isReached) at += 1;
  }
}
