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
 * anything is sent. `lost-answer`: it is done, and nobody hears of it. `hang`: it is done, no answer comes
 * until patience ends, and others come meanwhile. `twice`: the same comes once more while the first is at this point.
 */
export const FAULTS = ['throw', 'crash', 'lost-answer', 'hang', 'twice'] as const;
export type Fault = (typeof FAULTS)[number];

const LOST = 'Connection terminated unexpectedly';
/** How often the same await may be missed before it is taken not to exist. */
const MISSES = 2;
/** The second one may be waiting for what the first one holds. */
const SECOND_MS = 150;

export interface Failpoint {
  /** The next step meets the fault at its n-th await; answers whether it got that far. */
  during<Result>(
    at: number,
    fault: Fault,
    again: () => Promise<unknown>,
    step: () => Promise<Result>,
  ): Promise<Reached<Result>>;
  /** Resolves when what came a second time has ended, too. */
  idle(): Promise<void>;
  remove(): void;
}

interface Reached<Result> {
  isReached: boolean;
  result: Result | undefined;
}

/** Every statement of the store, and every call to a stand-in's API, is one await. */
export function createFailpoint(sandboxUrl: string): Failpoint {
  let armed: { at: number; fault: Fault; again: () => Promise<unknown> } | undefined;
  let seen = 0;
  let second: Promise<unknown> | undefined;
  const strikes = () => {
    seen += 1;
    if (armed?.at !== seen) return undefined;
    const struck = armed;
    armed = undefined;
    return struck;
  };
  const meanwhile = (again: () => Promise<unknown>) => {
    second = again().catch(() => {});
    return Promise.race([second, wait(SECOND_MS)]);
  };

  const statements = hookStatements(async ({ client, send }) => {
    const struck = strikes();
    switch (struck?.fault) {
      case undefined:
        return send();
      case 'throw':
        throw new Error('failpoint');
      case 'lost-answer':
        await send();
        await breakOff(client);
        throw new Error(LOST);
      case 'crash':
        await breakOff(client);
        throw new Error(LOST);
      case 'hang':
        await send();
        await meanwhile(struck.again);
        await breakOff(client);
        throw new Error(LOST);
      case 'twice':
        await meanwhile(struck.again);
        return send();
    }
  });

  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const struck = isApiCall(String(input), sandboxUrl) ? strikes() : undefined;
    switch (struck?.fault) {
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
        await meanwhile(struck.again);
        throw new TypeError('fetch failed');
      case 'twice':
        await meanwhile(struck.again);
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

/** Resolves when the pool knows, too. */
async function breakOff(client: pg.Client): Promise<void> {
  const stream = client.connection.stream as Socket;
  await once(stream.destroy(), 'close');
}

/** What the store asks, as opposed to what a buyer does there. */
const isApiCall = (url: string, sandboxUrl: string) =>
  url.startsWith(sandboxUrl) && !/\/(pay|client)\//.test(url) && /\/(platron|epoint|kassa24|talkbank)\//.test(url);

/** What a worker would do in the next minutes, at once; for one buyer. */
async function catchUp({ database, payments }: TestStore, { accountId }: Member): Promise<void> {
  await sql`UPDATE payment SET next_check_at = now(), created_at = created_at - interval '1 minute'
    WHERE next_check_at IS NOT NULL AND account_id = ${accountId}`.execute(database);
  await sql`UPDATE refund SET next_try_at = now() FROM payment
    WHERE payment.id = payment_id AND refund.status = 'waiting' AND account_id = ${accountId}`.execute(database);
  while ((await payments.watch.checkDue()) > 0);
  while ((await payments.refunds.refundDue()) > 0);
}

/** Follows the calls that stand-ins make to the store, each to its end. They repeat those of earlier purchases, too. */
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
    /** Resolves when one about this order has come since there were `before`, and none is being answered. */
    async answered(orderId: string, before: number): Promise<void> {
      for (let turn = 0; ; turn++) {
        const own = callsOf(orderId);
        if (own.length > before && own.every(({ isAnswered }) => isAnswered)) return;
        if (turn > 4_000) throw new Error('the stand-in does not call');
        await wait(5);
      }
    },
  };
}

/** Epoint packs what it says; the others write it plainly. */
function textOf(body: Uint8Array): string {
  const plain = Buffer.from(body).toString();
  return `${plain} ${Buffer.from(new URLSearchParams(plain).get('data') ?? '', 'base64').toString()}`;
}

/** `late`: a callback about a payment that had been given up, which is settled the long way. */
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

/** One purchase with one fault in it. Answers whether the fault was met, and how the order stood in the end. */
export async function buyWithFault(parts: Parts, { provider, step, at, fault }: Purchase) {
  const { store, failpoint, productId } = parts;
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const begin = () => pay(store, member, provider, basketId, { 'idempotency-key': 'attempt' });
  const pressUntilDecided = async (link: Link) => {
    const before = parts.callbacks.count(link.orderId);
    // A stand-in that could not ask us has taken nothing yet, and the buyer tries again.
    for (let tries = 0; (await pressButton(link, 'approve')) !== 303 && tries < 3; tries++);
    await parts.callbacks.answered(link.orderId, before);
  };

  if (step === 'refund') return refundWithFault();
  const paid = step === 'pay' ? await failpoint.during(at, fault, begin, begin) : undefined;
  let link = paid?.result?.status === 200 ? paid.result.body : undefined;
  if (!link) {
    if (paid) await catchUp(store, member);
    // Under the same key, as a browser whose request was not answered does.
    const begun = await begin();
    if (begun.status !== 200) return { isReached: true, state: `a second try: ${begun.status} ${begun.body.code}` };
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

  /** Paid after the buyer had gone back and changed the basket: the money has to return. */
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
 * The fault at the first await, at the second, and so on to the last. Answers how many there were, and what was wrong. A
 * purchase that somebody else's round had settled first has fewer of them, so one that ends early is not believed alone.
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
