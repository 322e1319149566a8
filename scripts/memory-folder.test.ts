import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestsFolder, findMemoryFolder } from './memory-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'oyna-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('takes a folder with room and leaves nothing in it', () => {
  expect(findMemoryFolder(folder, 1)).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it('takes no folder that is too small, missing or closed', () => {
  expect(findMemoryFolder(folder, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(findMemoryFolder(folder, 2, 1)).toBeUndefined();
  expect(findMemoryFolder(join(folder, 'missing'), 1)).toBeUndefined();
  expect(findMemoryFolder('/proc', 0)).toBeUndefined();
});

it('removes the folders of runs that were killed, and of no others', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = join(folder, `oyna-tests-${ended}-a`);
  const others = [`oyna-tests-${process.ppid}-b`, 'oyna-tests-c', `another-${ended}-d`].map((name) =>
    join(folder, name),
  );
  for (const path of [left, ...others]) mkdirSync(join(path, 'files'), { recursive: true });
  const own = createTestsFolder(folder);
  expect([left, own, ...others].map((path) => existsSync(path))).toEqual([false, true, true, true, true]);
});
