import { join } from 'node:path';
import { startBareServer } from './bare-server.ts';
import { prepareDatabase } from './databases.ts';
import { compare, load } from './load.ts';
import { startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const WARM_UP = { seconds: 2, connections: 8 };

/** The home page: cached, compared with bare node:http, and rendered: each request has a new address. */
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
    let visits = 0;
    const newAddress = () => `/?code=${++visits}`;
    await load(store.url, newAddress, WARM_UP);
    const rendered = await load(store.url, newAddress, { seconds: 6, connections: 8 });
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
      {
        name: 'home page rendered for every visitor',
        measured: `${perSecond(rendered.perSecond)}, p99 ${rendered.p99} ms`,
        against: '',
        result: perSecond(rendered.perSecond),
        wanted: '≥ 200/s',
        holds: rendered.perSecond >= 200,
      },
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
