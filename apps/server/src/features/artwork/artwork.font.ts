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

/** In the order they are asked for a letter; Kazakh letters are in cyrillic-ext, ₸ is in latin-ext. */
const SUBSETS = ['latin', 'cyrillic', 'cyrillic-ext', 'latin-ext'] as const;

const require = createRequire(import.meta.url);

async function loadSubset(family: Family, subset: string, weight: number): Promise<fontkit.Font> {
  const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`);
  // fontkit cannot vary a font that is still packed as WOFF2, so it gets plain TrueType.
  const opened = fontkit.create(Buffer.from(await decompress(await readFile(file))));
  if (!('getVariation' in opened)) throw new Error(`${file} holds more than one font`);
  return opened.getVariation({ wght: weight });
}

async function loadFace(family: Family, weight: number): Promise<Face> {
  const fonts = await Promise.all(SUBSETS.map((subset) => loadSubset(family, subset, weight)));
  const owner = new Map<number, fontkit.Font>();
  for (const font of fonts) {
    for (const codePoint of font.characterSet) if (!owner.has(codePoint)) owner.set(codePoint, font);
  }
  const unit = fonts[0]?.unitsPerEm ?? 1000;

  const runsOf = (text: string): Run[] => {
    const runs: { font: fontkit.Font; text: string }[] = [];
    for (const letter of text) {
      const font = owner.get(letter.codePointAt(0) ?? 0);
      if (!font) continue;
      const last = runs.at(-1);
      if (last && (last.font === font || letter === ' ')) last.text += letter;
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
  loaded ??= Promise.all([loadFace('onest', 700), loadFace('onest', 600), loadFace('tektur', 700)]).then(
    ([title, label, brand]) => ({ title, label, brand }),
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
