import { PICTURE_VARIANTS, type PictureVariant } from '@oyna/domain/picture-variants';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ArtSpec } from './art-spec.ts';
import { artHash, dominantColor } from './identity.ts';
import { renderArt } from './render.ts';
import { variantSize } from './variants.ts';

const SPEC: ArtSpec = { name: 'Cyberpunk 2077', label: 'PC · GOG', motif: 'shards', hue: 172 };
const variants = Object.keys(PICTURE_VARIANTS) as PictureVariant[];

describe('renderArt', () => {
  it.each(variants)('answers the exact size of %s', async (variant) => {
    const [width = 0] = PICTURE_VARIANTS[variant].widths;
    const { info } = await sharp(await renderArt(SPEC, variant, width, 'webp')).toBuffer({ resolveWithObject: true });
    expect({ width: info.width, height: info.height }).toEqual(variantSize(variant, width));
  });

  it.each([
    ['avif', 'heif'],
    ['webp', 'webp'],
    ['png', 'png'],
  ] as const)('answers %s, opaque', async (format, named) => {
    const picture = sharp(await renderArt(SPEC, 'poster', 200, format));
    await expect(picture.metadata()).resolves.toMatchObject({
      format: named,
      width: 200,
      height: 267,
      hasAlpha: false,
    });
  });

  it('keeps a poster below 30 KB', async () => {
    expect((await renderArt(SPEC, 'poster', 400, 'avif')).length).toBeLessThan(30_000);
  });
});

describe('artHash', () => {
  it('is 20 hexadecimal digits and follows every part of the spec', () => {
    const others: ArtSpec[] = [
      SPEC,
      { ...SPEC, name: 'Cyberpunk 2078' },
      { ...SPEC, label: '' },
      { ...SPEC, motif: 'hex' },
      { ...SPEC, hue: 173 },
    ];
    const hashes = others.map(artHash);
    expect(new Set(hashes).size).toBe(others.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{20}$/);
    expect(artHash({ ...SPEC })).toBe(hashes[0]);
  });
});

describe('dominantColor', () => {
  it('is a colour of the palette that the hue names', () => {
    const channels = (hue: number): number[] =>
      [1, 3, 5].map((at) => Number.parseInt(dominantColor({ ...SPEC, hue }).slice(at, at + 2), 16));
    const [red = 0, , blue = 0] = channels(6);
    expect(red).toBeGreaterThan(blue);
    const [coldRed = 0, , coldBlue = 0] = channels(230);
    expect(coldBlue).toBeGreaterThan(coldRed);
  });
});
