import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file system of Linux that is in memory. */
const SHARED_MEMORY = '/dev/shm';
/** The tests need less than half of it. */
const NEEDED_BYTES = 4_000_000_000;

/** A folder in memory that has room for the files of the tests and can run programs, if this machine has one. */
export function findMemoryFolder(folder = SHARED_MEMORY, needed = NEEDED_BYTES): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= needed && canRunPrograms(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Containers forbid it there, and one test installs packages. */
function canRunPrograms(folder: string): boolean {
  const trial = mkdtempSync(join(folder, 'oyna-trial-'));
  try {
    const program = join(trial, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(trial, { recursive: true });
  }
}
