import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { loadTypefaces } from './artwork.font.ts';
import { composeScene } from './artwork.scene.ts';
import { type ArtSpec, lookOf } from './artwork.stage.ts';
import type { ArtFormat, ArtVariant } from './artwork.variants.ts';

/** Raise it whenever the same spec would draw another picture: addresses change and browsers fetch anew. */
const GENERATOR_VERSION = 1;

/** Names the picture: it goes into addresses and cache paths, so a change of the spec needs no purge. */
export function artHash(spec: ArtSpec): string {
  const words = JSON.stringify([GENERATOR_VERSION, spec.name, spec.label, spec.motif, spec.hue]);
  return createHash('sha256').update(words).digest('hex').slice(0, 20);
}

/** What to show until the picture is there: the middle of its own air. */
export function dominantColor(spec: ArtSpec): string {
  const { palette, mood } = lookOf(spec);
  return palette.at(mood === 'dusk' ? 0.34 : 0.24);
}

type RenderOptions = {
  readonly quality?: number;
  /** AVIF only. Next to 1, 0 takes a third of the time for a third more bytes; 2 twice the time for 5 % fewer, and cleaner. */
  readonly effort?: number;
};

/** The large pictures at the head of a page show every flaw in their wide gradients; small ones are many. */
const AVIF = {
  large: { quality: 66, effort: 2 },
  small: { quality: 58, effort: 1 },
} as const;

export async function renderArt(
  spec: ArtSpec,
  variant: ArtVariant,
  width: number,
  format: ArtFormat,
  options: RenderOptions = {},
): Promise<Buffer> {
  const svg = composeScene(spec, variant, width, await loadTypefaces());
  const picture = sharp(Buffer.from(svg)).removeAlpha();
  switch (format) {
    case 'avif': {
      const usual = variant === 'hero' || variant === 'tall' ? AVIF.large : AVIF.small;
      return picture.avif({ ...usual, ...options, chromaSubsampling: '4:2:0' }).toBuffer();
    }
    case 'webp':
      return picture.webp({ quality: options.quality ?? 78, effort: 2 }).toBuffer();
    default:
      // Messengers drop previews of more than 300 KB; 256 dithered colours bring a share picture to about 200.
      return picture.png({ palette: true, quality: options.quality ?? 90, effort: 2 }).toBuffer();
  }
}
