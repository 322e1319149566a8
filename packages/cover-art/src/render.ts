import sharp from 'sharp';
import type { ArtSpec } from './art-spec.ts';
import { type EncodeOptions, encode } from './encode.ts';
import { loadTypefaces } from './font.ts';
import { composeScene } from './scene.ts';
import type { ArtFormat, ArtVariant } from './variants.ts';

export async function renderArt(
  spec: ArtSpec,
  variant: ArtVariant,
  width: number,
  format: ArtFormat,
  options: EncodeOptions = {},
): Promise<Buffer> {
  const svg = await composeScene(spec, variant, width, loadTypefaces);
  return encode(sharp(Buffer.from(svg)).removeAlpha(), variant, format, options);
}
