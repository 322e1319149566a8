import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../catalogue/', import.meta.url));

/** The paths of the demo catalogue, in the order in which they are imported. */
export function listCatalogueFiles(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(FOLDER, name));
}
