import { expect, it } from 'vitest';
import { galleryPictures, thumbnailsOf } from './gallery-pictures.ts';

const at = (file: string) => `/media/games/1/abc/${file}.webp`;

it('drops the first picture from the thumbnails', () => {
  const pictures = galleryPictures([at('frame-1280'), at('gallery-1-1280'), at('gallery-2-1280')], at('frame-640'));
  expect(thumbnailsOf(pictures)).toEqual([
    { place: 1, address: at('gallery-1-1280'), variant: 'gallery-1' },
    { place: 2, address: at('gallery-2-1280'), variant: 'gallery-2' },
  ]);
});

it('shows the main picture where there is no gallery, without thumbnails', () => {
  const pictures = galleryPictures([], at('frame-640'));
  expect(pictures).toEqual([{ place: 0, address: at('frame-640'), variant: 'frame' }]);
  expect(thumbnailsOf(pictures)).toEqual([]);
});
