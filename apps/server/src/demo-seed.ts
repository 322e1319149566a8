import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from './database/connection.ts';
import { parseCatalogueFile } from './features/catalogue/catalogue.file.ts';
import { importCatalogue } from './features/catalogue/catalogue.import.ts';

const FOLDER = new URL('../seed/', import.meta.url);

export function readSeed() {
  return readdirSync(fileURLToPath(FOLDER))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => parseCatalogueFile(name, readFileSync(new URL(name, FOLDER), 'utf8')));
}

/** Fills an empty database with the demo's catalogue; a store that has one is left alone. */
export async function seedDemo(database: Database, say: (line: string) => void): Promise<void> {
  const first = await database.selectFrom('game').select('id').limit(1).executeTakeFirst();
  if (first) return;
  say('Filling the catalogue …');
  const result = await importCatalogue(database, readSeed());
  say(`Filled the catalogue: ${result.games} games with ${result.offers} offers`);
}
