import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The storefront's pages load nothing because of the console. `npm test` builds both before it runs this. */

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const withoutEnding = (path: string) => path.replace(/\.tsx?$/, '');
const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
const sourcesOf = (app: string) => globSync(`apps/${app}/app/**/*`, { cwd: root }).filter(isSource);

const built = (list: string): Record<string, string[]> => JSON.parse(read(`apps/storefront/build/${list}.json`));
/** All modules of the files that browsers load. */
const modules = [...new Set(Object.values(built('client-modules')).flat())];
const ofPackages = modules.filter((path) => path.startsWith('packages/') && isSource(path));
const storefront = sourcesOf('storefront');
const imports = new Map([...storefront, ...ofPackages].map((file) => [file, readImports(file)]));
const importsOf = (file: string) => imports.get(file) ?? [];

/** Modules that the storefront does not import itself: other modules of the packages, which it imports, need them. */
const INDIRECT = [
  ...['calendar-day.ts', 'errors.ts'].map((name) => `packages/domain/src/${name}`),
  ...['create-icon.ts', 'drag-to-scroll.ts', 'plain-icons.tsx', 'use-menu.ts', 'use-rail-drag.ts'].map(
    (name) => `packages/ui/src/${name}`,
  ),
];

interface Import {
  /** Without its ending. */
  module: string;
  names: string[];
}

/** What a file imports from the packages, without types: those are in no file of a build. */
function readImports(file: string): Import[] {
  const text = read(file);
  const from = (module: string) =>
    module.startsWith('@oyna/')
      ? module.replace(/^@oyna\/([\w-]+)/, 'packages/$1/src')
      : withoutEnding(join(file, '..', module));
  const clauses = text.matchAll(/^(?:import|export) (?!type )([^'"]*?) from '((?:@oyna\/|\.)[^']*)';$/gm);
  const later = [...text.matchAll(/\bimport\('((?:@oyna\/|\.)[^']*)'\)/g)];
  return [
    ...later.map(([, module = '']) => ({ module: from(module), names: ['*'] })),
    ...[...clauses].flatMap(([, clause = '', module = '']) => {
      const [, list] = /\{([\s\S]*)\}/.exec(clause) ?? [];
      // The module as a whole.
      if (list === undefined) return { module: from(module), names: ['*'] };
      const names = list.split(',').map((name) => name.trim().split(' as ')[0] ?? '');
      const values = names.filter((name) => name && !name.startsWith('type '));
      return values.length === 0 ? [] : { module: from(module), names: values };
    }),
  ];
}

it('has no module of the console, and none of a package that only the console imports', () => {
  const direct = new Set(storefront.flatMap(importsOf).map(({ module }) => module));
  const indirect = ofPackages.filter((path) => !direct.has(withoutEnding(path)));
  expect(indirect.toSorted()).toEqual(INDIRECT);
  expect(modules.filter((path) => path.startsWith('apps/console/'))).toEqual([]);

  // The comparison has something to compare: the console imports modules that the storefront does not.
  const ofConsole = new Set(
    sourcesOf('console')
      .flatMap(readImports)
      .map(({ module }) => module),
  );
  const operatorOnly = [...ofConsole].filter((module) => module.startsWith('packages/') && !direct.has(module));
  expect(operatorOnly).toEqual(
    expect.arrayContaining(['packages/domain/src/permissions', 'packages/domain/src/price-change']),
  );
});

it('has no export of a shared module that only the console uses', () => {
  const used = new Map<string, Set<string>>();
  for (const { module, names } of [...imports.values()].flat()) {
    used.set(module, new Set([...(used.get(module) ?? []), ...names]));
  }
  /** Also used elsewhere in the same module. */
  const isOwn = (path: string, name: string) => [...read(path).matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
  const shared = Object.entries(built('client-exports')).filter(([path]) => ofPackages.includes(path));
  const unused = shared.flatMap(([path, names]) => {
    const wanted = used.get(withoutEnding(path));
    // The icons of a library import it by another name.
    if (wanted?.has('*') || path.endsWith('/create-icon.ts')) return [];
    return names.filter((name) => !wanted?.has(name) && !isOwn(path, name)).map((name) => `${path}: ${name}`);
  });
  expect(unused).toEqual([]);
});

it('has no property of a shared component that only the console sets', () => {
  const components = ofPackages.filter((path) => path.startsWith('packages/ui/') && path.endsWith('.tsx'));
  const unused = components.flatMap((path) => {
    const users = [...imports].filter(([, own]) => own.some(({ module }) => module === withoutEnding(path)));
    const text = users.map(([file]) => read(file)).join('\n');
    return propertiesOf(read(path))
      .filter((name) => name !== 'children' && !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${path}: ${name}`);
  });
  expect(unused).toEqual([]);
  expect(propertiesOf(read('packages/ui/src/menu.tsx'))).toContain('isChosen');
});

/** The properties of a component and of the items that it takes. */
function propertiesOf(source: string): string[] {
  const bodies = [...source.matchAll(/^(?:export )?interface [^{]*\{\n([\s\S]*?)^\}/gm)];
  return bodies.flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name = '']) => name));
}

/** Marks of what only the console uses: its calls, libraries, error codes and permissions. */
const MARKS = [
  '/api/v1/session',
  '/api/v1/live',
  'second-factor',
  'changed-meanwhile',
  'orders:refund',
  'invalidateQueries',
  'data-collapsed',
];

it('has no word of the console in the files of the storefront', () => {
  const filesOf = (app: string) =>
    globSync(`apps/${app}/build/client/assets/*.{js,css}`, { cwd: root }).map((path) => read(path));
  const [ofStorefront, ofConsole] = [filesOf('storefront'), filesOf('console')];
  expect(ofStorefront.length).toBeGreaterThan(10);
  const found = (files: string[]) => MARKS.filter((mark) => files.some((content) => content.includes(mark)));
  expect(found(ofStorefront)).toEqual([]);
  // The marks are real ones: the console has most of them.
  expect(found(ofConsole).length).toBeGreaterThan(5);
});
