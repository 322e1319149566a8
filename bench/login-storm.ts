import { Agent, request } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { cataloguePaths } from './catalogue-paths.ts';
import { prepareDatabase, sampleCatalogue } from './databases.ts';
import { startProcess } from './server-process.ts';
import type { BenchContext, Row } from './table.ts';

const ROUNDS = 5;
const SECONDS = 4;
const REQUEST_INTERVAL_MS = 10;
const STORM = { connections: 64, password: 'Storm!pass1' };

/** The response time of 100 lists per second, without sign-ins and with as many sign-ins as possible. */
export async function benchLoginStorm({ postgresUrl, folder, seed, say }: BenchContext): Promise<Row[]> {
  say('Login storm …');
  const url = await prepareDatabase(postgresUrl, 'storm', say);
  const paths = cataloguePaths(await sampleCatalogue(url, 200), 500, seed).list;
  // The rate limits would stop sign-ins from one address at once.
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'storm'), WARM_PICTURES: 'off', RATE_LIMITS: 'off' };
  const store = await startProcess('../apps/server/src/main.ts', { ...environment, CACHE_MEGABYTES: '0' }, 'is open');
  try {
    await p99OfLists(store.url, paths);
    const results: { quiet: number; storm: number; signIns: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const quiet = await p99OfLists(store.url, paths);
      const storm = autocannon({
        url: `${store.url}/account/login`,
        method: 'POST',
        connections: STORM.connections,
        duration: SECONDS,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'nobody', password: STORM.password }),
      });
      const [during, logins] = await Promise.all([p99OfLists(store.url, paths), storm]);
      results.push({ quiet, storm: during, signIns: logins['4xx'] / SECONDS });
    }
    // The median round: a single slow moment of the machine has no influence.
    const median = results.toSorted((a, b) => a.storm / a.quiet - b.storm / b.quiet)[Math.floor(ROUNDS / 2)];
    if (!median || median.signIns === 0) throw new Error('no sign-in was answered in the storm');
    const ratio = median.storm / median.quiet;
    return [
      {
        name: 'p99 of uncached lists in a login storm',
        measured: `${median.storm.toFixed(1)} ms beside ${Math.round(median.signIns)} sign-ins/s`,
        against: `quiet: ${median.quiet.toFixed(1)} ms`,
        result: `${ratio.toFixed(1)} ×`,
        wanted: '≤ 3 ×',
        holds: ratio <= 3,
      },
    ];
  } finally {
    await store.stop();
  }
}

/** Sends requests at a steady pace without waiting for responses, so that a slow store does not reduce the load. */
async function p99OfLists(url: string, paths: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const waits: Promise<number>[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    waits.push(waitFor(`${url}${paths[waits.length % paths.length]}`, agent));
    await new Promise((resolve) => setTimeout(resolve, REQUEST_INTERVAL_MS));
  }
  const sorted = (await Promise.all(waits)).toSorted((a, b) => a - b);
  agent.destroy();
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

function waitFor(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - started));
    })
      .on('error', reject)
      .end();
  });
}
