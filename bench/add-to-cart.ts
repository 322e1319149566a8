import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '../apps/server/src/platform/database/connection.ts';
import { createMember } from '../apps/server/src/testing/test-member.ts';
import { listAvailableKeys, prepareDatabase } from './databases.ts';
import { compare, type LoadRequest, loadClients } from './load.ts';
import { startProcess } from './server-process.ts';
import { type BenchContext, perSecond, type Row } from './table.ts';

const SHOPPERS = 32;
/** Fewer than a product has keys after the purchases of the demo. */
const ADDS = 15;
/** Long enough for both to reach their full speed. */
const WARM_UP = { seconds: 8 };

/** Each shopper adds a product fifteen times to a basket with three others and removes all of them. */
export async function benchAddToCart({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Add to cart …');
  const url = await prepareDatabase(postgresUrl, 'cart', say);
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'cart'), ROLE: 'web', WARM_PICTURES: 'off' };
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const bare = await startProcess('./bare-upsert.ts', { DATABASE_URL: url }, 'ready');
  try {
    const shoppers = await openBaskets(url, store.url);
    const upserts = shoppers.map(() => repeated(`/add/${randomUUID()}/1/1`, {}));
    await loadClients(store.url, shoppers, WARM_UP);
    await loadClients(bare.url, upserts, WARM_UP);
    const { first, second, ratio } = await compare(
      () => loadClients(store.url, shoppers),
      () => loadClients(bare.url, upserts),
    );
    return [
      {
        name: 'add to cart, signed in',
        measured: perSecond(first.perSecond),
        against: `bare Fastify, one upsert: ${perSecond(second.perSecond)}`,
        result: ratio.toFixed(2),
        wanted: '≥ 0.50',
        holds: ratio >= 0.5,
      },
    ];
  } finally {
    await bare.stop();
    await store.stop();
  }
}

const repeated = (path: string, headers: Record<string, string>): LoadRequest[] =>
  Array.from({ length: ADDS }, () => ({ method: 'PUT', path, headers }));

/** The requests that each shopper repeats. */
async function openBaskets(databaseUrl: string, storeUrl: string): Promise<LoadRequest[][]> {
  const database = connect({ url: databaseUrl, poolSize: 4 });
  try {
    const products = await listAvailableKeys(database, SHOPPERS + 3);
    const kept = products.slice(0, 3).map(({ id }) => ({ id, count: 1 }));
    return await Promise.all(
      products.slice(3).map(async ({ id: product }) => {
        const { headers } = await createMember({ database });
        const answer = await fetch(`${storeUrl}/api/v1/basket/create`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(kept),
        });
        const { id } = (await answer.json()) as { id: string };
        return [
          // Comes first, because the previous round may have stopped at any request.
          { method: 'PUT' as const, path: `/api/v1/basket/item/remove/${id}/${product}/${ADDS}`, headers },
          ...repeated(`/api/v1/basket/item/add/${id}/${product}/1`, headers),
        ];
      }),
    );
  } finally {
    await database.destroy();
  }
}
