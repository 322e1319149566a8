import { createHash, randomBytes } from 'node:crypto';

/**
 * The nonce of a page while it is rendered. A finished page is cached and may hold none, so its policy names the hashes of
 * its scripts instead. The nonce is never sent: data of a page cannot contain it.
 */
export const RENDER_NONCE = randomBytes(16).toString('hex');

const ATTRIBUTE = ` nonce="${RENDER_NONCE}"`;

/** Removes the nonce from a page and returns the hashes of the inline scripts that had it. Other scripts get no hash. */
export function replaceNonceByHashes(html: string): { page: string; hashes: string[] } {
  const pieces = html.split(ATTRIBUTE);
  const hashes: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1] ?? '';
    if (!before.startsWith('<script', before.lastIndexOf('<'))) continue;
    const code = piece.slice(piece.indexOf('>') + 1, piece.indexOf('</script>'));
    if (code !== '') hashes.push(hashScript(code));
  }
  return { page: pieces.join(''), hashes };
}

/** As a content policy names a script. */
export function hashScript(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
