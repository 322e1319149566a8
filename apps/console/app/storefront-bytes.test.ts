import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The storefront's pages load nothing because of the console. `npm test` builds both before it runs this. */

const built = (app: string) => {
  const folder = join(import.meta.dirname, `../../${app}/build/client`);
  return globSync('assets/*.{js,css}', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
};

/** Modules of packages that only operators need. */
const OPERATOR_ONLY =
  /^packages\/(domain\/src\/(answer-template|approvals|key-file|key-withdrawal|margin|permissions|price-change|refund-plan|replacement-simulation|settlement|shop-settings)|api-client\/src\/console)/;

it('has no module of the console, and none that only operators need, in the files that browsers load', () => {
  const list = join(import.meta.dirname, '../../storefront/build/client-modules.json');
  const files: Record<string, string[]> = JSON.parse(readFileSync(list, 'utf8'));
  const modules = Object.values(files).flat();
  expect(modules).toContain('packages/domain/src/support-message.ts');
  expect(modules.filter((path) => path.startsWith('apps/console/') || OPERATOR_ONLY.test(path))).toEqual([]);
});

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
  const [storefront, console] = [built('storefront'), built('console')];
  expect(storefront.length).toBeGreaterThan(10);
  const found = (files: string[]) => MARKS.filter((mark) => files.some((content) => content.includes(mark)));
  expect(found(storefront)).toEqual([]);
  // The marks are real ones: the console has most of them.
  expect(found(console).length).toBeGreaterThan(5);
});
