import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArtSpec } from '@oyna/cover-art/art-spec';
import type { cropPicture, FocalPoint } from '@oyna/cover-art/crop';
import { artHash } from '@oyna/cover-art/identity';
import type { renderArt } from '@oyna/cover-art/render';
import { variantFileName } from '@oyna/cover-art/variants';
import type { PictureFormat, PictureVariant } from '@oyna/domain/picture-variants';
import { createArtQueue } from './artwork.queue.ts';

/** An uploaded picture: the hash names it and its focal point. */
export interface Upload {
  hash: string;
  focal: FocalPoint;
  /** Its stored file, asked for only when a variant of it is missing. */
  read(): Promise<Uint8Array>;
}

export interface ArtCache {
  /** The picture, from its file or drawn now. If the file cannot be written, the next call draws it again. */
  get(spec: ArtSpec, variant: PictureVariant, width: number, format: PictureFormat): Promise<Buffer>;
  /** The same for an uploaded picture. */
  getUpload(upload: Upload, variant: PictureVariant, width: number, format: PictureFormat): Promise<Buffer>;
  /** The file of an address, without knowing what it shows: for the time when the database is away. */
  findFile(hash: string, variant: PictureVariant, width: number, format: PictureFormat): Promise<Buffer | undefined>;
  /**
   * Draws the pictures that pages request first: one at a time, after those of waiting visitors, with a pause as long
   * as the drawing took. `lists` are posters; `heads` are the large pictures of the slides at the top of the home page.
   */
  warm(
    specs: readonly ArtSpec[],
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
    kind?: keyof typeof WARMED,
  ): Promise<void>;
}

interface ArtCacheOptions {
  directory: string;
  /** How many pictures are drawn at once. */
  maxConcurrent?: number;
  /** Called once for each file that could not be written. */
  onWriteError?: (error: unknown) => void;
  render: typeof renderArt;
  crop: typeof cropPicture;
}

/** In the order in which phones (two columns at a pixel ratio of 2 or 3) and desktops want them. */
const WARMED = {
  lists: [
    ['poster', 400, 'avif'],
    ['poster', 200, 'avif'],
    ['poster', 600, 'avif'],
  ],
  heads: [
    ['tall', 840, 'avif'],
    ['hero', 1280, 'avif'],
    ['tall', 680, 'avif'],
  ],
} as const satisfies Record<string, readonly (readonly [PictureVariant, number, PictureFormat])[]>;

export function createArtCache(options: ArtCacheOptions): ArtCache {
  const { directory, maxConcurrent = 2, onWriteError, render, crop } = options;
  const queue = createArtQueue(maxConcurrent);
  const underway = new Map<string, Promise<Buffer>>();

  const load = async (
    hash: string,
    name: string,
    format: PictureFormat,
    isUrgent: boolean,
    draw: () => Promise<Buffer>,
  ): Promise<Buffer> => {
    const folder = join(directory, hash);
    const file = join(folder, name);
    const known = underway.get(file);
    if (known) {
      if (isUrgent) queue.hurry(file);
      return known;
    }
    const found = readWhole(file, format).then(async (kept) => {
      if (kept) return kept;
      const drawn = await queue.run(file, isUrgent, draw);
      await writeWhole(folder, file, drawn).catch((error: unknown) => onWriteError?.(error));
      return drawn;
    });
    const shared = found.finally(() => underway.delete(file));
    underway.set(file, shared);
    return shared;
  };

  const loadArt = (spec: ArtSpec, variant: PictureVariant, width: number, format: PictureFormat, isUrgent: boolean) =>
    load(artHash(spec), variantFileName(variant, width, format), format, isUrgent, () =>
      render(spec, variant, width, format),
    );

  return {
    get: (spec, variant, width, format) => loadArt(spec, variant, width, format, true),
    getUpload: ({ hash, focal, read }, variant, width, format) =>
      load(hash, variantFileName(variant, width, format), format, true, async () =>
        crop(await read(), focal, variant, width, format),
      ),
    findFile: (hash, variant, width, format) =>
      readWhole(join(directory, hash, variantFileName(variant, width, format)), format),
    warm: async (specs, onProgress, signal, kind = 'lists') => {
      const total = specs.length * WARMED[kind].length;
      let done = 0;
      for (const [variant, width, format] of WARMED[kind]) {
        for (const spec of specs) {
          if (signal.aborted) return;
          const began = performance.now();
          // A failure is ignored here. It is reported when a visitor requests the picture.
          await loadArt(spec, variant, width, format, false).catch(() => undefined);
          done += 1;
          onProgress(done, total);
          await pause(performance.now() - began, undefined, { signal }).catch(() => undefined);
        }
      }
    },
  };
}

const SIGNATURES: Record<PictureFormat, readonly [at: number, text: string]> = {
  avif: [4, 'ftyp'],
  webp: [0, 'RIFF'],
  png: [1, 'PNG'],
};

/** A file that a crash left empty or half-written counts as missing and is drawn again. */
async function readWhole(file: string, format: PictureFormat): Promise<Buffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  const [at, text] = SIGNATURES[format];
  return bytes?.toString('latin1', at, at + text.length) === text ? bytes : undefined;
}

/** Writes a temporary file and renames it, so that readers see the complete file or none. */
async function writeWhole(folder: string, file: string, bytes: Buffer): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(beside, bytes);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}
