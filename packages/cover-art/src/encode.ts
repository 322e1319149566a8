import type { PictureFormat, PictureVariant } from '@oyna/domain/picture-variants';
import sharp, { type Sharp } from 'sharp';

// Every picture is drawn once: a cache of its parts only holds memory. Pictures are drawn side by side by our own queue,
// so a thread for each is enough.
sharp.cache(false);
sharp.concurrency(1);

export type EncodeOptions = {
  readonly quality?: number;
  /** AVIF only. Next to 1, 0 takes a third of the time for a third more bytes; 2 twice the time for 5 % fewer, and cleaner. */
  readonly effort?: number;
};

/** The large pictures at the head of a page show every flaw in their wide gradients; small ones are many. */
const AVIF = {
  large: { quality: 66, effort: 2 },
  small: { quality: 58, effort: 1 },
} as const;

/** The same formats for generated and for uploaded pictures. */
export function encode(
  picture: Sharp,
  variant: PictureVariant,
  format: PictureFormat,
  options: EncodeOptions = {},
): Promise<Buffer> {
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
