import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Stands in the address of every text file. A page and the texts it wakes up with must be of one build, and a browser
 * may then keep the texts for as long as it likes.
 */
export function localesVersion(folder: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('*/*.json', { cwd: folder }).sort()) {
    hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 8);
}
