import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fillTemplate } from './templates.ts';

const TEMPLATES = new URL('../../deploy/cluster/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'oyna-templates-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('has every variable of the files in docs/operating.md, and the other way round', () => {
  const texts = readdirSync(TEMPLATES).map((name) => readFileSync(new URL(name, TEMPLATES), 'utf8'));
  const used = new Set(texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)));
  const chapter = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, block = ''] = /# cluster\.env\n([\s\S]*?)\n *```/.exec(chapter) ?? [];
  const named = new Set([...block.matchAll(/^ *([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  expect([...named].toSorted()).toEqual([...used].toSorted());
});

it('refuses a file with a variable that has no value', () => {
  expect(() => fillTemplate('userlist.txt', {}, folder)).toThrow('userlist.txt needs STORE_PASSWORD');
  const path = fillTemplate('userlist.txt', { STORE_PASSWORD: 'secret' }, folder);
  expect(readFileSync(path, 'utf8')).toBe('"oyna" "secret"\n');
});
