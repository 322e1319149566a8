/**
 * Converts queries and names of games to one plain alphabet, so that "Ведьмак", "vedmak" and a name
 * written as it sounds are equal. Pure; the same function writes the index and reads the query.
 */

const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ё: 'e',
  // Kazakh letters, which are often typed as the nearest Russian letter: both give the same result.
  ә: 'a',
  ғ: 'g',
  қ: 'k',
  ң: 'n',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
  і: 'i',
};

// A map, because a word may be called "constructor".
const ROMAN = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['v', '5'],
  ['vi', '6'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['x', '10'],
  ['xi', '11'],
  ['xii', '12'],
  ['xvi', '16'],
]);

// Letters that sound alike in names, after transliteration. Order matters: pairs before single letters.
const SOUNDS: [RegExp, string][] = [
  [/ck/g, 'k'],
  [/ph/g, 'f'],
  [/kh/g, 'h'],
  [/oo/g, 'u'],
  [/ee/g, 'i'],
  [/c(?!h)/g, 'k'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/[yj]/g, 'i'],
  [/(.)\1+/g, '$1'],
];

/** The words of a text in folded form, in order. */
export function foldWords(text: string): string[] {
  return split(text)
    .map(foldWord)
    .filter((word) => word !== '');
}

/**
 * The same for a text in the middle of being typed. Its last word is incomplete and may sound different
 * when it is complete: "witc" becomes "witch", "blo" becomes "blood", and "x" may not be a ten.
 */
export function foldUnfinished(text: string): string[] {
  const words = split(text);
  const last = words.pop() ?? '';
  const next = last.replace(/[ckp]$/, '$&h').replace(/[eo]$/, '$&$&');
  return [...words.map(foldWord), foldLetters(next)].filter((word) => word !== '');
}

function split(text: string): string[] {
  return text
    .replace(/['’`.™®©]/g, '') // before the next step, which spells ™ out
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const foldWord = (word: string) => ROMAN.get(word) ?? foldLetters(word);

function foldLetters(word: string): string {
  if (/^\d+$/.test(word)) return word;
  const latin = word.replace(/\p{Script=Cyrillic}/gu, (letter) => CYRILLIC[letter] ?? '');
  return SOUNDS.reduce((folded, [pattern, sound]) => folded.replace(pattern, sound), latin);
}

/** "Grand Theft Auto V" is asked for as "gta" and "gta 5". */
export function initials(words: string[]): string | undefined {
  const letters = words.filter((word) => !/^\d/.test(word)).map((word) => word[0]);
  return letters.length >= 3 ? letters.join('') : undefined;
}

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** The same keys pressed under the other keyboard layout: "dtlmvfr" is "ведьмак", "цшесрук" is "witcher". */
export function swapLayout(text: string): string {
  const lower = text.toLowerCase();
  const toRussian = /[a-z]/.test(lower);
  const [from, to] = toRussian ? [LATIN_KEYS, RUSSIAN_KEYS] : [RUSSIAN_KEYS, LATIN_KEYS];
  return [...lower].map((key) => to[from.indexOf(key)] ?? key).join('');
}

/** Letters to add, drop, change or swap to get from one word to the other; above `limit` it stops counting. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;
