import type { PictureVariant } from '@oyna/domain/picture-variants';
import { variantOf } from '../../lib/picture-sources.ts';

export interface GalleryPicture {
  /** Its place in the gallery, from 0. */
  place: number;
  address: string;
  variant: PictureVariant;
  /** What it shows, in the words of the store. Generated pictures have none. */
  alt?: string;
}

/** A game without a gallery still has its main picture. */
export function galleryPictures(
  imagePaths: readonly string[],
  mainframe: string,
  alts: readonly string[] = [],
): GalleryPicture[] {
  const addresses = imagePaths.length > 0 ? imagePaths : [mainframe];
  return addresses.map((address, place) => {
    const alt = alts[place];
    return { place, address, variant: variantOf(address) ?? 'frame', ...(alt ? { alt } : {}) };
  });
}

/** The first picture is not among the thumbnails (spec §2): it is shown large when the page opens. */
export function thumbnailsOf(pictures: readonly GalleryPicture[]): GalleryPicture[] {
  return pictures.slice(1);
}
