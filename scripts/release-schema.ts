// Writes apps/server/migrations/released-schema.json. Run it for a release: node scripts/release-schema.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrator.ts';
import { describeSchema } from '../apps/server/src/platform/database/schema-description.ts';

const target = new URL('../apps/server/migrations/released-schema.json', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'oyna-schema-'));
const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres'), settings: ['fsync=off'] });
try {
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const description = await describeSchema(client);
  await client.end();
  writeFileSync(target, `${JSON.stringify(description, null, 2)}\n`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
