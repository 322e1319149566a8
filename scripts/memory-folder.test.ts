import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findMemoryFolder } from './memory-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'oyna-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('takes a folder with room and leaves nothing in it', () => {
  expect(findMemoryFolder(folder, 1)).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it('takes no folder that is too small, missing or closed', () => {
  expect(findMemoryFolder(folder, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(findMemoryFolder(join(folder, 'missing'), 1)).toBeUndefined();
  expect(findMemoryFolder('/proc', 0)).toBeUndefined();
});
