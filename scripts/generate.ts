// Generates the table types from the migrations and the types of the API client from the OpenAPI document.
// `--check` only compares and fails when a file is stale.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../apps/server/src/app.ts';
import { composeServices, composeWeb } from '../apps/server/src/compose.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { connect } from '../apps/server/src/platform/database/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrator.ts';
import { generateTables } from './generate-tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TABLES = join(root, 'apps/server/src/platform/database/tables.ts');
const CLIENT = join(root, 'packages/api-client/src/schema.gen.ts');

async function openApiDocument(url: string, dataDir: string): Promise<string> {
  const config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const database = connect({ url, poolSize: 2 });
  const services = composeWeb(composeServices(config, database), { cacheBytes: 0 });
  const server = await buildApp(services);
  await server.ready();
  const document = JSON.stringify(server.swagger(), null, 2);
  await server.close();
  await database.destroy();
  return document;
}

function clientTypes(document: string, folder: string): string {
  const source = join(folder, 'openapi.json');
  const target = join(folder, 'schema.ts');
  writeFileSync(source, document);
  const cli = fileURLToPath(
    new URL('../packages/api-client/node_modules/openapi-typescript/bin/cli.js', import.meta.url),
  );
  const result = spawnSync(process.execPath, [cli, source, '--output', target, '--alphabetize'], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
  return `// Generated from the OpenAPI document by \`npm run generate\`; not edited by hand.\n${readFileSync(target, 'utf8')}`;
}

const folder = mkdtempSync(join(tmpdir(), 'oyna-generate-'));
const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres'), settings: ['fsync=off'] });
try {
  await migrate(postgres.url);
  const wanted = new Map([
    [TABLES, await generateTables(postgres.url)],
    [CLIENT, clientTypes(await openApiDocument(postgres.url, folder), folder)],
  ]);
  for (const [path, content] of wanted) {
    let before = '';
    try {
      before = readFileSync(path, 'utf8');
    } catch {}
    if (before === content) continue;
    if (process.argv.includes('--check')) {
      process.stderr.write(`${path.slice(root.length)} is stale: run \`npm run generate\`\n`);
      process.exitCode = 1;
    } else {
      writeFileSync(path, content);
      process.stdout.write(`wrote ${path.slice(root.length)}\n`);
    }
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
