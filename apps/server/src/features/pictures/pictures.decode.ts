import type { ErrorCode } from '@oyna/domain/errors';
import sharp from 'sharp';

/**
 * Decodes a file from outside and encodes its pixels anew. Nothing else of the file is kept: no metadata, no colour
 * profile, nothing before, between or behind the pixels. Of an animation the first frame is kept.
 */

sharp.cache(false);
sharp.concurrency(1);

/** A small file can decode to gigabytes. */
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;
const MIN_SIDE = 320;
/** The largest variant is 1920 wide. Some more is kept for crops. */
const KEPT_SIDE = 2_560;
const SECONDS = 15;

export interface DecodedPicture {
  /** A WebP file. */
  content: Uint8Array;
  width: number;
  height: number;
  color: string;
}

export type DecodeResult = DecodedPicture | { fault: ErrorCode };

export async function decodePicture(file: Uint8Array): Promise<DecodeResult> {
  const format = formatOf(file);
  if (!format) return { fault: 'picture-type-invalid' };
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const { width, height, ...found } = await sharp(file, options).timeout({ seconds: SECONDS }).metadata();
    if (found.format !== format || (format === 'heif' && found.compression !== 'av1')) {
      return { fault: 'picture-type-invalid' };
    }
    const isFitting = Math.min(width, height) >= MIN_SIDE && Math.max(width, height) <= MAX_SIDE;
    if (!isFitting || width * height > MAX_PIXELS) return { fault: 'picture-size-invalid' };
    const { data, info } = await sharp(file, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(KEPT_SIDE, KEPT_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: 92, smartSubsample: true, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    const pixel = await sharp(data).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    const color = `#${pixel.subarray(0, 3).toString('hex')}`;
    return { content: data, width: info.width, height: info.height, color };
  } catch {
    return { fault: 'picture-broken' };
  }
}

/** Reads the format from the first bytes: name and content type prove nothing. No other decoder is reached. */
function formatOf(file: Uint8Array): 'jpeg' | 'png' | 'webp' | 'heif' | undefined {
  const head = Buffer.from(file.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  return /^ftypavi[fs]/.test(head.slice(4)) ? 'heif' : undefined;
}
