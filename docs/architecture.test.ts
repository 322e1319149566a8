import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const MAX_WORDS = 2_600;

/** The names in the first column of the table under a heading. */
function namesUnder(heading: string): string[] {
  const [, part = ''] = TEXT.split(`### ${heading}\n`);
  const rows = part.split('\n\n')[0]?.split('\n') ?? [];
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
}

const foldersOf = (path: string) => readdirSync(join(ROOT, path)).toSorted();

describe('ARCHITECTURE.md', () => {
  it('lists every feature of the server and of the storefront, and no other', () => {
    expect(namesUnder('Features of the server').toSorted()).toEqual(foldersOf('apps/server/src/features'));
    expect(namesUnder('Features of the storefront').toSorted()).toEqual(foldersOf('apps/storefront/app/features'));
  });

  it('names every file of packages/domain, so that a rule is found by the table', () => {
    const files = readdirSync(join(ROOT, 'packages/domain/src')).filter(
      (file) => !/\.(test|test-helper)\.ts$/.test(file),
    );
    expect(files.filter((file) => !TEXT.includes(`\`${file}\``) && !TEXT.includes(`domain/${file}\``))).toEqual([]);
  });

  it('names only files that exist', () => {
    const files = globSync('{apps,packages,docs,scripts,tests}/**/*.{ts,tsx,mjs,md}', {
      cwd: ROOT,
      exclude: (path) => /node_modules|\/build$/.test(path),
    });
    const known = new Set(files.map((file) => file.split('/').at(-1)));
    const named = [...TEXT.matchAll(/(?<![\w.…>-])([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|md))\b/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('is read in ten minutes', () => {
    expect(TEXT.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(MAX_WORDS);
  });
});
