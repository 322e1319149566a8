import type { ArtSpec } from '@oyna/cover-art/art-spec';
import type { ArtCache } from './artwork.cache.ts';

const POPULAR_PICTURES = 300;

interface WarmingParts {
  pictures: ArtCache;
  listSliderArt: () => Promise<ArtSpec[]>;
  listPopularArt: (limit: number) => Promise<ArtSpec[]>;
  onError: (error: unknown) => void;
}

/** Draws in the background the pictures that pages ask for first. Returns a function that stops it. */
export function warmPictures({ pictures, listSliderArt, listPopularArt, onError }: WarmingParts): () => void {
  const abort = new AbortController();
  const ignoreProgress = () => {};
  const warm = async () => {
    await pictures.warm(await listSliderArt(), ignoreProgress, abort.signal, 'heads');
    await pictures.warm(await listPopularArt(POPULAR_PICTURES), ignoreProgress, abort.signal, 'lists');
  };
  // After a stop the database is closed, so that an error is expected.
  warm().catch((error: unknown) => abort.signal.aborted || onError(error));
  return () => abort.abort();
}
