import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATES = new URL('../../deploy/cluster/', import.meta.url);

/** Fills a file of deploy/cluster as `envsubst` does, and returns where it was written. */
export function fillTemplate(name: string, values: Readonly<Record<string, string>>, folder: string): string {
  const text = readFileSync(new URL(name, TEMPLATES), 'utf8').replace(/\$\{(\w+)\}/g, (_, variable: string) => {
    const value = values[variable];
    if (value === undefined) throw new Error(`${name} needs ${variable}`);
    return value;
  });
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, name.endsWith('.sh') ? 0o700 : 0o600);
  return path;
}
