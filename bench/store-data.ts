import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrator.ts';
import { databaseUrl } from '../apps/server/src/testing/test-database.ts';
import { prepareDatabase } from './databases.ts';
import { FILLED_TABLES, type StoreSize, statementsFor } from './store-rows.ts';

/** A store with data of a year, generated once and kept between runs. */

const NAME = 'store';
/** Increased when the rows change, so that an older folder is filled again. */
const VERSION = 3;
/** A crash while rows are loaded costs the folder and nothing else. */
const LOADING = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'];
const MEMORY = ['max_wal_size=8GB', 'maintenance_work_mem=1GB', 'work_mem=256MB', 'shared_buffers=1GB'];

type Say = (line: string) => void;

/** The folder is filled again when the size changes. New migrations run on the rows that it has. */
export async function openStoreData(
  folder: string,
  size: StoreSize,
  { say, seed, settings = [] }: { say: Say; seed: number; settings?: string[] },
): Promise<{ postgres: EmbeddedPostgres; url: string }> {
  const mark = join(folder, 'filled.txt');
  const wanted = JSON.stringify({ ...size, seed, version: VERSION });
  const directory = join(folder, 'postgres');
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    const started = Date.now();
    const postgres = await startEmbeddedPostgres({ directory, settings: [...LOADING, ...MEMORY] });
    try {
      const url = await prepareDatabase(postgres.url, NAME, say, size.products, seed);
      await fill(url, size, say);
    } finally {
      await postgres.stop();
    }
    writeFileSync(mark, wanted);
    const seconds = Math.round((Date.now() - started) / 1000);
    say(`  ${size.orders.toLocaleString('en')} orders were generated in ${seconds} s and are kept in ${folder}`);
  }
  const postgres = await startEmbeddedPostgres({ directory, settings });
  const url = databaseUrl(postgres.url, NAME);
  await migrate(url);
  return { postgres, url };
}

async function fill(url: string, size: StoreSize, say: Say): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const timed = async (what: string, statement: string) => {
    const started = Date.now();
    await client.query(statement);
    say(`  ${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  };
  try {
    // Neither triggers nor foreign keys are checked while the rows are loaded, and indexes are built at the end.
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    const { rows: indexes } = await client.query<{ definition: string; name: string; table: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS definition, indexrelid::regclass::text AS name, indrelid::regclass::text AS table
       FROM pg_index WHERE indrelid = ANY($1::regclass[]) AND NOT indisprimary
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
      [FILLED_TABLES],
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query('ALTER TABLE product_key DROP CONSTRAINT product_key_fingerprint_key');
    for (const [what, statement] of statementsFor(size, new Date())) await timed(what, statement);
    await timed('index of fingerprints', 'ALTER TABLE product_key ADD UNIQUE (fingerprint)');
    for (const table of FILLED_TABLES) {
      const own = indexes.filter((index) => index.table === table).map(({ definition }) => definition);
      if (own.length > 0) await timed(`indexes of ${table}`, own.join(';'));
      await client.query(`VACUUM (ANALYZE) ${table}`);
    }
    await timed('statistics', 'VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}
