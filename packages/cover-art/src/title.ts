import type { Face } from './font.ts';

type FittedTitle = { readonly lines: readonly string[]; readonly size: number };

type TitleBox = {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly lineHeight: number;
  readonly tracking: number;
};

const MOST_LINES = 4;
/** Above this number of words, neighbouring words are joined, so that the search stays small. */
const MOST_UNITS = 24;
/** Fewer lines look better: a fourth line is used only if it makes the letters much larger. */
const LINE_VALUE = [1, 1, 0.93, 0.82] as const;

/** What the face can write: one space between words, no controls, no letters without a glyph. */
export function writable(text: string, face: Face): string {
  let kept = '';
  for (const letter of text.normalize('NFC').replace(/\s+/gu, ' ')) {
    if (face.has(letter.codePointAt(0) ?? 0)) kept += letter;
  }
  return kept.replace(/ +/g, ' ').trim();
}

/** The best size at which the words fit into at most four lines. Words are never broken and nothing is cut off. */
export function fitTitle(text: string, face: Face, box: TitleBox): FittedTitle {
  const units = unitsOf(text);
  const widths = units.map((unit) => face.measure(unit, box.tracking));
  const space = face.measure('n n', box.tracking) - 2 * face.measure('n', box.tracking);
  let best: FittedTitle & { value: number } = { lines: [], size: 0, value: -1 };
  for (const cuts of waysToCut(units.length)) {
    let widest = 0;
    const lines = cuts.map((end, index) => {
      const start = cuts[index - 1] ?? 0;
      const wide = widths.slice(start, end).reduce((sum, width) => sum + width + space, -space);
      widest = Math.max(widest, wide);
      return units.slice(start, end).join(' ');
    });
    const size = Math.min(box.largest, box.width / widest, box.height / (lines.length * box.lineHeight));
    const value = size * (LINE_VALUE[lines.length - 1] ?? 0) * readingValue(lines);
    if (value > best.value) best = { lines, size, value };
  }
  return { lines: best.lines, size: best.size };
}

function unitsOf(text: string): string[] {
  let units = text.split(' ').filter((word) => word !== '');
  while (units.length > MOST_UNITS) {
    units = units.flatMap((unit, index) => (index % 2 === 0 ? [[unit, units[index + 1] ?? ''].join(' ').trim()] : []));
  }
  return units;
}

/** Every way to cut a row of words into one to four lines, as the ends of the lines. */
function* waysToCut(count: number, from = 0, lines = MOST_LINES): Generator<readonly number[]> {
  if (count === 0) return;
  yield [count];
  if (lines === 1) return;
  for (let cut = from + 1; cut < count; cut += 1) {
    for (const rest of waysToCut(count, cut, lines - 1)) yield [cut, ...rest];
  }
}

/** How well lines read: a number belongs to the word before it, a subtitle begins a line, no line is very short. */
function readingValue(lines: readonly string[]): number {
  let value = 1;
  lines.forEach((line, index) => {
    if (index > 0 && /^(\d+|[IVX]+)\b/u.test(line)) value *= 0.88;
    if (index < lines.length - 1 && /(^|\s)(THE|OF|A|AND|&|И|В|НА)$/u.test(line)) value *= 0.94;
    if (index > 0 && /^(OF|FOR)\s/u.test(line)) value *= 0.94;
    if (index < lines.length - 1 && /[:–—]$/u.test(line)) value *= 1.08;
  });
  const lengths = lines.map((line) => line.length);
  value *= 0.94 + (0.06 * Math.min(...lengths)) / Math.max(...lengths);
  if (lines.length > 1 && lengths.some((length) => length <= 2)) value *= 0.8;
  return value;
}
