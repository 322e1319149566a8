import type { Plugin } from 'vite';

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;
/** Names and keys of an icon's data. `create-icon.ts` needs neither. */
const UNUSED = /^ {2}name: "[^"]*",$|,\s*key: "[^"]*"/gm;

/** Leaves out of the icons what no page uses: the keys are random letters, which cannot be compressed. */
export function shortIcons(): Plugin {
  return {
    name: 'oyna-short-icons',
    apply: 'build',
    transform: { filter: { id: ICON }, handler: (code) => ({ code: code.replace(UNUSED, ''), map: null }) },
  };
}
