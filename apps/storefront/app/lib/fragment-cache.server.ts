import { randomBytes } from 'node:crypto';
import type { FragmentCache } from './fragment-cache.tsx';

/** Entries live as long as the data they show. */
const markups = new WeakMap<object, Map<string, Buffer>>();
/** Texts live as long as the process, and the header has another key on every path. */
const MAX_PER_OBJECT = 200;
/** Known to this process only and never sent, so that no data can contain a marker. */
const token = randomBytes(16).toString('hex');
const MARKER_START = `[${token} `;

interface Fragment {
  data: object;
  key: string;
  markup: Buffer | undefined;
}

/** Serves one page: `find` and `record` while it is rendered, `toBytes` afterwards. */
export function createFragmentCache(): FragmentCache & { toBytes(page: string): Buffer[] } {
  const fragments: Fragment[] = [];
  const marker = (kind: 'start' | 'end' | 'cached', index: number) => `${MARKER_START}${kind} ${index}]`;

  return {
    find(data, key) {
      const markup = markups.get(data)?.get(key);
      return markup && marker('cached', fragments.push({ data, key, markup }) - 1);
    },

    record(data, key) {
      const index = fragments.push({ data, key, markup: undefined }) - 1;
      return { start: marker('start', index), end: marker('end', index) };
    },

    /** Replaces placeholders by cached markup and stores new markup. */
    toBytes(page) {
      const [head = '', ...pieces] = page.split(MARKER_START);
      const bytes: Buffer[] = [Buffer.from(head)];
      const starts = new Map<Fragment, number>();
      for (const piece of pieces) {
        const end = piece.indexOf(']');
        const [kind, index] = piece.slice(0, end).split(' ');
        const fragment = fragments[Number(index)];
        if (fragment?.markup) bytes.push(fragment.markup);
        else if (fragment && kind === 'start') starts.set(fragment, bytes.length);
        else if (fragment) save(fragment, Buffer.concat(bytes.slice(starts.get(fragment))));
        bytes.push(Buffer.from(piece.slice(end + 1)));
      }
      return bytes;
    },
  };
}

function save({ data, key }: Fragment, markup: Buffer): void {
  const ofData = markups.get(data) ?? new Map<string, Buffer>();
  const [oldest] = ofData.keys();
  if (ofData.size >= MAX_PER_OBJECT && oldest !== undefined) ofData.delete(oldest);
  markups.set(data, ofData.set(key, markup));
}
