import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';

/**
 * What can happen to a call on its way. `dropped`: it never arrives. `straggler`: the caller hears nothing, and it arrives
 * some time later. `twice`: it arrives a second time, and that is what is answered. `late`: the answer takes long.
 * `lost-answer`, `gateway`, `garbage` and `cut-off`: it is done, and the answer is none, a 502, a page, or half of itself.
 * `unavailable`: a 503, and nothing is done. `hang`: it is done, and no answer ever comes.
 */
const TROUBLES = {
  dropped: 4,
  straggler: 4,
  twice: 5,
  late: 4,
  'lost-answer': 4,
  gateway: 3,
  garbage: 2,
  'cut-off': 2,
  unavailable: 3,
  hang: 0.5,
} as const;
type Trouble = keyof typeof TROUBLES;
/** What a call meets with that comes for the n-th time. */
type Chance = (times: number, random: () => number) => Trouble | undefined;

export interface BadNetwork {
  /** In place of the stand-ins' address. */
  url: string;
  leadTo(url: string): void;
  /** How many calls there were, and how many of them met with trouble. */
  counts(): { calls: number; troubled: number };
  close(): Promise<void>;
}

export interface NetworkOptions {
  seed: number;
  chance: Chance;
  lateMs: number;
  /** After so long the connection breaks, where the caller has waited. */
  hangMs: number;
  /** Takes away what a call is recognised by when it comes again: what the proof looks like without it. */
  forgetsKeys?: boolean;
}

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

const GATEWAY_PAGE = '<!doctype html><title>Bad gateway</title>';

/** Stands between the store and the outside world. What a call meets with follows from the seed, the call, and how often it came. */
export async function openBadNetwork(options: NetworkOptions): Promise<BadNetwork> {
  const { seed, chance, lateMs, hangMs, forgetsKeys = false } = options;
  const seen = new Map<string, number>();
  const stragglers = new Set<Promise<unknown>>();
  let target = '';
  const counts = { calls: 0, troubled: 0 };

  function drawTrouble({ method, path, body }: Call): { trouble: Trouble | undefined; random: () => number } {
    const call = createHash('sha1').update(`${seed}\n${method} ${path}\n`).update(body).digest('hex');
    const times = (seen.get(call) ?? 0) + 1;
    seen.set(call, times);
    const random = createRandom(Number.parseInt(call.slice(0, 8), 16) + times);
    return { trouble: chance(times, random), random };
  }

  const forward = async ({ method, path, headers, body }: Call) => {
    const answer = await fetch(`${target}${path}`, {
      method,
      headers,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  };

  async function carry(call: Call, response: ServerResponse): Promise<void> {
    const { trouble, random } = drawTrouble(call);
    counts.calls += 1;
    if (trouble) counts.troubled += 1;
    const breakOff = () => void response.destroy();
    const answer = (status: number, body: Buffer | string, type = 'application/json') =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    if (trouble === 'dropped') return breakOff();
    if (trouble === 'unavailable') return answer(503, GATEWAY_PAGE, 'text/html');
    if (trouble === 'straggler') {
      breakOff();
      return arriveLater(call, random() * lateMs);
    }
    const done = await forward(call);
    switch (trouble) {
      case 'lost-answer':
        return breakOff();
      case 'gateway':
        return answer(502, GATEWAY_PAGE, 'text/html');
      case 'garbage':
        return answer(200, GATEWAY_PAGE, 'text/html');
      case 'cut-off':
        response.writeHead(done.status, { 'content-length': done.body.length });
        return void response.write(done.body.subarray(0, done.body.length / 2), breakOff);
      case 'hang':
        await Promise.race([once(response, 'close'), wait(hangMs, undefined, { ref: false })]);
        return breakOff();
      case 'late':
        await wait(random() * lateMs);
        return answer(done.status, done.body);
      case 'twice': {
        const again = await forward(call);
        return answer(again.status, again.body);
      }
      case undefined:
        return answer(done.status, done.body);
    }
  }

  function arriveLater(call: Call, delayMs: number): void {
    const arrival: Promise<unknown> = wait(delayMs)
      .then(() => forward(call))
      .catch(() => {})
      .finally(() => stragglers.delete(arrival));
    stragglers.add(arrival);
  }

  const server = createServer((request, response) => {
    response.on('error', () => {});
    // A stand-in that hangs up hangs up on the caller, too.
    void readCall(request, forgetsKeys)
      .then((call) => carry(call, response))
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = url;
    },
    counts: () => ({ ...counts }),
    async close() {
      await Promise.all(stragglers);
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Of all calls, so many meet with some trouble. */
export function someTrouble(share: number): Chance {
  const weights = Object.entries(TROUBLES) as [Trouble, number][];
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return (_times, random) => {
    if (random() >= share) return undefined;
    let rest = random() * total;
    return weights.find(([, weight]) => {
      rest -= weight;
      return rest < 0;
    })?.[0];
  };
}

async function readCall(request: IncomingMessage, forgetsKeys: boolean): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const kept = ['x-api-key', 'content-type', ...(forgetsKeys ? [] : ['x-idempotency-key'])];
  const headers = Object.fromEntries(
    kept.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])),
  );
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers, body: Buffer.concat(chunks) };
}
