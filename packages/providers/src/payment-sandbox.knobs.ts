/** How the stand-ins of payment providers are made to misbehave: over HTTP, one knob at a time, the same each time. */
import type { SandboxRoute } from './sandbox.ts';

export const FORGERIES = ['none', 'signature', 'amount', 'currency', 'order', 'merchant'] as const;
export type Forgery = (typeof FORGERIES)[number];

export interface PaymentKnobs {
  /** What chance is drawn from. */
  seed: number;
  /** The API does what it was asked and answers that much later. */
  delayMs: number;
  /** The API answers HTTP 500 and does nothing. */
  fail: boolean;
  /** The API does what it was asked and answers with a page. */
  garbage: boolean;
  /** The payment is made, or given back, and the answer is lost: a gateway says 504 in its place. */
  timeoutOnCreate: boolean;
  timeoutOnRefund: boolean;
  /** The buyer pays at once, and the callback comes before the shop has the answer to its own request. */
  callbackBeforeAnswer: boolean;
  callbackDelayMs: number;
  /** Each callback is sent that many times more, byte for byte. */
  repeat: number;
  /** Callbacks gather until there are so many, or for two seconds, and leave shuffled. */
  reorder: number;
  /** So many of the next callbacks get lost on the way. */
  drop: number;
  /** Before each callback goes one that is not true: signed by nobody, or signed and telling something else. */
  forge: Forgery;
  /** The status tells another amount, currency, merchant or order than was paid. */
  misreport: Exclude<Forgery, 'signature'>;
}

export interface Controls {
  get(): PaymentKnobs;
  /** Changes the knobs named; throws RangeError, and changes none, when one is unknown or impossible. */
  set(change: Partial<PaymentKnobs>): PaymentKnobs;
}

const INITIAL_KNOBS: PaymentKnobs = {
  seed: 1,
  delayMs: 0,
  fail: false,
  garbage: false,
  timeoutOnCreate: false,
  timeoutOnRefund: false,
  callbackBeforeAnswer: false,
  callbackDelayMs: 0,
  repeat: 0,
  reorder: 0,
  drop: 0,
  forge: 'none',
  misreport: 'none',
};

const isBoolean = (value: unknown) => typeof value === 'boolean';
const upTo = (limit: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit;
const oneOf = (values: readonly string[]) => (value: unknown) => typeof value === 'string' && values.includes(value);
const CHECKS: Record<keyof PaymentKnobs, (value: unknown) => boolean> = {
  seed: upTo(0xffffffff),
  delayMs: upTo(60_000),
  fail: isBoolean,
  garbage: isBoolean,
  timeoutOnCreate: isBoolean,
  timeoutOnRefund: isBoolean,
  callbackBeforeAnswer: isBoolean,
  callbackDelayMs: upTo(600_000),
  repeat: upTo(100),
  reorder: upTo(100),
  drop: upTo(1_000_000),
  forge: oneOf(FORGERIES),
  misreport: oneOf(FORGERIES.filter((kind) => kind !== 'signature')),
};

export function createControls(onSeed: (seed: number) => void): Controls {
  let knobs = INITIAL_KNOBS;
  onSeed(knobs.seed);
  return {
    get: () => knobs,
    set(change) {
      knobs = { ...knobs, ...checkKnobs(change) };
      if (change.seed !== undefined) onSeed(change.seed);
      return knobs;
    },
  };
}

export function knobRoutes(controls: Controls): SandboxRoute[] {
  async function turn(request: Request): Promise<Response> {
    try {
      return Response.json(controls.set((await request.json()) as Partial<PaymentKnobs>));
    } catch (error) {
      return Response.json({ message: error instanceof Error ? error.message : String(error) }, { status: 400 });
    }
  }
  return [
    { method: 'GET', path: '/knobs', handle: () => Response.json(controls.get()) },
    { method: 'POST', path: '/knobs', handle: turn },
    {
      method: 'DELETE',
      path: '/knobs',
      handle: () => Response.json(controls.set(INITIAL_KNOBS)),
    },
  ];
}

function checkKnobs(change: unknown): Partial<PaymentKnobs> {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    throw new RangeError(`expected an object with some of: ${Object.keys(CHECKS).join(', ')}`);
  }
  for (const [name, value] of Object.entries(change)) {
    const isValid = Object.hasOwn(CHECKS, name) && CHECKS[name as keyof PaymentKnobs](value);
    if (!isValid) throw new RangeError(`no such knob, or not a value for it: ${name}`);
  }
  return change;
}
