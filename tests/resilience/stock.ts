import { sql } from 'kysely';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createKeysService } from '../../apps/server/src/features/keys/keys.service.ts';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';

const SUPPLIER = 'resilience-test';

/** The small catalogue has no countries, and a gift names one. */
export async function addCountry(database: Database): Promise<string> {
  const name = JSON.stringify({ ru: 'Казахстан', en: 'Kazakhstan', kz: 'Қазақстан' });
  await sql`INSERT INTO country (id, code, name, position) VALUES (1, 'KZ', ${name}::jsonb, 0)
    ON CONFLICT DO NOTHING`.execute(database);
  return 'KZ';
}

/** Gives a product exactly `count` available keys. Each call takes another product. */
export async function stockProduct(database: Database, count: number, prefix = 'TEST', costCents = 0): Promise<number> {
  const { id } = await database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .where('offered', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('key_batch')
            .select('key_batch.id')
            .whereRef('product_id', '=', 'product.id')
            .where('supplier', '=', SUPPLIER),
        ),
      ),
    )
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${id} AND status = 'available'`.execute(
    database,
  );
  const keys = Array.from({ length: count }, (_, index) => ({ line: index + 1, value: `${prefix}-${id}-${index}` }));
  const batch = { fileName: SUPPLIER, productId: id, supplier: SUPPLIER, costCents, keys };
  await createKeysService(database, { current: parseConfig({}).keyEncryptionKey }).importKeys([batch]);
  return id;
}

/** The number of keys in each status. */
export async function countKeys(database: Database, productId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    SELECT product_key.status, count(*)::integer AS count FROM product_key
    JOIN key_batch ON key_batch.id = batch_id AND supplier = ${SUPPLIER}
    WHERE product_key.product_id = ${productId} GROUP BY product_key.status`.execute(database);
  return new Map(rows.map(({ status, count }) => [status, count]));
}
