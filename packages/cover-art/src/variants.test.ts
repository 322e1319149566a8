import { PICTURE_VARIANTS, type PictureVariant } from '@oyna/domain/picture-variants';
import { describe, expect, it } from 'vitest';
import { parseVariant, variantFileName, variantSize } from './variants.ts';

describe('parseVariant', () => {
  it('reads back every name in the table', () => {
    for (const variant of Object.keys(PICTURE_VARIANTS) as PictureVariant[]) {
      for (const width of PICTURE_VARIANTS[variant].widths) {
        const name = variantFileName(variant, width, 'avif');
        expect(parseVariant(name)).toEqual({ variant, ...variantSize(variant, width), format: 'avif' });
      }
    }
  });

  it.each([
    '',
    'poster',
    'poster-400',
    'poster-401.avif',
    'poster-0400.avif',
    'poster-1e3.avif',
    'poster-400.jpg',
    'poster-400.avif.tmp',
    'POSTER-400.avif',
    'gallery-5-640.webp',
    'gallery-640.webp',
    'constructor-400.avif',
    '__proto__-400.avif',
    'toString-400.webp',
    '../poster-400.avif',
    'poster-400.avif/..',
    'share-600.png',
    'hero-99999.webp',
  ])('refuses %j', (name) => {
    expect(parseVariant(name)).toBeUndefined();
  });
});

describe('variantSize', () => {
  it('rounds to whole pixels', () => {
    expect(variantSize('poster', 200)).toEqual({ width: 200, height: 267 });
    expect(variantSize('hero', 1280)).toEqual({ width: 1280, height: 549 });
    expect(variantSize('tall', 540)).toEqual({ width: 540, height: 675 });
    expect(variantSize('share', 1200)).toEqual({ width: 1200, height: 630 });
  });
});
