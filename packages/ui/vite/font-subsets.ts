import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Cuts the two typefaces down to the letters the store uses. The stock packages keep ₸ and ₽ with all of extended
 * Latin, so that one price would download 28 KB. `src/fonts.css` names the files and what is in each.
 */

const PUNCTUATION = ' \u00a0!"#$%&\'()*+,-./:;<=>?@[]_«»“”„’–—…·•×−©®™°';
const LATIN = `${range('0', '9')}${range('A', 'Z')}${range('a', 'z')}éèáäåçíñóöøüÉÖÜ`;
const CYRILLIC = `${range('А', 'я')}ЁёІіҰұ№`;
const KAZAKH = 'ӘәҒғҚқҢңӨөҮүҺһ';
const CURRENCY = '₸₽';
const SIGNS = '≈→←';

// Headings have one weight, so their font keeps no axis.
const FACES = [
  { family: 'onest', weight: { min: 400, max: 700 } },
  { family: 'tektur', weight: 700 },
];
const SCRIPTS = [
  { name: 'latin', stock: 'latin', text: PUNCTUATION + LATIN },
  { name: 'cyrillic', stock: 'cyrillic', text: CYRILLIC },
  { name: 'kazakh', stock: 'cyrillic-ext', text: KAZAKH },
  { name: 'currency', stock: 'latin-ext', text: CURRENCY },
];
const SUBSETS = [
  ...FACES.flatMap(({ family, weight }) =>
    SCRIPTS.map(({ name, stock, text }) => ({
      name: `${family}-${name}`,
      source: stockFile(family, stock),
      text,
      weight,
    })),
  ),
  { name: 'onest-signs', source: stockFile('onest', 'math'), text: SIGNS, weight: { min: 400, max: 700 } },
];
const OPTIONS = { targetFormat: 'woff2', keepFeatures: ['kern', 'tnum'], noHinting: true } as const;

/** Where the storefront and the console find them. */
export const FONT_FOLDER = join(import.meta.dirname, '../build/fonts');

export function fontSubsets(): Plugin {
  return { name: 'oyna-font-subsets', enforce: 'pre', config: () => writeSubsets(FONT_FOLDER) };
}

async function writeSubsets(folder: string): Promise<void> {
  const sources = SUBSETS.map(({ source }) => readFileSync(resolveFont(source)));
  const stamp = join(folder, '.made-from');
  const wanted = hashOf(JSON.stringify([SUBSETS, OPTIONS]), ...sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  for (const [index, { name, text, weight }] of SUBSETS.entries()) {
    const options = { ...OPTIONS, keepFeatures: [...OPTIONS.keepFeatures], variationAxes: { wght: weight } };
    writeFileSync(join(folder, `${name}.woff2`), await subsetFont(sources[index] as Buffer, text, options));
  }
  writeFileSync(stamp, wanted);
}

function stockFile(family: string, script: string): string {
  return `${family}/files/${family}-${script}-wght-normal.woff2`;
}

function resolveFont(source: string): string {
  return createRequire(import.meta.url).resolve(`@fontsource-variable/${source}`);
}

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function range(first: string, last: string): string {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
