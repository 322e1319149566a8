import type { PictureVariant } from '@oyna/domain/picture-variants';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ART_MOTIFS, type ArtSpec } from './art-spec.ts';
import { renderArt } from './render.ts';

const GALLERY = [
  'frame',
  'gallery-1',
  'gallery-2',
  'gallery-3',
  'gallery-4',
] as const satisfies readonly PictureVariant[];

/** Mean difference of a colour channel (0…255) between two small pictures; two copies of one picture have 0. */
const LEAST_DISTANCE = 12;

async function pixels(spec: ArtSpec, variant: PictureVariant): Promise<Buffer> {
  return sharp(await renderArt(spec, variant, 64, 'webp'))
    .raw()
    .toBuffer();
}

const distance = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

it.each(ART_MOTIFS)('shows five different pictures of one game, %s', async (motif) => {
  const shown = await Promise.all(
    GALLERY.map((variant) => pixels({ name: 'Game', label: '', motif, hue: 210 }, variant)),
  );
  const distances = shown.flatMap((one, index) => shown.slice(index + 1).map((other) => distance(one, other)));
  expect(Math.min(...distances)).toBeGreaterThan(LEAST_DISTANCE);
});
