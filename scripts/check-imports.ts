// Checks the import rules on the whole repository, and that the check misses no file and no import. It reads every file, so
// `npm test` runs it once. import-rules.test.ts tests the rules on small trees.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, format, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractWebpackConfig from 'dependency-cruiser/config-utl/extract-webpack-resolve-config';

const root = fileURLToPath(new URL('..', import.meta.url));
export const options = await extractOptions(join(root, '.dependency-cruiser.mjs'));
const { alias = [] } = await extractWebpackConfig(join(root, 'scripts/import-aliases.mjs'));

/** Reads all imports below a folder that has the layout of the repository. */
export async function cruiseTree(baseDir: string): Promise<ICruiseResult> {
  const cruiseOptions: ICruiseOptions = { ...options, baseDir, validate: true };
  const { output } = await cruise(['.'], cruiseOptions, { alias });
  if (typeof output === 'string') throw new Error('The import check answered with a text');
  return output;
}

async function checkRepository(): Promise<void> {
  const result = await cruiseTree(root);
  const { output, exitCode } = await format(result, { outputType: 'err' });
  const missed = listMissed(result);
  process.stdout.write(String(output));
  for (const each of missed) process.stdout.write(`The import check did not see ${each}\n`);
  process.exitCode = exitCode === 0 && missed.length === 0 ? 0 : 1;
}

/** Files that the check has not read, and imports that it has not seen. */
function listMissed({ modules }: ICruiseResult): string[] {
  const importsByFile = new Map(
    modules.map(({ source, dependencies }) => [source, new Set(dependencies.map(({ module }) => module))]),
  );
  return listSourceFiles().flatMap((file) => {
    const seen = importsByFile.get(file);
    if (!seen) return [file];
    const unseen = listLocalImports(readFileSync(join(root, file), 'utf8')).filter((name) => !seen.has(name));
    return unseen.map((name) => `${file}: ${name}`);
  });
}

function listSourceFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n').filter(existsInRoot);
}
const existsInRoot = (file: string) => !file.startsWith('.') && existsSync(join(root, file));

/** Found by pattern and not by the parser under test; comments and texts may look like an import, so whole lines only. */
function listLocalImports(source: string): string[] {
  const fromClauses = source.matchAll(/^(?:import|export|\}) [^'"]*?from '((?:\.|~\/|@oyna\/)[^'?]*)';$/gm);
  const calls = source.matchAll(/\bimport\('((?:\.|~\/|@oyna\/)[^']*)'\)/g);
  return [...fromClauses, ...calls].flatMap(([, name]) => name ?? []);
}

if (import.meta.main) await checkRepository();
