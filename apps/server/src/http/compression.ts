import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** A window of 256 KB holds a whole page. The default of 4 MB makes the same bytes and takes a quarter more CPU. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const MIN_COMPRESSED_BYTES = 1024;
/** In order of preference. The weight 0 means that the client refuses an encoding. */
const ENCODINGS = (['br', 'gzip'] as const).map((name) => ({
  name,
  accepted: new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i'),
}));

/** The encoding for a body of this length, or undefined for an uncompressed one. */
export function encodingFor(acceptEncoding: string | undefined, length: number): Encoding | undefined {
  if (!acceptEncoding || length <= MIN_COMPRESSED_BYTES) return undefined;
  return ENCODINGS.find((encoding) => encoding.accepted.test(acceptEncoding))?.name;
}

/** Runs in the thread pool. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? toBrotli(bytes, BROTLI) : toGzip(bytes);
}
