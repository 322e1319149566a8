import { AppError } from '@oyna/domain/errors';
import sharp from 'sharp';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { cleanSvg } from './avatar-svg.ts';

const SIZE = 256;
const QUALITY = 82;
/** A small file can unfold into gigabytes; a photograph does not have more points than this. */
const MAX_PIXELS = 40_000_000;

// One at a time: a large photograph takes a core and a hundred megabytes.
const inLine = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 20 });

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'svg';

/** Whatever was sent becomes a small square picture of our own making: nothing of the file itself is kept. */
export function drawAvatar(file: Buffer): Promise<Buffer> {
  const format = formatOf(file);
  if (!format) throw new AppError('avatar-type-invalid');
  return inLine(async () => {
    try {
      return await sharp(format === 'svg' ? cleanSvg(file) : file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(SIZE, SIZE, { fit: 'cover' })
        .webp({ quality: QUALITY })
        .toBuffer();
    } catch (error) {
      throw new AppError('avatar-broken', { cause: error });
    }
  });
}

/** By its first bytes: what the file is called, or said to be, proves nothing. */
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
