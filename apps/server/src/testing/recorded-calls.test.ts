import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepRecordedCalls, listUntestedWrites } from './recorded-calls.ts';

it('joins the calls of a run with those of the files that ran again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oyna-calls-'));
  const runOf = (name: string, calls: readonly string[]) => {
    const path = join(folder, name);
    mkdirSync(join(path, 'recorded-calls'), { recursive: true });
    writeFileSync(join(path, 'console-routes.json'), JSON.stringify(['POST /a', 'PUT /b/{id}', 'DELETE /c']));
    // Processes of two runs can have the same number.
    writeFileSync(join(path, 'recorded-calls', '4711'), calls.map((call) => `${call}\n`).join(''));
    return path;
  };
  const kept = join(folder, 'kept');
  keepRecordedCalls(runOf('first', ['POST /a']), kept);
  expect(listUntestedWrites(kept)).toEqual(['PUT /b/{id}', 'DELETE /c']);
  keepRecordedCalls(runOf('second', ['PUT /b/7']), kept);
  expect(listUntestedWrites(kept)).toEqual(['DELETE /c']);
  // A run without a test of the console has no calls.
  keepRecordedCalls(join(folder, 'none'), kept);
  expect(listUntestedWrites(kept)).toEqual(['DELETE /c']);
  rmSync(folder, { recursive: true, force: true });
});
