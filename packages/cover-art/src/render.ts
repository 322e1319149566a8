import type { PictureFormat, PictureVariant } from '@oyna/domain/picture-variants';
import sharp from 'sharp';
import type { ArtSpec } from './art-spec.ts';
import { type EncodeOptions, encode } from './encode.ts';
import { loadTypefaces } from './font.ts';
import { composeScene } from './scene.ts';

export async function renderArt(
  spec: ArtSpec,
  variant: PictureVariant,
  width: number,
  format: PictureFormat,
  options: EncodeOptions = {},
): Promise<Buffer> {
  const svg = await composeScene(spec, variant, width, loadTypefaces);
  return encode(sharp(Buffer.from(svg)).removeAlpha(), variant, format, options);
}
