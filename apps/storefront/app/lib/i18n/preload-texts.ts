import type { Namespace } from './namespaces.ts';
import type { TextSource } from './text-source.ts';

let browserTexts: TextSource | undefined;

/** Called once, when the first page has its texts. */
export function setBrowserTexts(texts: TextSource): void {
  browserTexts = texts;
}

/**
 * Names the texts of a page for its route's `handle`. In the browser it also starts loading them: React Router imports the
 * module of a page when a link to it is pointed at, and at the latest when it is clicked.
 */
export function preloadTexts<Name extends Namespace>(...names: Name[]): Name[] {
  // The page asks again for texts that could not be loaded.
  for (const name of names) browserTexts?.loadNamespaces(name).catch(() => {});
  return names;
}
