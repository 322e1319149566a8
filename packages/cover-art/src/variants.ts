import {
  isPictureVariant,
  PICTURE_FORMATS,
  PICTURE_VARIANTS,
  type PictureFormat,
  type PictureVariant,
} from '@oyna/domain/picture-variants';

type ArtPicture = {
  readonly variant: PictureVariant;
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
};

export function variantSize(variant: PictureVariant, width: number): { width: number; height: number } {
  const [across, down] = PICTURE_VARIANTS[variant].aspect;
  return { width, height: Math.round((width * down) / across) };
}

/** Reads "poster-400.avif", the file name in an address. Undefined for anything that is not in the table. */
export function parseVariant(fileName: string): ArtPicture | undefined {
  const [, variant, digits, extension] = /^([a-z]+(?:-[1-4])?)-([1-9]\d{2,3})\.([a-z]{3,4})$/.exec(fileName) ?? [];
  if (!variant || !isPictureVariant(variant)) return undefined;
  const widths: readonly number[] = PICTURE_VARIANTS[variant].widths;
  const width = Number(digits);
  const format = PICTURE_FORMATS.find((known) => known === extension);
  if (!format || !widths.includes(width)) return undefined;
  return { variant, ...variantSize(variant, width), format };
}

/** The file name that `parseVariant` reads. */
export const variantFileName = (variant: PictureVariant, width: number, format: PictureFormat): string =>
  `${variant}-${width}.${format}`;
