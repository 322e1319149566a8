import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { mountConsolePages } from './console-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-pages-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
for (const name of ['patterns-1a2b.js', 'orders-1a2b.js']) writeFileSync(join(folder, 'assets', name), 'export {}');
afterAll(() => rmSync(folder, { recursive: true }));

async function statuses(hasPatterns: boolean): Promise<number[]> {
  const server = Fastify();
  await mountConsolePages(server, { hasPatterns, build: pathToFileURL(`${folder}/`) });
  const urls = ['/orders', '/assets/orders-1a2b.js', '/patterns', '/patterns?order=1', '/assets/patterns-1a2b.js'];
  const answers = await Promise.all(urls.map((url) => server.inject(url)));
  await server.close();
  return answers.map(({ statusCode }) => statusCode);
}

it('shows the page of patterns and its files outside production only', async () => {
  expect(await statuses(true)).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses(false)).toEqual([200, 200, 404, 404, 404]);
});
