/**
 * A sandbox of G2Bulk. The end of the player's number decides what becomes of a top-up: 0000 does not exist, 1111 fails
 * after it was accepted, 2222 gets two callbacks.
 */
import { amountToNumber } from '@oyna/domain/money';
import { isRecord, isWebAddress, readJsonObject, textOf } from '@oyna/providers/wire';
import { upTo } from '../sandbox.behaviour.ts';
import {
  CALLBACK_BEHAVIOUR,
  CALLBACK_CHECKS,
  type CallbackBehaviour,
  createCallbackSender,
  createRandom,
  type Deliver,
  deliverOverHttp,
  type Forgery,
  type Schedule,
  scheduleByTimer,
} from '../sandbox.callbacks.ts';
import type { SandboxRequest } from '../sandbox.ts';
import {
  createCounter,
  TOP_UP_BEHAVIOUR,
  TOP_UP_CHECKS,
  type TopUpBehaviour,
  type TopUpSandbox,
} from '../top-up-sandbox.ts';

export interface G2bulkBehaviour extends TopUpBehaviour, CallbackBehaviour {
  /** How long it takes from the order to the player's account. */
  deliverAfterMs: number;
}

export interface G2bulkSandboxOptions {
  apiKey: string;
  deliver?: Deliver | undefined;
  /** For what happens later: deliveries and repeated callbacks. */
  schedule?: Schedule | undefined;
  now?: (() => Date) | undefined;
  maxOrders?: number | undefined;
}

interface UcOrder {
  id: number;
  code: string;
  player: string;
  item: string;
  costCents: number;
  callbackUrl: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
}

const GAME = 'pubgm';
/** US cents. */
const CATALOGUE: Readonly<Record<string, number>> = {
  '60 UC': 88,
  '325 UC': 436,
  '660 UC': 866,
  '1800 UC': 2145,
  '3850 UC': 4247,
  '8100 UC': 8492,
  '16200 UC': 16_937,
  '24300 UC': 25_383,
};
const KEY_LASTS_MS = 30 * 60_000;
/** A callback that is not accepted is repeated once. */
const REPEAT_AFTER_MS = [5000];
const NICKNAMES = ['Barys', 'Qyran', 'Tulpar', 'Nomad', 'Saiga', 'Dala', 'Samruk', 'Batyr', 'Arlan', 'Sunqar'];

export function createG2bulkSandbox(options: G2bulkSandboxOptions): TopUpSandbox<G2bulkBehaviour> {
  const { apiKey, maxOrders, now = () => new Date(), schedule = scheduleByTimer } = options;
  const keys = new Map<string, { at: number; original: object }>();
  let number = now().getTime();
  let random = createRandom(0);
  const counter = createCounter<G2bulkBehaviour, UcOrder>({
    name: 'g2bulk',
    title: 'G2Bulk: UC for PUBG Mobile',
    behaviour: { ...TOP_UP_BEHAVIOUR, ...CALLBACK_BEHAVIOUR, deliverAfterMs: 1000 },
    checks: { ...TOP_UP_CHECKS, ...CALLBACK_CHECKS, deliverAfterMs: upTo(600_000) },
    onBehaviour({ seed }) {
      if (seed !== undefined) random = createRandom(seed);
    },
    apiKey,
    maxOrders,
    entryOf: ({ code, player, item, costCents, status }) =>
      status === 'COMPLETED' ? { code, account: player, amount: null, currency: null, item, costCents } : undefined,
    settled: () => sender.settled(),
  });
  const sender = createCallbackSender({
    controls: counter.controls,
    repeatAfterMs: REPEAT_AFTER_MS,
    deliver: options.deliver ?? deliverOverHttp,
    schedule,
    random: () => random(),
  });

  function priceOf(item: string): number | undefined {
    const cents = Object.hasOwn(CATALOGUE, item) ? CATALOGUE[item] : undefined;
    return cents === undefined ? undefined : Math.ceil((cents * counter.controls.get().ratePercent) / 100);
  }

  async function checkPlayer(request: SandboxRequest): Promise<Response> {
    const body = readJsonObject(await request.text());
    const player = textOf(body?.['user_id']);
    if (body?.['game'] !== GAME) return refuse(400, 'Game not found');
    return Response.json(isPlayer(player) ? { valid: 'valid', name: nameOf(player) } : { valid: 'invalid' });
  }

  function listCatalogue(): Response {
    const catalogues = Object.keys(CATALOGUE).map((name, index) => ({
      id: index + 1,
      name,
      amount: amountToNumber(priceOf(name) ?? 0),
    }));
    return Response.json({ success: true, game: { code: GAME, name: 'PUBG Mobile' }, catalogues });
  }

  async function place(request: SandboxRequest): Promise<Response> {
    const key = request.headers.get('x-idempotency-key');
    if (key !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) {
      return refuse(400, 'X-Idempotency-Key must be a UUID');
    }
    const body = readJsonObject(await request.text());
    const known = key === null ? undefined : keys.get(key);
    if (known && now().getTime() - known.at <= KEY_LASTS_MS) return Response.json(known.original);
    const item = textOf(body?.['catalogue_name']);
    const player = textOf(body?.['player_id']);
    const costCents = priceOf(item);
    if (costCents === undefined) return refuse(404, 'Catalogue not found');
    if (!isPlayer(player)) return refuse(400, 'Invalid player ID');
    if (!counter.spend(costCents)) return refuse(400, 'Insufficient balance');
    number += 1;
    const order: UcOrder = {
      id: number,
      code: textOf(body?.['remark']),
      player,
      item,
      costCents,
      callbackUrl: textOf(body?.['callback_url']),
      status: 'PENDING',
    };
    counter.add(String(order.id), order);
    const message = 'Order created successfully. We are processing your order.';
    const original = { success: true, message, order: viewOf(order) };
    if (key !== null) remember(key, original);
    schedule(counter.controls.get().deliverAfterMs, () => finish(order));
    return Response.json(original);
  }

  function remember(key: string, original: object): void {
    const at = now().getTime();
    // The oldest come first.
    for (const [old, { at: then }] of keys) {
      if (at - then <= KEY_LASTS_MS) break;
      keys.delete(old);
    }
    keys.set(key, { at, original });
  }

  function finish(order: UcOrder): void {
    order.status = order.player.endsWith('1111') ? 'FAILED' : 'COMPLETED';
    if (order.status === 'FAILED') counter.giveBack(order.costCents);
    if (!isWebAddress(order.callbackUrl)) return;
    const times = order.player.endsWith('2222') ? 2 : 1;
    const timestamp = now().toISOString();
    for (let time = 0; time < times; time += 1) {
      void sender.announce({
        write: (_attempt, forgery) => ({
          url: order.callbackUrl,
          contentType: 'application/json',
          body: callbackJson(order, timestamp, forgery),
        }),
        isAccepted: ({ status }) => status >= 200 && status < 300,
      });
    }
  }

  async function readStatus(request: SandboxRequest): Promise<Response> {
    const body: unknown = await request.json().catch(() => undefined);
    const id = isRecord(body) ? body['order_id'] : undefined;
    if (typeof id !== 'number') return refuse(400, 'Failed to parse request body');
    const order = counter.find(String(id));
    if (!order) return refuse(404, 'Order not found');
    if (order.status === 'PENDING') order.status = 'PROCESSING';
    return Response.json({ success: true, order: viewOf(order) });
  }

  return counter.sandbox([
    counter.route('POST', '/games/checkPlayerId', 'other', checkPlayer),
    counter.route('GET', `/games/${GAME}/catalogue`, 'other', listCatalogue),
    counter.route('POST', `/games/${GAME}/order`, 'execute', place),
    counter.route('POST', '/games/order/status', 'other', readStatus),
  ]);
}

function isPlayer(player: string): boolean {
  return /^\d{5,20}$/.test(player) && !player.endsWith('0000');
}

function nameOf(player: string): string {
  const name = NICKNAMES[[...player].reduce((sum, digit) => sum + Number(digit), 0) % NICKNAMES.length];
  return `${name}_${player.slice(-3)}`;
}

function viewOf({ id, player, item, costCents, status }: UcOrder): object {
  return {
    order_id: id,
    game: 'PUBG Mobile',
    catalogue: item,
    player_id: player,
    player_name: nameOf(player),
    price: amountToNumber(costCents),
    status,
    message: status === 'FAILED' ? 'Order failed and was refunded' : '',
  };
}

/** A forged callback has the opposite status or another order. G2Bulk signs no callbacks. */
function callbackJson(order: UcOrder, timestamp: string, forgery: Forgery): string {
  const isLie = forgery !== 'none' && forgery !== 'order';
  const isCompleted = (order.status === 'COMPLETED') !== isLie;
  return JSON.stringify({
    order_id: forgery === 'order' ? order.id + 1 : order.id,
    game_code: GAME,
    game_name: 'PUBG Mobile',
    player_id: order.player,
    player_name: nameOf(order.player),
    denom_id: order.item,
    price: amountToNumber(order.costCents),
    status: isCompleted ? 'COMPLETED' : 'FAILED',
    message: isCompleted ? 'Order completed successfully' : 'Order failed and was refunded',
    remark: order.code,
    timestamp,
  });
}

function refuse(status: number, message: string): Response {
  return Response.json({ success: false, message }, { status });
}
