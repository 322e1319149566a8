import { createHash, randomBytes } from 'node:crypto';

/**
 * Marks the inline scripts that the components themselves write. It is known to this process alone and never part of a
 * finished page, so that no data of a page can carry it.
 */
export const SCRIPT_MARK = randomBytes(16).toString('hex');

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`;
const MARKED = new RegExp(`<script(?=[^>]*${ATTRIBUTE})(?![^>]* src=)[^>]*>(.*?)</script>`, 'gs');

/** Takes the marks off a page and returns the hashes of the scripts that had one. Other scripts get no hash. */
export function collectScripts(page: string): { page: string; hashes: string[] } {
  const hashes = Array.from(page.matchAll(MARKED), ([, code = '']) => hashScript(code));
  return { page: page.replaceAll(ATTRIBUTE, ''), hashes };
}

/** As a content policy names a script. */
export function hashScript(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
