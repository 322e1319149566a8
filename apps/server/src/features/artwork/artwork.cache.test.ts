import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtSpec } from '@oyna/cover-art/art-spec';
import { artHash } from '@oyna/cover-art/identity';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ArtCache, createArtCache as createCache } from './artwork.cache.ts';

const SPEC: ArtSpec = { name: 'Portal 2', label: 'PC', motif: 'orbit', hue: 210 };
const named = (name: string): ArtSpec => ({ ...SPEC, name });
const BYTES = Buffer.from('\x89PNG a picture', 'latin1');

/** Nothing here is uploaded. */
const createArtCache = (options: Omit<Parameters<typeof createCache>[0], 'crop'>): ArtCache =>
  createCache({ ...options, crop: async () => BYTES });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oyna-art-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const fileOf = (spec: ArtSpec): string => join(directory, artHash(spec), 'poster-200.png');

/** A renderer that counts its calls and waits until it is released. */
function slowRenderer() {
  const started: string[] = [];
  const gates: (() => void)[] = [];
  const render = vi.fn(async (spec: ArtSpec) => {
    started.push(spec.name);
    await new Promise<void>((resolve) => gates.push(resolve));
    return BYTES;
  });
  return { render, started, release: () => gates.shift()?.() };
}

describe('the picture cache', () => {
  it('draws once, keeps the file and reads it afterwards', async () => {
    const render = vi.fn(async () => BYTES);
    const cache = createArtCache({ directory, render });
    expect(await cache.get(SPEC, 'poster', 200, 'png')).toEqual(BYTES);
    expect(await readFile(fileOf(SPEC))).toEqual(BYTES);
    expect(await createArtCache({ directory, render }).get(SPEC, 'poster', 200, 'png')).toEqual(BYTES);
    expect(render).toHaveBeenCalledOnce();
    expect(await readdir(join(directory, artHash(SPEC)))).toEqual(['poster-200.png']);
  });

  it('draws a picture once for concurrent requests', async () => {
    const { render, release } = slowRenderer();
    const cache = createArtCache({ directory, render });
    const asked = Array.from({ length: 20 }, () => cache.get(SPEC, 'poster', 200, 'png'));
    await vi.waitFor(() => expect(render).toHaveBeenCalledOnce());
    release();
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 20 }, () => BYTES));
  });

  it('draws no more than its places at once', async () => {
    const { render, started, release } = slowRenderer();
    const cache = createArtCache({ directory, maxConcurrent: 2, render });
    const asked = ['a', 'b', 'c', 'd'].map((name) => cache.get(named(name), 'poster', 200, 'png'));
    await vi.waitFor(() => expect(started).toHaveLength(2));
    release();
    await vi.waitFor(() => expect(started).toHaveLength(3));
    release();
    release();
    await vi.waitFor(() => expect(started).toHaveLength(4));
    release();
    await Promise.all(asked);
  });

  it('rejects all waiting requests after a failure and tries again for the next one', async () => {
    const render = vi.fn(async () => BYTES).mockRejectedValueOnce(new Error('no'));
    const cache = createArtCache({ directory, render });
    const [first, second] = await Promise.allSettled([
      cache.get(SPEC, 'poster', 200, 'png'),
      cache.get(SPEC, 'poster', 200, 'png'),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(await cache.get(SPEC, 'poster', 200, 'png')).toEqual(BYTES);
  });

  it.each([
    ['empty', ''],
    ['torn', 'garbage'],
  ])('draws a file again that a crash left %s', async (_, left) => {
    await mkdir(join(directory, artHash(SPEC)), { recursive: true });
    await writeFile(fileOf(SPEC), left);
    const cache = createArtCache({ directory, render: async () => BYTES });
    expect(await cache.get(SPEC, 'poster', 200, 'png')).toEqual(BYTES);
    expect(await readFile(fileOf(SPEC))).toEqual(BYTES);
  });

  it('still answers when nothing can be written, and leaves nothing half-written behind', async () => {
    await writeFile(join(directory, 'file'), '');
    const onWriteError = vi.fn();
    const noFolder = createArtCache({ directory: join(directory, 'file'), render: async () => BYTES, onWriteError });
    expect(await noFolder.get(SPEC, 'poster', 200, 'png')).toEqual(BYTES);
    await mkdir(fileOf(SPEC), { recursive: true });
    const noRename = createArtCache({ directory, render: async () => BYTES, onWriteError });
    expect(await noRename.get(SPEC, 'poster', 200, 'png')).toEqual(BYTES);
    expect(onWriteError).toHaveBeenCalledTimes(2);
    expect(await readdir(join(directory, artHash(SPEC)))).toEqual(['poster-200.png']);
  });
});

describe('warming', () => {
  it('draws the posters of every product, reports how far it is and skips existing files', async () => {
    const render = vi.fn(async () => Buffer.from('    ftypavif'));
    const cache = createArtCache({ directory, render });
    const reported: number[] = [];
    await cache.warm(
      [named('a'), named('b')],
      (done, total) => reported.push(done / total),
      new AbortController().signal,
    );
    expect(reported.at(-1)).toBe(1);
    expect(reported).toHaveLength(render.mock.calls.length);
    await cache.warm([named('a'), named('b')], () => {}, new AbortController().signal);
    expect(reported).toHaveLength(render.mock.calls.length);
  });

  it('serves visitors first and stops at the signal', async () => {
    const { render, started, release } = slowRenderer();
    const cache = createArtCache({ directory, maxConcurrent: 1, render });
    const abort = new AbortController();
    const warming = cache.warm([named('one'), named('two')], () => {}, abort.signal);
    await vi.waitFor(() => expect(started).toEqual(['one']));
    const visitor = cache.get(named('visitor'), 'poster', 200, 'png');
    abort.abort();
    release();
    await vi.waitFor(() => expect(started).toEqual(['one', 'visitor']));
    release();
    await Promise.all([warming, visitor]);
    expect(started).toEqual(['one', 'visitor']);
  });

  it('draws the large pictures of slides when asked for those', async () => {
    const render = vi.fn(async (_: ArtSpec, variant: string) => Buffer.from(`    ftyp${variant}`));
    const cache = createArtCache({ directory, render });
    await cache.warm([SPEC], () => {}, new AbortController().signal, 'heads');
    expect(new Set(render.mock.calls.map(([, variant]) => variant))).toEqual(new Set(['tall', 'hero']));
  });

  it('continues after a picture that fails', async () => {
    const render = vi.fn(async () => Buffer.from('    ftypavif')).mockRejectedValueOnce(new Error('no'));
    const cache = createArtCache({ directory, render });
    await cache.warm([named('a'), named('b')], () => {}, new AbortController().signal);
    expect(render.mock.calls.length).toBeGreaterThan(2);
  });
});
