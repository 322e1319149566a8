import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const map = readFileSync(new URL('spec-map.md', import.meta.url), 'utf8');

/** The short names of the map. */
const FOLDERS: Record<string, string> = {
  domain: 'packages/domain/src',
  client: 'packages/api-client/src',
  server: 'apps/server/src',
  demo: 'packages/demo',
  app: 'apps/storefront/app',
  ui: 'packages/ui/src',
};

function pathOf(name: string): string {
  const [first = '', ...rest] = name.split('/');
  return fileURLToPath(new URL(`../${[FOLDERS[first] ?? first, ...rest].join('/')}`, import.meta.url));
}

const lines = map.split('\n');
/** Without the heads of the tables. */
const rows = lines.filter((line, place) => line.startsWith('| ') && !lines[place + 1]?.startsWith('|--'));
const FILE = /`([\w-]+(?:\/[\w.-]+)+\.\w+)`/g;
const TESTS = /`([\w/.-]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")+)/g;

const files = [...new Set([...map.matchAll(FILE)].map(([, name = '']) => name))];
const tests = [...map.matchAll(TESTS)].flatMap(([, file = '', names = '']) =>
  [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
);

describe('the map of the spec', () => {
  it('is not empty', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(tests.length).toBeGreaterThan(150);
  });

  it('names files that exist', () => {
    expect(files.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
  });

  it('names tests that their files have', () => {
    const missing = tests.filter(({ file, name }) => !readFileSync(pathOf(file), 'utf8').includes(name));
    expect(missing).toEqual([]);
  });

  it('has a test for every sentence', () => {
    const sentences = rows
      .map((row) => row.split(' | '))
      .filter(({ length, 0: first }) => length === 3 && !first?.startsWith('| **'));
    expect(sentences.length).toBeGreaterThan(200);
    const untested = sentences.filter(([, , shown = '']) => !/\.(test|spec)\.tsx?` "/.test(shown));
    expect(untested).toEqual([]);
  });

  it('tells every difference that it marks', () => {
    const listed = new Set([...map.matchAll(/^\| \*\*(\d+)\*\*/gm)].map(([, number]) => number));
    const marked = new Set([...map.matchAll(/\*\*≠(\d+)\*\*/g)].map(([, number]) => number));
    expect([...marked].filter((number) => !listed.has(number))).toEqual([]);
    expect([...listed].filter((number) => !marked.has(number))).toEqual([]);
  });
});
