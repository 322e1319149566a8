import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const WORTH_COMPRESSING = 1024;

/** Puts a .br and a .gz beside each text file, so that the server never compresses one again. */
export async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,json,svg,txt,webmanifest}', { cwd: folder });
  await Promise.all(files.map((file) => compress(join(folder, file))));
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_COMPRESSING) return;
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await Promise.all([
    compressBrotli(bytes, options).then((packed) => writeFile(`${path}.br`, packed)),
    compressGzip(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
