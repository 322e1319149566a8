/** What the sandboxes of the suppliers have in common: the shop's balance there, the books and the behaviour. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameText } from '@oyna/providers/wire';
import {
  type BehaviourChecks,
  behaviourRoutes,
  type Controls,
  createControls,
  isBoolean,
  upTo,
} from './sandbox.behaviour.ts';
import type { Sandbox, SandboxRequest, SandboxRoute } from './sandbox.ts';

export interface TopUpSandbox<Behaviour extends TopUpBehaviour = TopUpBehaviour> extends Sandbox {
  controls: Controls<Behaviour>;
  /** Every delivery, in the order in which they were asked for; two with one code were delivered twice. */
  books(): TopUpEntry[];
  /** Resolves when no callback is on its way; for tests. */
  settled(): Promise<void>;
}

export interface TopUpEntry {
  /** What the shop calls its order. */
  code: string;
  account: string;
  /** What was credited: a sum in hundredths, or an item. */
  amount: number | null;
  currency: string | null;
  item: string | null;
  costCents: number;
}

export interface TopUpBehaviour {
  /** The API does what it was asked and answers that much later. */
  delayMs: number;
  /** The API answers HTTP 500 and does nothing. */
  fail: boolean;
  /** The API does what it was asked and answers with a page. */
  garbage: boolean;
  /** The API does what it was asked, and the connection drops without an answer. */
  hangUp: boolean;
  /** The top-up is carried out and the answer is lost: a gateway says 504 in its place. */
  timeoutOnExecute: boolean;
  /** Its prices, in percent of the usual ones. */
  ratePercent: number;
  /** The shop's balance, which each top-up reduces. Null is unlimited. */
  balanceCents: number | null;
}

export const TOP_UP_BEHAVIOUR: TopUpBehaviour = {
  delayMs: 0,
  fail: false,
  garbage: false,
  hangUp: false,
  timeoutOnExecute: false,
  ratePercent: 100,
  balanceCents: null,
};

const MAX_BALANCE_CENTS = 1_000_000_000;
export const TOP_UP_CHECKS: BehaviourChecks<TopUpBehaviour> = {
  delayMs: upTo(60_000),
  fail: isBoolean,
  garbage: isBoolean,
  hangUp: isBoolean,
  timeoutOnExecute: isBoolean,
  ratePercent: upTo(1000),
  balanceCents: (value) => value === null || upTo(MAX_BALANCE_CENTS)(value),
};

interface CounterSetup<Behaviour extends TopUpBehaviour, Order> {
  name: string;
  title: string;
  behaviour: Behaviour;
  checks: BehaviourChecks<Behaviour>;
  onBehaviour?(change: Partial<Behaviour>): void;
  apiKey: string;
  maxOrders?: number | undefined;
  /** Undefined for what was not delivered. */
  entryOf(order: Order): TopUpEntry | undefined;
  settled?(): Promise<void>;
}

export interface Counter<Behaviour extends TopUpBehaviour, Order> {
  controls: Controls<Behaviour>;
  add(id: string, order: Order): void;
  find(id: string): Order | undefined;
  /** Takes the amount from the balance. False when the balance is too low. */
  spend(cents: number): boolean;
  giveBack(cents: number): void;
  /** A call of the API, under the behaviour and for a caller with the key. */
  route(
    method: 'GET' | 'POST',
    path: string,
    kind: 'execute' | 'other',
    run: (request: SandboxRequest, params: Record<string, string>) => Promise<Response> | Response,
  ): SandboxRoute;
  sandbox(routes: SandboxRoute[]): TopUpSandbox<Behaviour>;
}

const MAX_ORDERS = 100_000;
const GATEWAY_PAGE = '<!doctype html><html><head><title>504</title></head><body>Gateway Time-out</body></html>';

export function createCounter<Behaviour extends TopUpBehaviour, Order>(
  setup: CounterSetup<Behaviour, Order>,
): Counter<Behaviour, Order> {
  const { name, apiKey, maxOrders = MAX_ORDERS } = setup;
  const orders = new Map<string, Order>();
  const controls = createControls(setup.behaviour, setup.checks, setup.onBehaviour);
  const changeBalance = (balanceCents: number) => controls.set({ balanceCents } as Partial<Behaviour>);
  const books = () => [...orders.values()].flatMap((order) => setup.entryOf(order) ?? []);

  async function answer(kind: 'execute' | 'other', work: () => Promise<Response> | Response): Promise<Response> {
    // One reading for the whole answer, whatever is turned meanwhile. The timer keeps no process alive.
    const { delayMs, fail, garbage, hangUp, timeoutOnExecute } = controls.get();
    if (fail) return new Response('Internal Server Error', { status: 500 });
    const response = await work();
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (hangUp) return Response.error();
    const isLost = kind === 'execute' && timeoutOnExecute;
    if (!isLost && !garbage) return response;
    return new Response(GATEWAY_PAGE, { status: isLost ? 504 : 200, headers: { 'content-type': 'text/html' } });
  }

  return {
    controls,
    add(id, order) {
      orders.set(id, order);
      const [oldest] = orders.keys();
      if (orders.size > maxOrders && oldest !== undefined) orders.delete(oldest);
    },
    find: (id) => orders.get(id),
    spend(cents) {
      const { balanceCents } = controls.get();
      if (balanceCents === null) return true;
      if (balanceCents < cents) return false;
      changeBalance(balanceCents - cents);
      return true;
    },
    giveBack(cents) {
      const { balanceCents } = controls.get();
      if (balanceCents !== null) changeBalance(Math.min(balanceCents + cents, MAX_BALANCE_CENTS));
    },
    route: (method, path, kind, run) => ({
      method,
      path,
      handle: (request, params) =>
        answer(kind, () =>
          isSameText(request.headers.get('x-api-key') ?? '', apiKey)
            ? run(request, params)
            : Response.json({ success: false, message: 'Invalid API key' }, { status: 401 }),
        ),
    }),
    sandbox: (routes) => ({
      name,
      prefix: `/${name}`,
      title: setup.title,
      routes: [
        ...routes,
        { method: 'GET', path: '/books.json', handle: () => Response.json(books()) },
        ...behaviourRoutes(controls),
      ],
      controls,
      books,
      settled: setup.settled ?? (() => Promise.resolve()),
    }),
  };
}
