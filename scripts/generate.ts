// Generates the table types from the migrations and the types of the API client from the OpenAPI document.
// `--check` only compares and fails when a file is stale.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../apps/server/src/app.ts';
import { composeServices } from '../apps/server/src/compose.ts';
import { composeConsole } from '../apps/server/src/compose-console.ts';
import { composeWeb } from '../apps/server/src/compose-web.ts';
import { parseConfig } from '../apps/server/src/config.ts';
import { buildConsole } from '../apps/server/src/console-app.ts';
import { connect } from '../apps/server/src/platform/database/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrator.ts';
import { generateTables } from './generate-tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TABLES = join(root, 'apps/server/src/platform/database/tables.ts');
const CLIENT = join(root, 'packages/api-client/src/schema.gen.ts');
const CONSOLE_CLIENT = join(root, 'packages/api-client/src/console.gen.ts');

/** The documents of the store and of the operators' console. */
async function openApiDocuments(url: string, dataDir: string): Promise<{ store: string; console: string }> {
  const config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const database = connect({ url, poolSize: 2 });
  const services = composeWeb(composeServices(config, database), { cacheBytes: 0 });
  const read = async (server: FastifyInstance) => {
    await server.ready();
    const document = JSON.stringify(server.swagger(), null, 2);
    await server.close();
    return document;
  };
  const documents = {
    store: await read(await buildApp(services)),
    console: await read(await buildConsole(composeConsole(services))),
  };
  await database.destroy();
  return documents;
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
  const documents = await openApiDocuments(postgres.url, folder);
  const wanted = new Map([
    [TABLES, await generateTables(postgres.url)],
    [CLIENT, clientTypes(documents.store, folder)],
    [CONSOLE_CLIENT, clientTypes(documents.console, folder)],
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
