import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchNationalBankRates } from '@oyna/providers/national-bank/national-bank';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { parseConfig } from '../config.ts';
import { listenForChanges } from '../database/changes.ts';
import { connect, type Database } from '../database/connection.ts';
import { type CurrencyService, createCurrencyService } from '../features/currency/currency.service.ts';
import { createResponseCache, type ResponseCache } from '../http/response-cache.ts';
import { API_POLICY, SECURITY_HEADERS } from '../http/security-headers.ts';
import { buildSandbox } from '../sandbox.ts';
import { mountStorefront } from '../storefront.ts';
import { createDatabase, databaseUrl, dropDatabase } from './test-database.ts';

export interface TestStore {
  url: string;
  database: Database;
  server: FastifyInstance;
  cache: ResponseCache;
  currency: CurrencyService;
  sandboxUrl: string;
  close(): Promise<void>;
}

interface TestStoreOptions extends TestNodeOptions {
  /** `empty` has the tables only, `seeded` the demo's catalogue. */
  template?: 'empty' | 'seeded';
  /** Another way to the same database: a proxy that the test can cut, or the database of another test store. */
  url?: (direct: string) => string;
}

interface TestNodeOptions {
  environment?: Record<string, string>;
  /** How many bytes of answers the node may keep. */
  cacheBytes?: number;
  /** How long the database may be silent. */
  silenceMs?: number;
  /** Serve the built pages too. */
  pages?: boolean;
}

/** A whole store on a database of its own, with the stand-ins on a real port. */
export async function createTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const clusterUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(clusterUrl, name, options.template === 'empty' ? 'oyna' : 'seeded');
  const direct = databaseUrl(clusterUrl, name);
  const node = await startTestNode({ ...options, url: options.url?.(direct) ?? direct });
  return {
    ...node,
    async close() {
      await node.close();
      await dropDatabase(clusterUrl, name);
    },
  };
}

/** One process of a store: two of them on the same URL are two nodes. */
export async function startTestNode(options: TestNodeOptions & { url: string }): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-store-'));
  const config = parseConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder, ...options.environment });
  const sandbox = await buildSandbox();
  const sandboxUrl = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const { silenceMs } = options;
  const database = connect({ url: options.url, poolSize: 4, ...(silenceMs === undefined ? {} : { silenceMs }) });
  const currency = createCurrencyService(database, () =>
    fetchNationalBankRates({ baseUrl: `${sandboxUrl}/national-bank`, today: new Date() }),
  );
  const cache = createResponseCache({
    maxBytes: options.cacheBytes ?? 10_000_000,
    headers: { ...SECURITY_HEADERS, 'content-security-policy': API_POLICY },
  });
  const { server } = await buildApp({ config, database, currency, cache });
  const listener = await listenForChanges(options.url, { onChange: cache.clear, onConnected: cache.setEnabled });
  if (options.pages) await mountStorefront(server, config, cache);
  await server.ready();
  return {
    url: options.url,
    database,
    server,
    cache,
    currency,
    sandboxUrl,
    async close() {
      await server.close();
      await listener.close();
      await database.destroy();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
