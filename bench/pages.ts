import { join } from 'node:path';
import { startBareServer } from './bare-server.ts';
import { prepareDatabase } from './databases.ts';
import { compare, load } from './load.ts';
import { startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const WARM_UP = { seconds: 2, connections: 8 };
const RENDERED = { seconds: 6, connections: 8 };

/** Each visit has a new value of a parameter that the page reads, so each page is rendered. The demo has these pages. */
const RENDERED_PAGES = [
  { name: 'home page', address: '/?code=', wanted: 200 },
  { name: 'catalogue page', address: '/catalog?sort=', wanted: 150 },
  { name: 'product page', address: '/catalog/1001?reviews=', wanted: 150 },
];

/** The home page, cached and compared with bare node:http, and pages that are rendered for every visitor. */
export async function benchPages({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Pages …');
  const url = await prepareDatabase(postgresUrl, 'pages', say);
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'pages'), WARM_PICTURES: 'off', RATE_LIMITS: 'off' };
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const bare = await startBareServer('./bare-http.ts', `${store.url}/`, folder);
  try {
    await load(store.url, ['/'], WARM_UP);
    await load(bare.url, ['/'], WARM_UP);
    const { first, second, ratio } = await compare(
      () => load(store.url, ['/']),
      () => load(bare.url, ['/']),
    );
    const rendered: Row[] = [];
    let visits = 0;
    for (const { name, address, wanted } of RENDERED_PAGES) {
      const newAddress = () => `${address}${++visits}`;
      await load(store.url, newAddress, WARM_UP);
      const { perSecond: rate, p99 } = await load(store.url, newAddress, RENDERED);
      rendered.push({
        name: `${name} rendered for every visitor`,
        measured: `${perSecond(rate)}, p99 ${p99} ms`,
        against: '',
        result: perSecond(rate),
        wanted: `≥ ${wanted}/s`,
        holds: rate >= wanted,
      });
    }
    const memory = store.peakMemory();
    return [
      {
        name: 'hot home page',
        measured: perSecond(first.perSecond),
        against: `bare node:http, same bytes: ${perSecond(second.perSecond)}`,
        result: ratio.toFixed(2),
        wanted: '≥ 0.50',
        holds: ratio >= 0.5,
      },
      ...rendered,
      {
        name: 'memory of the store under these loads',
        measured: `${memory} MB at its peak`,
        against: '',
        result: `${memory} MB`,
        wanted: '≤ 400 MB',
        holds: memory <= 400,
      },
    ];
  } finally {
    await bare.stop();
    await store.stop();
  }
}
