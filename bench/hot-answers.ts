import { join } from 'node:path';
import { startBareServer } from './bare-server.ts';
import { prepareDatabase } from './databases.ts';
import { compare, load } from './load.ts';
import { startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const LIST = '/api/v1/products';
const WARM_UP = { seconds: 2 };

/** The cached product list of the demo catalogue, compared with a bare Fastify that sends the same bytes. */
export async function benchHotAnswers({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Hot answers …');
  const url = await prepareDatabase(postgresUrl, 'hot', say);
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'hot'), ROLE: 'web', WARM_PICTURES: 'off' };
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const bare = await startBareServer('./bare-fastify.ts', store.url + LIST, folder);
  try {
    await load(store.url, [LIST], WARM_UP);
    await load(bare.url, [LIST], WARM_UP);
    const { first, second, ratio } = await compare(
      () => load(store.url, [LIST]),
      () => load(bare.url, [LIST]),
    );
    const memory = store.peakMemory();
    return [
      {
        name: 'hot product list, 20 offers',
        measured: perSecond(first.perSecond),
        against: `bare Fastify, same bytes: ${perSecond(second.perSecond)}`,
        result: ratio.toFixed(2),
        wanted: '≥ 0.60',
        holds: ratio >= 0.6,
      },
      {
        name: 'memory of the store under that load',
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
