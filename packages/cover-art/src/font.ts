import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import decompress from 'wawoff2/decompress.js';

/** Glyphs of one family at one weight, gathered from the subset files of the npm package. */
export type Face = {
  readonly capHeight: number;
  readonly has: (codePoint: number) => boolean;
  /** Outlines one line at `size`, its left end on the base line at x, y. */
  readonly outline: (text: string, size: number, x: number, y: number, tracking?: number) => string;
  /** Width of a line at size 1. */
  readonly measure: (text: string, tracking?: number) => number;
};

type Family = 'onest' | 'tektur';
type Run = { readonly font: fontkit.Font; readonly text: string };

/** In the order in which a letter is looked up. Kazakh letters are in cyrillic-ext, ₸ is in latin-ext. */
const SUBSETS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext'] as const;

const require = createRequire(import.meta.url);

/**
 * The packed subsets of a family as plain TrueType, which fontkit needs to apply a weight. One after the other: the
 * decompressor returns a view of its memory, which is valid until its next call only.
 */
async function unpackFamily(family: Family): Promise<Buffer[]> {
  const unpacked: Buffer[] = [];
  for (const subset of SUBSETS) {
    const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`);
    const packed = await readFile(file);
    unpacked.push(Buffer.from(await decompress(packed)));
  }
  return unpacked;
}

function openAt(weight: number, bytes: Buffer): fontkit.Font {
  const opened = fontkit.create(bytes);
  if (!('getVariation' in opened)) throw new Error('A font file holds more than one font');
  return opened.getVariation({ wght: weight });
}

function createFace(subsets: readonly Buffer[], weight: number): Face {
  const fonts = subsets.map((bytes) => openAt(weight, bytes));
  const owner = new Map<number, fontkit.Font>();
  for (const font of fonts) {
    for (const codePoint of font.characterSet) {
      if (!owner.has(codePoint) && font.hasGlyphForCodePoint(codePoint)) owner.set(codePoint, font);
    }
  }
  const unit = fonts[0]?.unitsPerEm ?? 1000;

  const runsOf = (text: string): Run[] => {
    const runs: { font: fontkit.Font; text: string }[] = [];
    for (const letter of text) {
      const font = owner.get(letter.codePointAt(0) ?? 0);
      if (!font) continue;
      const last = runs.at(-1);
      // A space is a separate run: kerning against V or A would make it almost invisible at the size of a title.
      if (last?.font === font && letter !== ' ' && !last.text.endsWith(' ')) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  };

  const walk = (text: string, tracking: number, visit: (glyph: fontkit.Glyph, x: number) => void): number => {
    let x = 0;
    for (const run of runsOf(text)) {
      const { glyphs, positions } = run.font.layout(run.text);
      glyphs.forEach((glyph, index) => {
        visit(glyph, x + (positions[index]?.xOffset ?? 0));
        x += (positions[index]?.xAdvance ?? glyph.advanceWidth) + tracking * unit;
      });
    }
    return Math.max(0, x - tracking * unit);
  };

  const outlineGlyph = (glyph: fontkit.Glyph, size: number, x: number, y: number): string => {
    const scale = size / unit;
    let d = '';
    for (const { command, args } of glyph.path.commands) {
      const letter = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' }[command];
      const numbers = args.map((value, index) => (index % 2 === 0 ? x + value * scale : y - value * scale).toFixed(1));
      d += letter + numbers.join(' ');
    }
    return d;
  };

  return {
    capHeight: (fonts[0]?.capHeight ?? 700) / unit,
    has: (codePoint) => owner.has(codePoint),
    measure: (text, tracking = 0) => walk(text, tracking, () => undefined) / unit,
    outline: (text, size, x, y, tracking = 0) => {
      let d = '';
      walk(text, tracking, (glyph, at) => {
        d += outlineGlyph(glyph, size, x + (at * size) / unit, y);
      });
      return d;
    },
  };
}

export type Typefaces = { readonly title: Face; readonly label: Face; readonly brand: Face };

let loaded: Promise<Typefaces> | undefined;

/** The fonts are read once; a failed reading is tried again by the next picture. */
export function loadTypefaces(): Promise<Typefaces> {
  loaded ??= readTypefaces().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function readTypefaces(): Promise<Typefaces> {
  const onest = await unpackFamily('onest');
  const tektur = await unpackFamily('tektur');
  return { title: createFace(onest, 700), label: createFace(onest, 600), brand: createFace(tektur, 700) };
}
