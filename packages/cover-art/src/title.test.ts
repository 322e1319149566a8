import { beforeAll, describe, expect, it } from 'vitest';
import { loadTypefaces, type Typefaces } from './font.ts';
import { fitTitle, writable } from './title.ts';

const BOX = { width: 760, height: 480, largest: 138, lineHeight: 1.02, tracking: -0.012 };

let faces: Typefaces;
beforeAll(async () => {
  faces = await loadTypefaces();
});

const fit = (text: string) => fitTitle(text, faces.title, BOX);

describe('outlines', () => {
  it.each(['title', 'label', 'brand'] as const)('has every letter the store writes in, %s', (face) => {
    const letters = [..."AZaz09ÄéŁЁЖЯёжяӘҒҚҢӨҰҮҺІәғқңөұүһі™:'’&₸₽·–—!?.,+/-"];
    const outlines = letters.map((letter) => faces[face].outline(letter, 100, 0, 0));
    for (const [index, outline] of outlines.entries()) {
      expect(faces[face].has(letters[index]?.codePointAt(0) ?? 0), letters[index]).toBe(true);
      expect(outline, letters[index]).toMatch(/^M.+Z$/);
    }
    // A missing letter would be drawn as the same empty box as the next missing one.
    const kazakh = [...'ӘҒҚҢӨҰҮҺ'].map((letter) => faces[face].outline(letter, 100, 0, 0));
    expect(new Set(kazakh).size).toBe(8);
  });

  it('applies the weight', () => {
    expect(faces.title.measure('HHHH')).toBeGreaterThan(faces.label.measure('HHHH'));
  });

  it('keeps kerning within a script and joins scripts in one line', () => {
    expect(faces.title.measure('AVATAR')).toBeLessThan(
      [...'AVATAR'].reduce((sum, letter) => sum + faces.title.measure(letter), 0),
    );
    const mixed = faces.title.measure('STEAM ҚАЗАҚСТАН 5 000 ₸');
    expect(mixed).toBeGreaterThan(faces.title.measure('STEAM ҚАЗАҚСТАН'));
  });

  it('leaves out characters that the font does not have', () => {
    expect(writable('  A\u0000 🎮 \n B\ufeff ', faces.title)).toBe('A B');
    expect(writable('\ud800😀', faces.title)).toBe('');
  });
});

describe('fitTitle', () => {
  it.each([
    'DOTA 2',
    'RED DEAD REDEMPTION 2',
    'THE ELDER SCROLLS V: SKYRIM SPECIAL EDITION',
    'ҚАЗАҚСТАННЫҢ ҰЛТТЫҚ ОЙЫНДАРЫ ЖӘНЕ ӨНЕРІ',
    'A'.repeat(200),
    'слово '.repeat(33).trim(),
    'Q '.repeat(100).trim(),
  ])('keeps every word whole inside the box: %s', (text) => {
    const { lines, size } = fit(text);
    expect(lines.join(' ')).toBe(text);
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(size).toBeLessThanOrEqual(BOX.largest);
    expect(lines.length * size * BOX.lineHeight).toBeLessThanOrEqual(BOX.height + 0.01);
    for (const line of lines)
      expect(faces.title.measure(line, BOX.tracking) * size).toBeLessThanOrEqual(BOX.width * 1.005);
  });

  it('breaks where a reader would', () => {
    expect(fit('RED DEAD REDEMPTION 2').lines).toEqual(['RED DEAD', 'REDEMPTION 2']);
    expect(fit('COUNTER-STRIKE 2: PRIME STATUS').lines).toEqual(['COUNTER-STRIKE 2:', 'PRIME STATUS']);
    expect(fit('ELDEN RING').lines).toEqual(['ELDEN', 'RING']);
  });

  it('returns no lines for an empty title', () => {
    expect(fit('')).toEqual({ lines: [], size: 0 });
  });
});
