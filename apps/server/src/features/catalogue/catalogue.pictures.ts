import type { ArtSpec } from '@oyna/cover-art/art-spec';
import { artHash, dominantColor } from '@oyna/cover-art/identity';
import { createCache } from '../../platform/cache.ts';
import type { ArtData } from '../../platform/database/json-columns.ts';

/** What a picture is made from, and its addresses. */

export interface PicturedGame {
  id: number;
  name: string;
  art: ArtData;
  platform: string | null;
  type: string | null;
}

const LABELS: Record<string, string> = {
  Services: 'Gift card',
  Subscription: 'Subscription',
  Currency: 'In-game currency',
  TopUp: 'Top-up',
};

export function artSpecOfGame({ name, art, platform, type }: PicturedGame): ArtSpec {
  return { name, label: [platform, LABELS[type ?? '']].filter(Boolean).join(' · '), ...art };
}

export function artSpecOfNews({ id, art }: { id: number; art: ArtData }): ArtSpec {
  return { name: `news ${id}`, label: '', ...art };
}

const GALLERY = ['gallery-1', 'gallery-2', 'gallery-3', 'gallery-4'];

/**
 * Images as spec §3 names them. Other sizes follow the pattern …/{variant}-{width}.{format}. The hash in the address
 * changes with the picture, so browsers cache it without limit.
 */
export function imagesOf(owner: 'games' | 'news', id: number, spec: ArtSpec) {
  const folder = `/media/${owner}/${id}/${artHash(spec)}`;
  const at = (file: string) => `${folder}/${file}`;
  return {
    mainframe: at('frame-640.webp'),
    poster: at('poster-300.webp'),
    imagePaths: [at('frame-1280.webp'), ...GALLERY.map((variant) => at(`${variant}-1280.webp`))],
  };
}

/** The key names all that a picture depends on, so an entry never becomes wrong. */
const pictures = createCache<{ images: ReturnType<typeof imagesOf>; color: string }>({ maxSize: 5_000 });

/** The pictures of a game, and the colour that is shown until they have loaded. */
export function pictureOf(game: PicturedGame) {
  const spec = artSpecOfGame(game);
  const key = JSON.stringify([game.id, spec.name, spec.label, spec.motif, spec.hue]);
  const known = pictures.find(key);
  if (known) return known;
  const picture = { images: imagesOf('games', game.id, spec), color: dominantColor(spec) };
  pictures.set(key, picture);
  return picture;
}
