import { createServer, type RequestListener, type Server } from 'node:http';
import { networkOf } from '../platform/network-address.ts';
import { oneAtATime } from './pipelined-requests.ts';

/** How long a client may take to send the head of a request, and the whole request. */
const HEAD_MS = 15_000;
const REQUEST_MS = 30_000;
/** For the files that operators send: 10 MB at 0.3 Mbit/s. */
export const UPLOAD_MS = 300_000;
/** Longer than the idle time of the usual proxies, so that the proxy closes the connection first. */
const KEEP_ALIVE_MS = 72_000;
/** Longer than any answer takes to begin. A client that reads nothing for this time is disconnected. */
const SILENCE_MS = 75_000;
const CHECK_EVERY_MS = 5_000;

/** A browser opens six. Several people may share an address. */
const MAX_PER_ADDRESS = 200;

export interface ConnectionTimes {
  headMs?: number;
  requestMs?: number;
  silenceMs?: number;
  checkEveryMs?: number;
}

/** A server of HTTP that slow clients cannot occupy. */
export function createHttpServer(handle: RequestListener, times: ConnectionTimes = {}): Server {
  const { headMs = HEAD_MS, requestMs = REQUEST_MS, silenceMs = SILENCE_MS, checkEveryMs = CHECK_EVERY_MS } = times;
  const server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: Math.max(headMs, requestMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: checkEveryMs,
    },
    oneAtATime(handle),
  );
  server.timeout = silenceMs;
  return server;
}

/** Closes what an address opens beyond its number of connections, so that it cannot use up those of all visitors. */
export function limitConnections(server: Server, maxPerAddress = MAX_PER_ADDRESS): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= maxPerAddress) return void socket.destroy();
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
