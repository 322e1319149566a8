import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listCatalogueFiles } from '@oyna/demo/catalogue';
import type { Database } from '../platform/database/connection.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

/**
 * Imports the demo catalogue into an empty store. It runs the operator's command in a child process, because parsing so
 * much text takes memory that this process would not give back.
 */
export async function seedDemoCatalogue(database: Database, url: string, say: (line: string) => void): Promise<void> {
  const game = await database.selectFrom('game').select('id').limit(1).executeTakeFirst();
  if (game) return;
  say('Filling the catalogue …');
  const child = spawn(process.execPath, [CLI, 'catalogue', 'import', ...listCatalogueFiles()], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exitCode = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (exitCode !== 0) throw new Error('The catalogue could not be filled');
}
