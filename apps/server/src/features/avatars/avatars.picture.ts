import { AppError } from '@oyna/domain/errors';
import sharp from 'sharp';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { cleanSvg } from './avatars.svg.ts';

const SIZE = 256;
const QUALITY = 82;
/** A small file can decode to gigabytes. A photograph has fewer pixels than this. */
const MAX_PIXELS = 40_000_000;
/** Longer than any photograph takes. The next one waits meanwhile. */
const SECONDS = 15;

// One at a time: a large photograph needs a core and 100 MB.
const inLine = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 20 });

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'svg';

/** Re-encodes the file as a small square picture. Nothing of the original file is kept. */
export function drawAvatar(file: Buffer): Promise<Buffer> {
  const format = formatOf(file);
  if (!format) throw new AppError('avatar-type-invalid');
  return inLine(async () => {
    try {
      return await sharp(format === 'svg' ? cleanSvg(file) : file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(SIZE, SIZE, { fit: 'cover' })
        .webp({ quality: QUALITY })
        .timeout({ seconds: SECONDS })
        .toBuffer();
    } catch (error) {
      throw new AppError('avatar-broken', { cause: error });
    }
  });
}

/** Reads the format from the first bytes: name and content type prove nothing. */
function formatOf(file: Buffer): Format | undefined {
  const begins = (text: string, offset = 0) =>
    file.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  return /^(?:\uFEFF)?\s*<(?:\?xml|!--|!doctype svg|svg[\s>])/i.test(file.subarray(0, 200).toString())
    ? 'svg'
    : undefined;
}
