import { createCache } from '../../platform/cache.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { pictureOf } from '../catalogue/catalogue.pictures.ts';
import { listProducts, type ProductRow } from './basket.queries.ts';

/** How old a name or a picture in a basket may be. Prices and stock are never cached. */
const MAX_AGE_MS = 10_000;
const MAX_PRODUCTS = 5_000;

type Names = ReturnType<typeof namesOf>;
export type ProductNames = (productId: number) => Names | undefined;

/** Names and pictures of products. Cached for a moment, because every change returns the whole basket. */
export function createProductNames(db: Database) {
  const cache = createCache<Names>({ maxSize: MAX_PRODUCTS, maxAgeMs: MAX_AGE_MS });

  return async (ids: readonly number[]): Promise<ProductNames> => {
    const known = new Map<number, Names>();
    for (const id of ids) {
      const names = cache.find(String(id));
      if (names) known.set(id, names);
    }
    const unknown = ids.filter((id) => !known.has(id));
    for (const names of await listNames(db, unknown)) {
      cache.set(String(names.productId), names);
      known.set(names.productId, names);
    }
    return (id) => known.get(id);
  };
}

async function listNames(db: Connection, ids: readonly number[]): Promise<Names[]> {
  return ids.length === 0 ? [] : (await listProducts(db, ids)).map(namesOf);
}

function namesOf(row: ProductRow) {
  const { images, color } = pictureOf({
    id: row.game_id,
    name: row.game_name,
    art: row.art,
    pictures: row.pictures,
    platform: row.game_platform,
    type: row.game_type,
  });
  return {
    productId: row.id,
    gameId: row.game_id,
    name: row.name,
    gameName: row.game_name,
    typeName: row.type,
    platform: row.platform,
    region: row.region,
    images: { mainframe: images.mainframe, poster: images.poster },
    color,
  };
}
