import { describe, expect, it } from 'vitest';
import { pictureFile, pictureSources, variantOf } from './picture-sources.ts';

const address = '/media/games/1002/fd0c/poster-300.webp';

describe('picture sources', () => {
  it('lists all widths of a variant from any address of the picture', () => {
    expect(pictureSources(address, 'tall')).toEqual({
      avif: '/media/games/1002/fd0c/tall-360.avif 360w, /media/games/1002/fd0c/tall-540.avif 540w, /media/games/1002/fd0c/tall-680.avif 680w, /media/games/1002/fd0c/tall-840.avif 840w',
      src: '/media/games/1002/fd0c/tall-540.webp',
      width: 540,
      height: 675,
    });
    expect(pictureSources('/media/games/1/a/gallery-3-1280.webp', 'poster')?.src).toBe(
      '/media/games/1/a/poster-300.webp',
    );
  });

  it('names one file', () => {
    expect(pictureFile(address, 'share', 1200, 'png')).toBe('/media/games/1002/fd0c/share-1200.png');
  });

  it('knows which picture an address is of', () => {
    expect(variantOf('/media/games/1/a/gallery-2-640.avif')).toBe('gallery-2');
    expect(variantOf('/media/games/1/a/banner-640.avif')).toBeUndefined();
  });

  it('leaves addresses that are not ours alone', () => {
    expect(pictureSources('https://example.com/cover.jpg', 'poster')).toBeUndefined();
    expect(pictureSources('', 'poster')).toBeUndefined();
  });
});
