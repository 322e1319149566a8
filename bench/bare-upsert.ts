// The measure for adding to a cart: a Fastify that does nothing but one upsert.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(`CREATE TABLE IF NOT EXISTS bare_item
  (basket_id uuid, product_id integer, count integer NOT NULL, PRIMARY KEY (basket_id, product_id))`);
const UPSERT = `INSERT INTO bare_item VALUES ($1, $2, $3)
  ON CONFLICT (basket_id, product_id) DO UPDATE SET count = bare_item.count + excluded.count RETURNING count`;

const server = Fastify();
server.put<{ Params: { basket: string; product: string; count: string } }>(
  '/add/:basket/:product/:count',
  async ({ params }) => (await pool.query(UPSERT, [params.basket, params.product, params.count])).rows[0],
);
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
