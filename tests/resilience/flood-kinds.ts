import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { pickRandom } from './test-environment.ts';

/** Floods from loopback addresses that no visitor has. Each has a limit of connections or of requests per second. */

export interface FloodTarget {
  port: number;
  seed: number;
  signal: AbortSignal;
}

export interface FloodCounts {
  /** Connections or requests that were sent. */
  sent: number;
  /** Those that the store closed or refused: 4xx, 5xx. */
  refused: number;
}

type Flood = (target: FloodTarget, counts: FloodCounts) => Promise<void>;

const addressOf = (index: number): string => `127.0.1.${1 + index}`;

interface SlowOptions {
  connections: number;
  addresses: number;
  /** Sent at once. */
  first: string;
  /** Sent every second. */
  drop?: string;
  isReading?: boolean;
}

/** Connections that stay open, each replaced when the store closes it. */
function holdConnections({ connections, addresses, first, drop, isReading = true }: SlowOptions): Flood {
  return async ({ port, signal }, counts) => {
    const sockets = new Set<Socket>();
    const open = (index: number) => {
      if (signal.aborted) return;
      counts.sent++;
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index % addresses) });
      sockets.add(socket);
      if (isReading) socket.resume();
      socket.on('error', () => {});
      socket.on('connect', () => void (first && socket.write(first)));
      socket.on('close', () => {
        sockets.delete(socket);
        counts.refused++;
        // A client that is refused tries again, but not without a pause.
        if (!signal.aborted) setTimeout(() => open(index), 1_000).unref();
      });
    };
    for (let index = 0; index < connections && !signal.aborted; index++) {
      open(index);
      if (index % 100 === 99) await pause(50, signal);
    }
    while (!signal.aborted) {
      await pause(1_000, signal);
      if (drop) for (const socket of sockets) if (socket.writable) socket.write(drop);
    }
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  };
}

interface RequestOptions {
  perSecond: number;
  addresses: number;
  path(draw: () => number): string;
  /** Without it each request has a new connection. */
  keepAlive?: boolean;
}

const MAX_SOCKETS = 20;
const TICK_MS = 50;

/** Requests at a fixed rate, as far as the store takes them. */
function sendJunk({ perSecond, addresses, path, keepAlive = true }: RequestOptions): Flood {
  return async ({ port, seed, signal }, counts) => {
    const random = createRandom(seed);
    const agents = Array.from(
      { length: addresses },
      (_, index) => new Agent({ keepAlive, maxSockets: MAX_SOCKETS, localAddress: addressOf(index) }),
    );
    let waiting = 0;
    const send = (agent: Agent) => {
      counts.sent++;
      waiting++;
      const sent = request({ port, host: '127.0.0.1', path: path(random), agent, signal }, (response) => {
        if ((response.statusCode ?? 500) >= 400) counts.refused++;
        response.on('error', () => {}).resume();
      });
      sent.on('error', () => {});
      sent.on('close', () => waiting--);
      sent.end();
    };
    // What could not be sent in a tick is not made up for later.
    while (!signal.aborted) {
      for (let due = (perSecond * TICK_MS) / 1000; due > 0 && waiting < addresses * MAX_SOCKETS; due--) {
        send(pickRandom(agents, random));
      }
      await pause(TICK_MS, signal);
    }
    for (const agent of agents) agent.destroy();
  };
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {});

const word = (random: () => number): string => Math.floor(random() * 2 ** 48).toString(36);
const HEAD = 'GET / HTTP/1.1\r\nhost: x\r\n';
const BODY =
  'POST /account/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{';
const LARGE = 'GET /sitemap-games.xml HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20);

export const FLOODS = {
  'slow headers': holdConnections({ connections: 1_000, addresses: 5, first: HEAD, drop: 'x: y\r\n' }),
  'slow bodies': holdConnections({ connections: 500, addresses: 5, first: BODY, drop: ' ' }),
  'slow readers': holdConnections({ connections: 300, addresses: 5, first: LARGE, isReading: false }),
  'idle connections': holdConnections({ connections: 4_000, addresses: 5, first: '' }),
  'short connections': sendJunk({ perSecond: 200, addresses: 10, path: () => '/health/live', keepAlive: false }),
  'junk addresses': sendJunk({ perSecond: 300, addresses: 10, path: (random) => `/${word(random)}/${word(random)}` }),
  'junk parameters': sendJunk({
    perSecond: 300,
    addresses: 10,
    path: (random) => `${pickRandom(['/', '/catalog', '/api/v1/products'], random)}?${word(random)}=${word(random)}`,
  }),
  'junk searches': sendJunk({
    perSecond: 300,
    addresses: 10,
    path: (random) => `${pickRandom(['/catalog', '/games', '/api/v1/products'], random)}?name=${word(random)}`,
  }),
  'junk numbers': sendJunk({
    perSecond: 300,
    addresses: 10,
    path: (random) => `${pickRandom(['/catalog/', '/api/v1/game/'], random)}${Math.floor(random() * 2 ** 31)}`,
  }),
} satisfies Record<string, Flood>;

export type FloodKind = keyof typeof FLOODS;
