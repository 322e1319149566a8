import type { Connection, Database } from '../../platform/database/connection.ts';
import { pictureOf } from '../catalogue/catalogue.pictures.ts';
import { listProducts, type ProductRow } from './basket.queries.ts';

/** How old a name or a picture in a basket may be. Prices and stock are never cached. */
const FRESH_MS = 10_000;
const MAX_KEPT = 5_000;

type Names = ReturnType<typeof namesOf>;
export type ProductNames = (productId: number) => Names | undefined;

/** Names and pictures of products. Cached for a moment, because every change returns the whole basket. */
export function createProductNames(db: Database) {
  const kept = new Map<number, { names: Names; until: number }>();

  return async (ids: readonly number[]): Promise<ProductNames> => {
    const now = Date.now();
    const known = new Map<number, Names>();
    for (const id of ids) {
      const entry = kept.get(id);
      if (entry && entry.until > now) known.set(id, entry.names);
    }
    const read = await listNames(
      db,
      ids.filter((id) => !known.has(id)),
    );
    if (kept.size > MAX_KEPT) kept.clear();
    for (const names of read) {
      kept.set(names.productId, { names, until: now + FRESH_MS });
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
