import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';
import type { Database } from '../platform/database/connection.ts';

const FOLDER = fileURLToPath(new URL('../../seed/', import.meta.url));
const COMMANDS = fileURLToPath(new URL('../cli.ts', import.meta.url));

function seedFiles(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(FOLDER, name));
}

export const readSeed = () => seedFiles().map((path) => parseCatalogueFile(path, readFileSync(path, 'utf8')));

/**
 * Fills the demo's catalogue if there is none yet, by the operator's own command in a process of its own: reading so
 * much text takes memory that a running store would never give back.
 */
export async function seedEmptyDemo(database: Database, url: string, say: (line: string) => void): Promise<void> {
  const first = await database.selectFrom('game').select('id').limit(1).executeTakeFirst();
  if (first) return;
  say('Filling the catalogue …');
  const child = spawn(process.execPath, [COMMANDS, 'catalogue', 'import', ...seedFiles()], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exitCode = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (exitCode !== 0) throw new Error('The catalogue could not be filled');
}
