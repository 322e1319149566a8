import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCli } from '../../apps/server/src/testing/store-process.ts';

/** The sources in another folder, as a new release is installed beside the one that runs. */
export function installRelease(root: string, folder: string): string {
  const release = join(folder, 'release');
  mkdirSync(release);
  for (const part of ['apps', 'packages', 'package.json'])
    cpSync(join(root, part), join(release, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  // The dependencies are the same.
  for (const part of ['.', ...globSync('{apps,packages}/*', { cwd: root })]) {
    const modules = join(root, part, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(release, part, 'node_modules'));
  }
  return release;
}

/** What docs/operating.md does before nodes are replaced: it says what would run, and runs it. */
export async function migrateStore(environment: Record<string, string>): Promise<void> {
  const { code, stderr } = await runCli(['migrate'], environment);
  if (code !== 0) throw new Error(`migrate: ${code} ${stderr}`);
}
