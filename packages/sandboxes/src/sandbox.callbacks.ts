/** Sends a sandbox's callbacks: again until they are accepted, and with the faults that its behaviour names. */

import { type BehaviourChecks, oneOf, upTo } from './sandbox.behaviour.ts';
import { sendHttp } from './sandbox.http.ts';

export const FORGERIES = ['none', 'signature', 'amount', 'currency', 'order', 'merchant'] as const;
export type Forgery = (typeof FORGERIES)[number];

export interface CallbackBehaviour {
  /** The seed of the random choices. */
  seed: number;
  callbackDelayMs: number;
  /** Each callback is sent that many times more, byte for byte. */
  repeat: number;
  /** Callbacks wait until there are this many, or for two seconds, and are sent in random order. */
  reorder: number;
  /** This many of the next callbacks are lost. */
  drop: number;
  /** A false callback is sent before each callback: unsigned, or signed with wrong data. */
  forge: Forgery;
}

export const CALLBACK_BEHAVIOUR: CallbackBehaviour = {
  seed: 1,
  callbackDelayMs: 0,
  repeat: 0,
  reorder: 0,
  drop: 0,
  forge: 'none',
};

export const CALLBACK_CHECKS: BehaviourChecks<CallbackBehaviour> = {
  seed: upTo(0xffffffff),
  callbackDelayMs: upTo(600_000),
  repeat: upTo(100),
  reorder: upTo(100),
  drop: upTo(1_000_000),
  forge: oneOf(FORGERIES),
};

export interface OutgoingCallback {
  url: string;
  contentType: string;
  body: string;
}

export interface CallbackReply {
  status: number;
  text: string;
}

/** Undefined without an answer. */
export type Deliver = (callback: OutgoingCallback) => Promise<CallbackReply | undefined>;
export type Schedule = (delayMs: number, run: () => void) => void;

export interface Announcement {
  write(attempt: number, forgery: Forgery): OutgoingCallback;
  /** Whether the provider accepts this reply. Otherwise it repeats the callback. */
  isAccepted(reply: CallbackReply): boolean;
}

export interface CallbackSender {
  /** Resolves when it has been sent for the first time, or put off. */
  announce(announcement: Announcement): Promise<void>;
  /** Resolves when no callback is being sent. Delayed callbacks do not count. */
  settled(): Promise<void>;
}

interface SenderOptions {
  controls: { get(): CallbackBehaviour; set(change: Pick<CallbackBehaviour, 'drop'>): CallbackBehaviour };
  /** The pauses after each attempt that was not accepted; when they are used up, it gives up. */
  repeatAfterMs: readonly number[];
  deliver: Deliver;
  schedule: Schedule;
  /** From 0 to below 1. */
  random: () => number;
}

const ANSWER_TIMEOUT_MS = 30_000;
const GATHERING_MS = 2_000;

export const deliverOverHttp: Deliver = async ({ url, contentType, body }) => {
  try {
    const headers = { 'content-type': contentType };
    return await sendHttp('POST', url, { headers, body, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  } catch {
    return undefined;
  }
};

/** The timer keeps no process alive. */
export const scheduleByTimer: Schedule = (delayMs, run) => void setTimeout(run, delayMs).unref();

export function createCallbackSender(options: SenderOptions): CallbackSender {
  const { controls, repeatAfterMs, schedule, random } = options;
  const deliver: Deliver = (callback) => options.deliver(callback).catch(() => undefined);
  const underWay = new Set<Promise<void>>();
  let gathered: Announcement[] = [];

  async function send(announcement: Announcement, attempt: number): Promise<void> {
    const { forge, repeat } = controls.get();
    if (forge !== 'none' && attempt === 1) await deliver(announcement.write(attempt, forge));
    const callback = announcement.write(attempt, 'none');
    const reply = await deliverUnlessLost(callback);
    if (attempt === 1) for (let again = 0; again < repeat; again += 1) await deliverUnlessLost(callback);
    const isAccepted = reply !== undefined && announcement.isAccepted(reply);
    const pause = repeatAfterMs[attempt - 1];
    if (isAccepted || pause === undefined) return;
    schedule(pause, () => void track(send(announcement, attempt + 1)));
  }

  function deliverUnlessLost(callback: OutgoingCallback): ReturnType<Deliver> {
    const { drop } = controls.get();
    if (drop === 0) return deliver(callback);
    controls.set({ drop: drop - 1 });
    return Promise.resolve(undefined);
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  function start(announcement: Announcement): Promise<void> {
    const { reorder } = controls.get();
    if (reorder < 2) return track(send(announcement, 1));
    gathered.push(announcement);
    if (gathered.length >= reorder) release();
    else if (gathered.length === 1) schedule(GATHERING_MS, release);
    return Promise.resolve();
  }

  function release(): void {
    const leaving = shuffled(gathered, random);
    gathered = [];
    void track(
      (async () => {
        for (const announcement of leaving) await send(announcement, 1);
      })(),
    );
  }

  return {
    announce(announcement) {
      const { callbackDelayMs } = controls.get();
      if (callbackDelayMs === 0) return start(announcement);
      schedule(callbackDelayMs, () => void start(announcement));
      return Promise.resolve();
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Small, and the same on every machine for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = items.map((item) => ({ item, place: random() }));
  return drawn.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
