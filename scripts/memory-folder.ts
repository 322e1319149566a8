import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file system of Linux that is in memory. */
const SHARED_MEMORY = '/dev/shm';
/** The tests need less than half of it. */
const NEEDED_BYTES = 4_000_000_000;

/** A folder in memory that has room for the files of the tests and can run programs, if this machine has one. */
export function findMemoryFolder(
  folder = SHARED_MEMORY,
  needed = NEEDED_BYTES,
  freeMemory = process.availableMemory(),
): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    // What the file system may still take is not what the machine has left.
    const isRoomy = Math.min(bavail * bsize, freeMemory) >= needed;
    return isRoomy && canRunPrograms(folder) ? folder : undefined;
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

const TESTS_FOLDER = /^oyna-tests-(\d+)-/;

/** A new folder for the files of the tests. Removes those of runs that were killed: in memory they would stay until a restart of the machine. */
export function createTestsFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const [, pid] = TESTS_FOLDER.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
  return mkdtempSync(join(parent, `oyna-tests-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It may be a process of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
