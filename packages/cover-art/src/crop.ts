import type { PictureFormat, PictureVariant } from '@oyna/domain/picture-variants';
import sharp from 'sharp';
import { encode } from './encode.ts';
import { variantSize } from './variants.ts';

/** The point that a crop keeps, in percent of the width and the height. */
export type FocalPoint = { readonly x: number; readonly y: number };

/** Cuts an uploaded picture to a variant. The largest window of its shape is as near to the focal point as it fits. */
export async function cropPicture(
  file: Uint8Array,
  focal: FocalPoint,
  variant: PictureVariant,
  width: number,
  format: PictureFormat,
): Promise<Buffer> {
  const size = variantSize(variant, width);
  const source = sharp(file);
  const { width: across, height: down } = await source.metadata();
  const scale = Math.min(across / size.width, down / size.height);
  const window = {
    width: Math.max(1, Math.min(across, Math.round(size.width * scale))),
    height: Math.max(1, Math.min(down, Math.round(size.height * scale))),
  };
  const begin = (point: number, whole: number, part: number) =>
    Math.round(Math.min(Math.max((whole * point) / 100 - part / 2, 0), whole - part));
  const cut = source
    .extract({ left: begin(focal.x, across, window.width), top: begin(focal.y, down, window.height), ...window })
    .resize(size.width, size.height, { fit: 'fill' })
    .removeAlpha();
  return encode(cut, variant, format);
}
