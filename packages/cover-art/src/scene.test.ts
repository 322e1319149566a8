import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ART_MOTIFS, type ArtSpec } from './art-spec.ts';
import { loadTypefaces, type Typefaces } from './font.ts';
import { MOTIFS } from './motifs.ts';
import { composeScene } from './scene.ts';
import { setStage } from './stage.ts';
import { type ArtVariant, VARIANTS } from './variants.ts';

const SPEC: ArtSpec = { name: 'Elden Ring', label: 'PC · STEAM', motif: 'ridges', hue: 44 };
const HOSTILE = [
  '',
  '   ',
  '<script>alert(1)</script>',
  '"/><image href="file:///etc/passwd"/>',
  ']]>&amp;&#60;svg onload=1>',
  '🎮🕹️👾',
  '\u0000\u001b\u202e\ufeffok',
  'A'.repeat(200),
  'слово '.repeat(33),
  'a b '.repeat(50),
  '\ud800',
];

let faces: Typefaces;
beforeAll(async () => {
  faces = await loadTypefaces();
});

const compose = (spec: Partial<ArtSpec>, variant: ArtVariant = 'poster'): string =>
  composeScene({ ...SPEC, ...spec }, variant, 200, faces);

/** Words that stand inside the markup outside of numbers: element and attribute names, keywords, colours. */
const markupOnly = /^(?:<\/?[a-zA-Z]+(?: [a-zA-Z0-9-]+="[-\w\s.,#()/:%]*")*\/?>|\s)+$/;

describe('a scene', () => {
  it('is the same, byte for byte, for the same spec', () => {
    expect(compose({})).toBe(compose({}));
  });

  it.each(ART_MOTIFS)('differs for every name, %s', (motif) => {
    const scenes = new Set(
      Array.from({ length: 6 }, (_, index) => compose({ motif, name: `Game ${index}`, label: '' })),
    );
    expect(scenes.size).toBe(6);
  });

  it.each(ART_MOTIFS)('is made of finite numbers in every style and view, %s', (motif) => {
    for (const variant of ['poster', 'hero', 'tall', 'gallery-3', 'gallery-4'] as const) {
      for (const draw of MOTIFS[motif]) {
        const stage = setStage({ ...SPEC, motif, name: variant }, variant);
        expect(draw(stage) + stage.paint.definitions()).not.toMatch(/NaN|Infinity|undefined/);
      }
    }
  });

  it.each(ART_MOTIFS)('renders, %s', async (motif) => {
    const { channels } = await sharp(Buffer.from(compose({ motif }))).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(8);
  });

  it.each(HOSTILE)('keeps the words out of the markup and still renders: %j', async (words) => {
    for (const variant of ['poster', 'share'] as const) {
      const svg = compose({ name: words, label: words }, variant);
      expect(svg).toMatch(markupOnly);
      expect(svg).not.toMatch(
        /<(?!\/?(?:svg|defs|g|use|path|rect|circle|ellipse|stop|clipPath|linearGradient|radialGradient)\b)/,
      );
      expect(svg.match(/href="[^#]/)).toBeNull();
      await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ format: 'svg', width: 200 });
    }
  });

  it('stands still for a hue that is no number', () => {
    expect(compose({ hue: Number.NaN })).toBe(compose({ hue: 0 }));
    expect(compose({ hue: -316 })).toBe(compose({ hue: 44 }));
  });

  it('carries words only where a picture is meant to', () => {
    for (const variant of Object.keys(VARIANTS) as ArtVariant[]) {
      const hasWords = compose({ label: 'ONE' }, variant) !== compose({ label: 'ANOTHER' }, variant);
      expect(hasWords, variant).toBe(variant === 'poster' || variant === 'share');
    }
  });
});
