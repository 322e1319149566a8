import { PICTURE_VARIANTS, type PictureVariant } from '@oyna/domain/picture-variants';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ART_MOTIFS, type ArtSpec } from './art-spec.ts';
import { loadTypefaces } from './font.ts';
import { stylesOf } from './motifs.ts';
import { composeScene } from './scene.ts';
import { setStage } from './stage.ts';

const SPEC: ArtSpec = { name: 'Elden Ring', label: 'PC · STEAM', motif: 'ridges', hue: 44 };
/** Each once: motifs share them for their galleries. */
const STYLES = [...new Set(ART_MOTIFS.flatMap((motif) => stylesOf(motif)))];
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

const compose = (spec: Partial<ArtSpec>, variant: PictureVariant = 'poster', width = 200): Promise<string> =>
  composeScene({ ...SPEC, ...spec }, variant, width, loadTypefaces);

/** Markup without text: only tags, and attributes with numbers, keywords and colours. */
const markupOnly = /^(?:<\/?[a-zA-Z]+(?: [a-zA-Z0-9-]+="[-\w\s.,#()/:%]*")*\/?>|\s)+$/;

describe('a scene', () => {
  it('is the same, byte for byte, for the same spec', async () => {
    expect(await compose({})).toBe(await compose({}));
  });

  it.each(ART_MOTIFS)('differs for every name, %s', async (motif) => {
    const names = Array.from({ length: 6 }, (_, index) => `Game ${index}`);
    const scenes = await Promise.all(names.map((name) => compose({ motif, name, label: '' })));
    expect(new Set(scenes).size).toBe(6);
  });

  it.each(STYLES)('is made of finite numbers in every view, $name', (draw) => {
    for (const variant of ['poster', 'hero', 'tall', 'gallery-3', 'gallery-4'] as const) {
      const stage = setStage({ ...SPEC, name: variant }, variant);
      expect(draw(stage) + stage.paint.definitions()).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it.each(ART_MOTIFS)('renders, %s', async (motif) => {
    const { channels } = await sharp(Buffer.from(await compose({ motif }, 'poster', 48))).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(8);
  });

  it.each(HOSTILE)('keeps the words out of the markup and still renders: %j', async (words) => {
    for (const variant of ['poster', 'share'] as const) {
      const svg = await compose({ name: words, label: words }, variant);
      expect(svg).toMatch(markupOnly);
      expect(svg).not.toMatch(
        /<(?!\/?(?:svg|defs|g|use|path|rect|circle|ellipse|stop|clipPath|linearGradient|radialGradient)\b)/,
      );
      expect(svg.match(/href="[^#]/)).toBeNull();
      await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ format: 'svg', width: 200 });
    }
  });

  it('draws the same picture for a hue that is no number', async () => {
    expect(await compose({ hue: Number.NaN })).toBe(await compose({ hue: 0 }));
    expect(await compose({ hue: -316 })).toBe(await compose({ hue: 44 }));
  });

  it('has text in the share picture only, because pages show the name beside the others', async () => {
    for (const variant of Object.keys(PICTURE_VARIANTS) as PictureVariant[]) {
      const hasWords = (await compose({ label: 'ONE' }, variant)) !== (await compose({ label: 'ANOTHER' }, variant));
      expect(hasWords, variant).toBe(variant === 'share');
    }
  });
});
