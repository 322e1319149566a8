/**
 * The store's pictures, as its server makes them: …/{variant}-{width}.{format}, in avif, webp and png. A test compares
 * this table with the server's.
 */
export const PICTURE_VARIANTS = {
  poster: { aspect: [3, 4], widths: [200, 300, 400, 600] },
  frame: { aspect: [16, 9], widths: [320, 640, 960, 1280] },
  hero: { aspect: [21, 9], widths: [640, 1280, 1920] },
  tall: { aspect: [4, 5], widths: [360, 540, 680, 840] },
  'gallery-1': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-2': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-3': { aspect: [16, 9], widths: [320, 640, 1280] },
  'gallery-4': { aspect: [16, 9], widths: [320, 640, 1280] },
  share: { aspect: [1200, 630], widths: [1200] },
} as const satisfies Record<string, { aspect: readonly [number, number]; widths: readonly number[] }>;

export type PictureVariant = keyof typeof PICTURE_VARIANTS;
type Format = 'avif' | 'webp' | 'png';

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
  format: Format,
): string | undefined {
  const folder = folderOf(address);
  return folder === undefined ? undefined : `${folder}/${variant}-${width}.${format}`;
}

/** The variant a gallery address is of: its thumbnails are the same picture in another width. */
export function variantOf(address: string): PictureVariant | undefined {
  const name = /\/([a-z]+(?:-[1-4])?)-\d+\.[a-z]+$/.exec(address)?.[1];
  return name !== undefined && Object.hasOwn(PICTURE_VARIANTS, name) ? (name as PictureVariant) : undefined;
}

function folderOf(address: string): string | undefined {
  return variantOf(address) === undefined ? undefined : address.slice(0, address.lastIndexOf('/'));
}
