import {
  isPictureVariant,
  PICTURE_VARIANTS,
  type PictureFormat,
  type PictureVariant,
} from '@oyna/domain/picture-variants';

export interface PictureSources {
  avif: string;
  /** For the few browsers without AVIF: one WebP that will do, to keep a page of a hundred pictures small. */
  src: string;
  width: number;
  height: number;
}

/** From any one address of a picture, all sizes of the wanted variant; undefined when it is not one of our pictures. */
export function pictureSources(address: string, variant: PictureVariant): PictureSources | undefined {
  const folder = folderOf(address);
  if (folder === undefined) return undefined;
  const { aspect, widths } = PICTURE_VARIANTS[variant];
  const width = widths[1] ?? widths[0];
  return {
    avif: widths.map((each) => `${folder}/${variant}-${each}.avif ${each}w`).join(', '),
    src: `${folder}/${variant}-${width}.webp`,
    width,
    height: Math.round((width * aspect[1]) / aspect[0]),
  };
}

/** One file of a picture, for share cards and structured data. */
export function pictureFile(
  address: string,
  variant: PictureVariant,
  width: number,
  format: PictureFormat,
): string | undefined {
  const folder = folderOf(address);
  return folder === undefined ? undefined : `${folder}/${variant}-${width}.${format}`;
}

/** The variant a gallery address is of: its thumbnails are the same picture in another width. */
export function variantOf(address: string): PictureVariant | undefined {
  const name = /\/([a-z]+(?:-[1-4])?)-\d+\.[a-z]+$/.exec(address)?.[1];
  return name !== undefined && isPictureVariant(name) ? name : undefined;
}

function folderOf(address: string): string | undefined {
  return variantOf(address) === undefined ? undefined : address.slice(0, address.lastIndexOf('/'));
}
