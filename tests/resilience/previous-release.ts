import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OWN_PACKAGES = '@oyna';

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The last commit without the newest migration. A clone without history does not have it. */
export function findPreviousRelease(): string | undefined {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'apps/server/migrations/*.sql');
  return newest && git('rev-parse', '--verify', '--quiet', `${newest}^`);
}

/** Writes the code of the commit into the folder, with the dependencies and the built pages of today. Returns its `main.ts`. */
export function writeRelease(commit: string, folder: string): string {
  const archive = join(folder, 'release.tar');
  mkdirSync(join(folder, 'node_modules', OWN_PACKAGES), { recursive: true });
  git('archive', '--output', archive, commit, 'apps', 'packages', 'scripts', 'package.json');
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => entry !== OWN_PACKAGES)) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  // Relative links: they lead to the packages of the old release.
  for (const name of readdirSync(join(ROOT, 'node_modules', OWN_PACKAGES))) {
    const link = readlinkSync(join(ROOT, 'node_modules', OWN_PACKAGES, name));
    symlinkSync(link, join(folder, 'node_modules', OWN_PACKAGES, name));
  }
  for (const path of globSync(['{apps,packages}/*/node_modules', 'apps/*/build'], { cwd: ROOT })) {
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  return join(folder, 'apps/server/src/main.ts');
}
