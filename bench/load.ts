import { sendHttp } from '@oyna/sandboxes/sandbox.http';
import autocannon from 'autocannon';

export interface LoadResult {
  perSecond: number;
  p99: number;
}

/** Every response must be 2xx. A function in place of paths makes a new path for every request. */
export async function load(
  url: string,
  paths: string[] | (() => string),
  { seconds = 3, connections = 32 } = {},
): Promise<LoadResult> {
  const requests =
    typeof paths === 'function'
      ? [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: paths() }) }]
      : paths.map((path) => ({ path }));
  const result = await autocannon({ url, duration: seconds, connections, requests });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/** Exactly `amount` requests, at any speed. `next` makes each of them. */
export async function loadAmount(url: string, amount: number, next: () => LoadRequest, connections = 8): Promise<void> {
  let left = amount;
  const send = async () => {
    while (left-- > 0) {
      const { method, path, headers } = next();
      const { status } = await sendHttp(method, url + path, { headers: { 'accept-encoding': 'gzip, br', ...headers } });
      if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
}

export interface LoadRequest {
  method: 'GET' | 'PUT';
  path: string;
  headers: Record<string, string>;
}

/** The same with one connection per client. Each client repeats its list of requests. */
export async function loadClients(url: string, clients: LoadRequest[][], { seconds = 3 } = {}): Promise<LoadResult> {
  let next = 0;
  const result = await autocannon({
    url,
    duration: seconds,
    connections: clients.length,
    setupClient: (client) => client.setRequests(clients[next++ % clients.length] ?? []),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/**
 * Measures two candidates in turns and returns the round with the median ratio. The best result of each would come from
 * different moments, and on a busy machine their ratio says nothing.
 */
export async function compare(first: () => Promise<LoadResult>, second: () => Promise<LoadResult>, rounds = 5) {
  const results: { first: LoadResult; second: LoadResult; ratio: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const pair = { first: await first(), second: await second() };
    results.push({ ...pair, ratio: pair.first.perSecond / pair.second.perSecond });
  }
  const sorted = results.toSorted((a, b) => a.ratio - b.ratio);
  return sorted[Math.floor(rounds / 2)] as (typeof results)[number];
}
