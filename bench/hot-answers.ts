import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from './databases.ts';
import { compare, load } from './load.ts';
import { startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const LIST = '/api/v1/products';
const WARM_UP = { seconds: 2 };

/** The product list with the seed, kept as bytes, against a bare Fastify that answers the same bytes. */
export async function benchHotAnswers({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Hot answers …');
  const url = await prepareDatabase(postgresUrl, 'hot', say);
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'hot'), ROLE: 'web', WARM_PICTURES: 'off' };
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const bodyFile = join(folder, 'body.json');
  writeFileSync(bodyFile, Buffer.from(await (await fetch(store.url + LIST)).arrayBuffer()));
  const bare = await startProcess('./bare-fastify.ts', { BODY_FILE: bodyFile }, 'ready');
  try {
    await load(store.url, [LIST], WARM_UP);
    await load(bare.url, [LIST], WARM_UP);
    const { first, second } = await compare(
      () => load(store.url, [LIST]),
      () => load(bare.url, [LIST]),
    );
    const ratio = first.perSecond / second.perSecond;
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
