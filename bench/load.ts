import autocannon from 'autocannon';

export interface LoadResult {
  perSecond: number;
  p99: number;
}

/** Bounded in time; every answer must be 200. A function instead of paths makes a new one for every request. */
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
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

export interface LoadRequest {
  method: 'GET' | 'PUT';
  path: string;
  headers: Record<string, string>;
}

/** The same with visitors who differ: each has a connection of its own, and a list of requests to go round. */
export async function loadClients(url: string, clients: LoadRequest[][], { seconds = 3 } = {}): Promise<LoadResult> {
  let next = 0;
  const result = await autocannon({
    url,
    duration: seconds,
    connections: clients.length,
    setupClient: (client) => client.setRequests(clients[next++ % clients.length] ?? []),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/** Two candidates by turns, so that a busy moment of the machine meets both. Returns the better half of each. */
export async function compare(first: () => Promise<LoadResult>, second: () => Promise<LoadResult>, rounds = 5) {
  const results: [LoadResult[], LoadResult[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    results[0].push(await first());
    results[1].push(await second());
  }
  const best = (list: LoadResult[]) => list.toSorted((a, b) => b.perSecond - a.perSecond)[0] as LoadResult;
  return { first: best(results[0]), second: best(results[1]) };
}
