import { randomBytes } from 'node:crypto';
import type { MarkupReuse } from './reused.tsx';

/** Lives as long as the data it shows. */
const known = new WeakMap<object, Map<string, Buffer>>();
/** The texts live for ever, and the header above them is another one on every path. */
const MOST_OF_ONE = 200;
/** Known to this process alone, and never part of a finished page: nobody can write a mark of his own. */
const token = randomBytes(16).toString('hex');
const MARK = new RegExp(`\\[${token} (before|after|here) (\\d+)\\]`);

interface Part {
  of: object;
  key: string;
  markup: Buffer | undefined;
}

/** For one page: what its components ask, and how its bytes are put together afterwards. */
export function createMarkupReuse(): MarkupReuse & { toBytes(page: string): Buffer[] } {
  const parts: Part[] = [];
  const mark = (word: string, place: number) => `[${token} ${word} ${place}]`;

  return {
    find(of, key) {
      const markup = known.get(of)?.get(key);
      return markup && mark('here', parts.push({ of, key, markup }) - 1);
    },

    record(of, key) {
      const place = parts.push({ of, key, markup: undefined }) - 1;
      return { before: mark('before', place), after: mark('after', place) };
    },

    toBytes(page) {
      const bytes: Buffer[] = [];
      const starts = new Map<Part, number>();
      // Text, word, place, text, word, place, …, text.
      const pieces = page.split(MARK);
      for (let index = 0; index < pieces.length; index += 3) {
        bytes.push(Buffer.from(pieces[index] ?? ''));
        const part = parts[Number(pieces[index + 2])];
        if (!part) continue;
        if (part.markup) bytes.push(part.markup);
        else if (pieces[index + 1] === 'before') starts.set(part, bytes.length);
        else keep(part, Buffer.concat(bytes.slice(starts.get(part))));
      }
      return bytes;
    },
  };
}

function keep({ of, key }: Part, markup: Buffer): void {
  const markups = known.get(of) ?? new Map<string, Buffer>();
  if (markups.size >= MOST_OF_ONE) markups.clear();
  known.set(of, markups.set(key, markup));
}
