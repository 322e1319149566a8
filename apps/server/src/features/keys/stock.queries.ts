import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface StockRow {
  productId: number;
  name: string;
  isOffered: boolean;
  available: number;
  reserved: number;
  sold7: number;
  sold30: number;
}

/** Every product that is sold by key. A replacement of a key is not a sale. */
export async function listStock(db: Connection): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    SELECT product.id AS "productId", product.name, product.offered AS "isOffered",
      coalesce(held.available, 0) AS available, coalesce(held.reserved, 0) AS reserved,
      coalesce(sale.sold7, 0) AS "sold7", coalesce(sale.sold30, 0) AS "sold30"
    FROM product
    LEFT JOIN (SELECT product_id, (count(*) FILTER (WHERE status = 'available'))::integer AS available,
        (count(*) FILTER (WHERE status = 'reserved'))::integer AS reserved
      FROM product_key WHERE status IN ('available', 'reserved') GROUP BY product_id) AS held
      ON held.product_id = product.id
    LEFT JOIN (SELECT order_item.product_id, count(*)::integer AS sold30,
        (count(*) FILTER (WHERE delivered_at > now() - interval '7 days'))::integer AS sold7
      FROM delivery JOIN order_item ON order_item.id = delivery.order_item_id
      WHERE delivered_at > now() - interval '30 days' AND replaces_key_id IS NULL GROUP BY order_item.product_id) AS sale
      ON sale.product_id = product.id
    WHERE product.type <> 'TopUp'`.execute(db);
  return rows;
}
