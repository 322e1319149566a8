import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../apps/server/src/platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../apps/server/src/testing/database-proxy.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { cleanUp, newFolder } from '../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { call, fillBasket, getOrder, pay, press } from '../../apps/server/src/testing/test-purchase.ts';
import { startTestNode, type TestStore } from '../../apps/server/src/testing/test-store.ts';
import { prepare } from './shop-processes.ts';
import { startStandby } from './standby.ts';
import { stockProduct } from './stock.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const SETTINGS = ['fsync=off', 'max_connections=60'];
const GAME = 900_001;
const PUBLIC = [
  `game/${GAME}`,
  'game',
  'game?name=test',
  'game?platform=Steam',
  'game/facets',
  'products',
  `products/${GAME}`,
  'info/categories',
  'info/countries',
  'info/activation',
  'Recomendation',
  'news',
  'search/suggestions?query=test',
];

let folder = '';
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let database: Database;
let replica: Database;
let proxy: DatabaseProxy;
const nodes: TestStore[] = [];

beforeAll(async () => {
  folder = newFolder();
  primary = await startEmbeddedPostgres({ directory: join(folder, 'data/postgres'), settings: SETTINGS });
  database = connect({ url: primary.url, poolSize: 2 });
  await prepare(primary, database);
  standby = await startStandby(primary, { folder, settings: [...SETTINGS, 'log_statement=all'] });
  replica = connect({ url: standby.url, poolSize: 2 });
  proxy = await startDatabaseProxy();
  const readUrl = proxy.through(standby.url);
  const environment = { DATABASE_READ_LAG_SECONDS: '1' };
  for (let node = 0; node < 2; node++) {
    nodes.push(await startTestNode({ url: primary.url, readUrl, listen: true, environment }));
  }
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await proxy?.cut().catch(() => {});
  await replica?.destroy();
  await database?.destroy();
  await standby?.stop();
  await primary?.stop();
  cleanUp();
});

/** Asks with an empty cache, so that a database has to answer. */
async function ask(node: TestStore, path: string) {
  node.cache.clear();
  const before = node.countReads().replica;
  const answer = await node.server.inject(`/api/v1/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { body: answer.json(), isFromReplica: node.countReads().replica > before };
}

const everyNodeReads = (isFromReplica: boolean) =>
  eventually(async () => {
    for (const node of nodes) expect((await ask(node, 'game')).isFromReplica).toBe(isFromReplica);
  });

/** As an operator: it is committed on the primary when this returns. */
const setPrice = (cents: number) =>
  sql`UPDATE product SET price_cents = ${cents}, price_with_discount_cents = ${cents}`.execute(database);
const pause = () => sql`SELECT pg_wal_replay_pause()`.execute(replica);
const resume = () => sql`SELECT pg_wal_replay_resume()`.execute(replica);
const priceOn = async (node: TestStore): Promise<number> => (await ask(node, `products/${GAME}`)).body.price;

async function priceInReplica(): Promise<number> {
  const { rows } = await sql<{ price_cents: number }>`
    SELECT price_cents FROM product WHERE id = ${GAME}`.execute(replica);
  return rows[0]?.price_cents ?? 0;
}

const statementsOfReplica = () => readFileSync(join(folder, 'standby/postgres/postgres.log'), 'utf8');

it('reads the public catalogue from the standby, and nothing of a customer', async () => {
  await everyNodeReads(true);
  const [node] = nodes as [TestStore];
  for (const path of PUBLIC) expect((await ask(node, path)).isFromReplica, path).toBe(true);
  expect(statementsOfReplica()).toMatch(/execute .*from "?game/i);

  await node.currency.refresh();
  const productId = await stockProduct(database, 5);
  const [member] = await createMembers({ database }, 1);
  if (!member) throw new Error('no member');
  const basketId = await fillBasket(node, member, [{ id: productId, count: 1 }]);
  const link = await pay(node, member, 'epoint', basketId);
  expect(link.status, JSON.stringify(link.body)).toBe(200);
  await press(link.body, 'approve');
  await eventually(async () => expect((await getOrder(node, member, link.body.orderId)).state).toBe('paid'));
  for (const path of ['user', 'favourite', 'notifications', 'basket'])
    await call(node, member, 'GET', `/api/v1/${path}`);
  await call(node, member, 'PUT', `/api/v1/favourite/${GAME}`);
  expect(statementsOfReplica()).not.toMatch(/\b(basket|account|session|payment|order_item|favourite|notification)\b/);
});

it('shows a new price on every node while the standby still has the old one', async () => {
  await setPrice(1_111);
  await everyNodeReads(true);
  await pause();
  try {
    for (const price of [2_222, 3_333]) {
      await setPrice(price);
      // A node is notified of the change a moment after it is committed.
      await eventually(async () => {
        for (const node of nodes) expect(await priceOn(node)).toBe(price);
      });
      expect(await priceInReplica()).toBe(1_111);
      for (let turn = 0; turn < 10; turn++) {
        for (const node of nodes) expect(await priceOn(node)).toBe(price);
      }
    }
    // A page that was made right after the change is cached with the new price.
    for (const node of nodes) {
      const { price } = (await node.server.inject(`/api/v1/products/${GAME}`)).json();
      expect(price).toBe(3_333);
      expect(node.cache.size().entries).toBe(1);
    }
  } finally {
    await resume();
  }
  await everyNodeReads(true);
  for (const node of nodes) expect(await priceOn(node)).toBe(3_333);
});

it('does not read from a standby that is too far behind', async () => {
  await everyNodeReads(true);
  await pause();
  try {
    // No change of the catalogue, so no node is notified.
    await sql`SELECT pg_logical_emit_message(true, 'test', 'something else')`.execute(database);
    await everyNodeReads(false);
  } finally {
    await resume();
  }
  await everyNodeReads(true);
});

it.each(['cut', 'freeze'] as const)('answers from the primary while the standby is away (%s)', async (how) => {
  await everyNodeReads(true);
  await proxy[how]();
  for (const path of PUBLIC) for (const node of nodes) await ask(node, path);
  expect((await ask(nodes[0] as TestStore, 'game')).isFromReplica).toBe(false);
  await proxy.restore();
  await everyNodeReads(true);
});

it('answers 503 when both servers go away during a read', async () => {
  await everyNodeReads(true);
  const primaryProxy = await startDatabaseProxy();
  const readUrl = proxy.through(standby.url);
  const node = await startTestNode({ url: primaryProxy.through(primary.url), readUrl });
  try {
    await eventually(async () => expect((await ask(node, 'news')).isFromReplica).toBe(true));
    const answer = await database.transaction().execute(async (locking) => {
      // The standby takes the lock too, so that the read waits there.
      await sql`LOCK TABLE game IN ACCESS EXCLUSIVE MODE`.execute(locking);
      // A commit sends the WAL of the lock.
      await sql`SELECT pg_logical_emit_message(true, 'test', 'after the lock')`.execute(database);
      await eventually(async () => {
        const { rows } = await sql<{ held: boolean }>`
          SELECT EXISTS (SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'game'::regclass) AS held`.execute(
          replica,
        );
        expect(rows).toEqual([{ held: true }]);
      });
      const reading = node.server.inject(`/api/v1/game/${GAME}`);
      await eventually(async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%game%'`.execute(replica);
        expect(rows).not.toEqual([]);
      });
      await primaryProxy.cut();
      // No connection is left that could be taken for a good one.
      await eventually(() => expect(sql`SELECT 1`.execute(node.database)).rejects.toThrow('ECONNREFUSED'));
      await proxy.cut();
      return reading;
    });
    expect(answer.statusCode, answer.body).toBe(503);
    await primaryProxy.restore();
    await proxy.restore();
    await eventually(async () => expect((await node.server.inject(`/api/v1/game/${GAME}`)).statusCode).toBe(200));
  } finally {
    await node.close();
    await primaryProxy.cut().catch(() => {});
  }
  await everyNodeReads(true);
});

it('answers from the primary when the standby has become a primary', async () => {
  await everyNodeReads(true);
  await sql`SELECT pg_promote(true, 60)`.execute(replica);
  await sql`UPDATE product SET price_cents = 1, price_with_discount_cents = 1`.execute(replica);
  await setPrice(4_444);
  await eventually(async () => {
    for (const node of nodes) expect(await priceOn(node)).toBe(4_444);
  });
  await everyNodeReads(false);
});
