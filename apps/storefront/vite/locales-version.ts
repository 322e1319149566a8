import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Part of the address of every text file. A page and its texts must be of the same build, and browsers may cache the
 * texts forever.
 */
export function localesVersion(folder: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('*/*.json', { cwd: folder }).sort()) {
    hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 8);
}
