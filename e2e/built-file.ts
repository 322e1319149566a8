import { readFileSync } from 'node:fs';

const LIST = new URL('../apps/storefront/build/client-modules.json', import.meta.url);

/** The file of the build that has a module of `apps/storefront/app`, as a pattern for `page.route`. Its name has no words. */
export function builtFile(module: string): string {
  const files: Record<string, string[]> = JSON.parse(readFileSync(LIST, 'utf8'));
  const [file] = Object.entries(files).find(([, modules]) => modules.includes(`apps/storefront/app/${module}`)) ?? [];
  if (!file) throw new Error(`no file of the build has ${module}`);
  return `**/${file}`;
}
