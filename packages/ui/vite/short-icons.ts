import type { Plugin } from 'vite';

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;
/** What `create-icon.ts` does not read of an icon's data, and a statement that does nothing. */
const UNUSED = /^ {2}(?:name: "[^"]*"|size: \d+|aliases: \[[^\]]*\]),?$|,\s*key: "[^"]*"|^__iconData\.node;$/gm;

/** Leaves out of the icons what no page uses: the keys are random letters, which cannot be compressed. */
export function shortIcons(): Plugin {
  return {
    name: 'oyna-short-icons',
    apply: 'build',
    transform: { filter: { id: ICON }, handler: (code) => ({ code: code.replace(UNUSED, ''), map: null }) },
  };
}
