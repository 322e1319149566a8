import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { smallCatalogue } from './small-catalogue.ts';
import { newFolder, runCli, START_MS, until } from './store-process.ts';

/** A data folder with one game: a copy of the one that the first test file of the run creates. */
export async function preparedDataFolder(): Promise<string> {
  const shared = inject('sharedFolder');
  const [template, draft] = [join(shared, 'prepared'), join(shared, 'preparing')];
  if (isFirst(draft)) {
    await prepare(draft);
    renameSync(draft, template);
  } else await until(() => existsSync(template), START_MS);
  const dataDir = join(newFolder(), 'data');
  // With owners: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', join(template, 'data'), dataDir]);
  return dataDir;
}

function isFirst(draft: string): boolean {
  try {
    closeSync(openSync(`${draft}.lock`, 'wx'));
    mkdirSync(draft);
    return true;
  } catch {
    return false;
  }
}

async function prepare(folder: string): Promise<void> {
  const file = join(folder, 'catalogue.yaml');
  writeFileSync(file, smallCatalogue('Prepared Game'));
  for (const command of [['migrate'], ['catalogue', 'import', file]]) {
    const { code, stderr } = await runCli(command, { DATA_DIR: join(folder, 'data') });
    if (code !== 0) throw new Error(stderr);
  }
}
