import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const WORTH_COMPRESSING = 1024;
/** In the order we like them; a visitor who gives one the weight 0 refuses it. */
const ENCODINGS = (['br', 'gzip'] as const).map((name) => ({
  name,
  accepted: new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i'),
}));

/** How to send this many bytes to a visitor with this accept-encoding; undefined for as they are. */
export function encodingFor(accepted: string | undefined, length: number): Encoding | undefined {
  if (!accepted || length <= WORTH_COMPRESSING) return undefined;
  return ENCODINGS.find((encoding) => encoding.accepted.test(accepted))?.name;
}

/** In a thread of its own. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? toBrotli(bytes, BROTLI) : toGzip(bytes);
}
