import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { FONT_FOLDER, fontSubsets } from './font-subsets.ts';

const UI = join(import.meta.dirname, '..');
const TEXTS = ['apps/storefront/public/locales', 'apps/console/app/texts'].map((folder) => join(UI, '../..', folder));
const LETTERS = 'ӘәҒғҚқҢңӨөҰұҮүҺһІі₸₽';

interface Face {
  family: string;
  weight: string;
  file: string;
  covers: (code: number) => boolean;
}

/** The fonts that are downloaded, as the style sheet has them. */
const FACES = [...readFileSync(join(UI, 'src/fonts.css'), 'utf8').matchAll(/@font-face \{([^}]*)\}/g)]
  .map(([, rules = '']) => ({
    family: /font-family: "(.+?)"/.exec(rules)?.[1] ?? '',
    weight: /font-weight: (.+?);/.exec(rules)?.[1] ?? '',
    file: /fonts\/(.+?\.woff2)/.exec(rules)?.[1] ?? '',
    covers: rangesOf(/unicode-range: (.+?);/.exec(rules)?.[1] ?? ''),
  }))
  .filter(({ file }) => file);
const WEIGHTS = { Onest: '400 700', Tektur: '700' };

function rangesOf(text: string): Face['covers'] {
  const ranges = [...text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
  return (code) => ranges.some(([first = 0, last = 0]) => code >= first && code <= last);
}

/** The characters of a font, by the table of it that says which glyph each has (`cmap`, format 4). */
function charactersOf(file: string): Set<number> {
  const cmap = readCmap(readFileSync(join(FONT_FOLDER, file)));
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, place) => cmap.readUInt32BE(8 + place * 8));
  const table = cmap.subarray(tables.find((at) => cmap.readUInt16BE(at) === 4));
  const doubled = table.readUInt16BE(6);
  const found = new Set<number>();
  for (let at = 0; at < doubled; at += 2) {
    const [last, first] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + doubled + at)];
    for (let code = first; code <= last && code !== 0xffff; code++) found.add(code);
  }
  return found;
}

/** WOFF2: a header, a directory, and all tables after one another as one Brotli stream. */
function readCmap(font: Buffer): Buffer {
  let at = 48;
  const readNumber = () => {
    let number = 0;
    let byte = 0x80;
    while (byte & 0x80) {
      byte = font.readUInt8(at++);
      number = number * 128 + (byte & 0x7f);
    }
    return number;
  };
  let start = 0;
  let found: [number, number] | undefined;
  for (let table = 0; table < font.readUInt16BE(12); table++) {
    const flags = font.readUInt8(at++);
    const [tag, version] = [flags & 63, flags >> 6];
    if (tag === 63) at += 4;
    const length = readNumber();
    const isGlyphs = tag === 10 || tag === 11;
    const packed = (isGlyphs ? version !== 3 : version !== 0) ? readNumber() : length;
    if (tag === 0) found = [start, start + length];
    start += packed;
  }
  if (!found) throw new Error('a font without cmap');
  return brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20))).subarray(...found);
}

/** Every character of every text of the storefront and the console, once. */
function readTexts(): string {
  const read = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
  return [...new Set(TEXTS.flatMap(read).join(''))].join('');
}

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;

beforeAll(async () => {
  // At once when a page has been built.
  await (fontSubsets().config as () => Promise<void>)();
});

it('has the letters of Kazakh, ₸ and ₽ in both typefaces and all their weights', () => {
  const missing = Object.entries(WEIGHTS).flatMap(([family, weight]) => {
    const faces = FACES.filter((face) => face.family === family && face.weight === weight);
    const isThere = (code: number) => faces.some(({ covers, file }) => covers(code) && charactersOf(file).has(code));
    return [...LETTERS].filter((letter) => !isThere(codeOf(letter))).map((letter) => `${family}: ${letter}`);
  });
  expect(missing).toEqual([]);
});

it('has every letter, figure and currency of the texts in the file that the style sheet names for it', () => {
  const letters = readTexts().match(/\p{L}|\p{N}|\p{Sc}/gu) ?? [];
  const missing = FACES.flatMap(({ file, covers }) => {
    const has = charactersOf(file);
    const lacks = letters.filter((letter) => covers(codeOf(letter)) && !has.has(codeOf(letter)));
    return lacks.map((letter) => `${file}: ${letter}`);
  });
  const uncovered = letters.filter((letter) => !FACES.some(({ covers }) => covers(codeOf(letter))));
  expect([...missing, ...uncovered]).toEqual([]);
});
