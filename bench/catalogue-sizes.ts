import { join } from 'node:path';
import { cataloguePaths } from './catalogue-paths.ts';
import { prepareDatabase, sampleCatalogue } from './databases.ts';
import { compare, load } from './load.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const PATHS = 3_000;
const KINDS = ['list', 'filtered list', 'filter counts', 'detail', 'search', 'suggestions'] as const;
const LOAD = { seconds: 3, connections: 8 };

/** Uncached responses of a small and a large catalogue, measured in turns. */
export async function benchCatalogueSizes(context: BenchContext, small: number, large: number): Promise<Row[]> {
  const { postgresUrl, seed, say } = context;
  return compareCatalogues(context, small, {
    products: large,
    url: await prepareDatabase(postgresUrl, `products_${large}`, say, large, seed),
  });
}

/** The same with a large catalogue that exists already. */
export async function compareCatalogues(
  context: BenchContext,
  small: number,
  { url, products: large }: { url: string; products: number },
): Promise<Row[]> {
  const { postgresUrl, seed, say } = context;
  say('Uncached answers …');
  const smallUrl = await prepareDatabase(postgresUrl, `products_${small}`, say, small, seed);
  const a = await startStore(context, smallUrl, 'small');
  const b = await startStore(context, url, 'large');
  const rows: Row[] = [];
  try {
    for (const kind of KINDS) {
      for (const { store, paths } of [a, b]) await load(store.url, paths[kind], { ...LOAD, seconds: 2 });
      const { first, second, ratio } = await compare(
        () => load(a.store.url, a.paths[kind], LOAD),
        () => load(b.store.url, b.paths[kind], LOAD),
      );
      rows.push({
        name: `uncached ${kind}, ${large.toLocaleString('en')} products`,
        measured: `${perSecond(second.perSecond)}, p99 ${second.p99} ms`,
        against: `${small.toLocaleString('en')} products: ${perSecond(first.perSecond)}, p99 ${first.p99} ms`,
        result: `${ratio.toFixed(2)} × slower`,
        wanted: '≤ 2.00 ×',
        holds: ratio <= 2,
      });
      say(`  ${kind}: ${ratio.toFixed(2)} × slower`);
    }
    const memory = b.store.peakMemory();
    rows.push({
      name: `memory of the store under that load, ${large.toLocaleString('en')} products`,
      measured: `${memory} MB at its peak`,
      against: '',
      result: `${memory} MB`,
      wanted: '≤ 400 MB',
      holds: memory <= 400,
    });
    return rows;
  } finally {
    await a.store.stop();
    await b.store.stop();
  }
}

async function startStore({ folder, seed }: BenchContext, url: string, name: string) {
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, `catalogue-${name}`),
    ROLE: 'web',
    RATE_LIMITS: 'off',
    CACHE_MEGABYTES: '0',
    WARM_PICTURES: 'off',
  };
  const store: ServerProcess = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  return { store, paths: cataloguePaths(await sampleCatalogue(url, PATHS), PATHS, seed) };
}
