import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';

/**
 * What can happen to a call, with its weight. `dropped`: it never arrives. `straggler`: the connection breaks and the call
 * arrives later. `twice`: it arrives twice, and the caller gets the second response. `late`: the response is slow.
 * `lost-answer`, `gateway`, `garbage` and `cut-off`: the call is executed, and the caller gets no response, a 502, an HTML
 * page or half a response. `unavailable`: a 503, and the call is not executed. `hang`: it is executed without a response.
 */
const NETWORK_FAULTS = {
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
type NetworkFault = keyof typeof NETWORK_FAULTS;
/** Decides the fault of a call that arrives for the n-th time. */
type Chance = (times: number, random: () => number) => NetworkFault | undefined;

export interface UnreliableNetwork {
  /** Use it instead of the address of the sandboxes. */
  url: string;
  setTarget(url: string): void;
  /** The number of calls, and of calls with a fault. */
  counts(): { calls: number; faulty: number };
  close(): Promise<void>;
}

export interface NetworkOptions {
  seed: number;
  chance: Chance;
  lateMs: number;
  /** A hanging connection breaks after this time. */
  hangMs: number;
  /** Removes the idempotency key from each call, to show that the test notices. */
  dropsIdempotencyKeys?: boolean;
}

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

const GATEWAY_PAGE = '<!doctype html><title>Bad gateway</title>';

/** A proxy between the store and the suppliers. The fault of a call depends on the seed, the call and its repetition only. */
export async function startUnreliableNetwork(options: NetworkOptions): Promise<UnreliableNetwork> {
  const { seed, chance, lateMs, hangMs, dropsIdempotencyKeys = false } = options;
  const seen = new Map<string, number>();
  const stragglers = new Set<Promise<unknown>>();
  let target = '';
  const counts = { calls: 0, faulty: 0 };

  function drawFault({ method, path, body }: Call): { fault: NetworkFault | undefined; random: () => number } {
    const call = createHash('sha1').update(`${seed}\n${method} ${path}\n`).update(body).digest('hex');
    const times = (seen.get(call) ?? 0) + 1;
    seen.set(call, times);
    const random = createRandom(Number.parseInt(call.slice(0, 8), 16) + times);
    return { fault: chance(times, random), random };
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
    const { fault, random } = drawFault(call);
    counts.calls += 1;
    if (fault) counts.faulty += 1;
    const breakOff = () => void response.destroy();
    const answer = (status: number, body: Buffer | string, type = 'application/json') =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    if (fault === 'dropped') return breakOff();
    if (fault === 'unavailable') return answer(503, GATEWAY_PAGE, 'text/html');
    if (fault === 'straggler') {
      breakOff();
      return arriveLater(call, random() * lateMs);
    }
    const done = await forward(call);
    switch (fault) {
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
    // A broken connection to the sandbox breaks the connection to the caller.
    void readCall(request, dropsIdempotencyKeys)
      .then((call) => carry(call, response))
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTarget(url) {
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

/** Gives this share of the calls a fault. */
export function randomNetworkFaults(share: number): Chance {
  const weights = Object.entries(NETWORK_FAULTS) as [NetworkFault, number][];
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

async function readCall(request: IncomingMessage, dropsIdempotencyKeys: boolean): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const kept = ['x-api-key', 'content-type', ...(dropsIdempotencyKeys ? [] : ['x-idempotency-key'])];
  const headers = Object.fromEntries(
    kept.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])),
  );
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers, body: Buffer.concat(chunks) };
}
