import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONG_FILES } from './long-files-first.ts';

it('names only files that exist', () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});
