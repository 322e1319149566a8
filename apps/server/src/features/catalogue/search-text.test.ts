import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, foldUnfinished, foldWords, initials, swapLayout } from './search-text.ts';

describe('folding', () => {
  it.each([
    ['ведьмак', 'vedmak'],
    ['ВЕДЬМАК', 'Vedmak'],
    ['Ёлка', 'елка'],
    ['Йога', 'Иога'],
    ['Pokémon', 'pokemon'],
    ['Ｗｉｔｃｈｅｒ', 'witcher'],
    ['Phantom', 'фантом'],
    ['Counter', 'kounter'],
    ['Warcraft', 'варкрафт'],
    ['Quake', 'kuake'],
    ['Xbox', 'кsбокs'],
    ['Doom', 'дум'],
    ['Need', 'нид'],
    ['Battlefield', 'batlefield'],
    ["Assassin's", 'Assassins'],
    ['Assassin’s', 'Assassins'],
    ['S.T.A.L.K.E.R.', 'сталкер'],
    ['FIFA™', 'fifa'],
  ])('writes %s and %s alike', (one, other) => {
    expect(foldWords(one)).toEqual(foldWords(other));
    expect(foldWords(one)).toHaveLength(1);
  });

  it.each([
    ['Қазақстан', 'Казакстан'],
    ['Ұлы дала', 'Улы дала'],
    ['Көшпенділер', 'Кошпендилер'],
    ['Әлем', 'Алем'],
    ['Ғарыш', 'Гарыш'],
    ['Жаңа', 'Жана'],
    ['Үй', 'Уй'],
    ['Қаһарман', 'Кахарман'],
    ['ІНІ', 'ини'],
  ])('takes the Kazakh %s and its Russian replacement %s for the same', (kazakh, russian) => {
    expect(foldWords(kazakh)).toEqual(foldWords(russian));
  });

  it('keeps different words apart', () => {
    for (const [one, other] of [
      ['witcher', 'butcher'],
      ['портал', 'порт'],
      ['doom', 'dom'],
      ['тень', 'день'],
    ] as const) {
      expect(foldWords(one)).not.toEqual(foldWords(other));
    }
  });

  it('reads roman numerals as numbers, but only where they are whole words', () => {
    expect(foldWords('Grand Theft Auto V').at(-1)).toBe('5');
    expect(foldWords('Civilization VI')).toEqual(foldWords('civilization 6'));
    expect(foldWords('Final Fantasy XVI').at(-1)).toBe('16');
    expect(foldWords('Valheim')).not.toContain('5');
    expect(foldWords('vivid').join()).not.toMatch(/\d/);
  });

  it('splits at every character that is neither letter nor digit', () => {
    expect(foldWords('  Counter-Strike 2:\tPrime_Status!  ')).toHaveLength(5);
    expect(foldWords('NieR:Automata™')).toHaveLength(2);
  });

  it('treats names of object properties as ordinary words', () => {
    expect(foldWords('constructor prototype null')).toEqual(['konstruktor', 'prototipe', 'nul']);
  });

  it('returns no words for a text without letters and digits', () => {
    for (const text of ['', '   ', '—:!?', "'''", 'ьъ', '\u0000', '😀', '\ud800']) expect(foldWords(text)).toEqual([]);
  });

  it('ignores case and how an accent is encoded', () => {
    const letters = fc.constantFrom(
      ...'abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюяёәғқңөұүһіéñü 0123456789-',
    );
    fc.assert(
      fc.property(fc.string({ unit: letters }), (text) => {
        const folded = foldWords(text);
        expect(foldWords(text.toUpperCase())).toEqual(folded);
        expect(foldWords(text.normalize('NFD'))).toEqual(folded);
        expect(foldWords(` ${text}! `)).toEqual(folded);
      }),
    );
  });

  it('makes words without spaces or capitals of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of foldWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }),
    );
  });
});

describe('an incomplete word', () => {
  it.each([
    ['witc', 'witcher'],
    ['p', 'phasmophobia'],
    ['blo', 'bloodborne'],
    ['ne', 'need'],
    ['x', 'xbox'],
    ['vi', 'victoria'],
    ['ведь', 'ведьмак'],
    ['the witc', 'the witcher'],
  ])('%s is a beginning of %s', (typed, meant) => {
    expect(foldWords(meant).join(' ').startsWith(foldUnfinished(typed).join(' '))).toBe(true);
  });

  it('is only the last one', () => {
    expect(foldUnfinished('gta v x').slice(0, 2)).toEqual(['gta', '5']);
    expect(foldUnfinished('')).toEqual([]);
  });
});

describe('initials', () => {
  it('of three words and more, without numbers', () => {
    expect(initials(foldWords('Grand Theft Auto V'))).toBe('gta');
    expect(initials(foldWords('Red Dead Redemption 2'))).toBe('rdr');
  });

  it('of fewer words do not exist', () => {
    expect(initials(foldWords('Elden Ring'))).toBeUndefined();
    expect(initials(foldWords('Portal 2'))).toBeUndefined();
    expect(initials([])).toBeUndefined();
  });
});

describe('keyboard layout', () => {
  it.each([
    ['dtlmvfr', 'ведьмак'],
    ['цшесрук', 'witcher'],
    ['rb,thgfyr', 'киберпанк'],
    ['`krf', 'ёлка'],
    ['DTLMVFR 3', 'ведьмак 3'],
  ])('%s was meant to be %s', (typed, meant) => {
    expect(swapLayout(typed)).toBe(meant);
  });

  it('swapped twice is what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1 }), (text) => {
        expect(swapLayout(swapLayout(text))).toBe(text);
      }),
    );
  });

  it('leaves characters that are on no such key', () => {
    expect(swapLayout('2077 — 😀')).toBe('2077 — 😀');
    expect(swapLayout('')).toBe('');
  });
});

describe('edit distance', () => {
  it.each([
    ['witcher', 'witcher', 0],
    ['wicther', 'witcher', 1],
    ['witchr', 'witcher', 1],
    ['wittcher', 'witcher', 1],
    ['witchor', 'witcher', 1],
    ['wtchr', 'witcher', 2],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abcd', 'badc', 2],
  ])('from %s to %s is %i', (from, to, steps) => {
    expect(editDistance(from, to, 5)).toBe(steps);
  });

  it('stops counting above its limit', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
    expect(editDistance('a', 'abcdef', 2)).toBe(3);
  });

  it('is the same both ways, zero only for equals, and at most the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcd'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b, 20);
        expect(distance).toBe(editDistance(b, a, 20));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        for (const limit of [0, 1, 2, 3]) {
          expect(Math.min(editDistance(a, b, limit), limit + 1)).toBe(Math.min(distance, limit + 1));
        }
      }),
    );
  });
});
