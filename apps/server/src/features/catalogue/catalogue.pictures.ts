import type { ArtSpec } from '@oyna/cover-art/art-spec';
import { artHash, dominantColor } from '@oyna/cover-art/identity';
import type { ArtData } from '../../platform/database/json-columns.ts';

/** What a picture is made from, and the addresses under which it is answered. */

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
 * Images as spec §3 names them; other sizes follow the pattern …/{variant}-{width}.{format}. The hash in the address
 * changes with the picture, so a browser may keep it for ever.
 */
export function imagesOf(owner: 'games' | 'news', id: number, spec: ArtSpec) {
  const at = (file: string) => `/media/${owner}/${id}/${artHash(spec)}/${file}`;
  return {
    mainframe: at('frame-640.webp'),
    poster: at('poster-300.webp'),
    imagePaths: [at('frame-1280.webp'), ...GALLERY.map((variant) => at(`${variant}-1280.webp`))],
  };
}

const known = new Map<string, { images: ReturnType<typeof imagesOf>; color: string }>();
const KNOWN_PICTURES = 5_000;

/** The pictures of a game, and the colour that stands for them until they have loaded. */
export function pictureOf(game: PicturedGame) {
  const spec = artSpecOfGame(game);
  const key = JSON.stringify([game.id, spec.name, spec.label, spec.motif, spec.hue]);
  const found = known.get(key);
  if (found) return found;
  const picture = { images: imagesOf('games', game.id, spec), color: dominantColor(spec) };
  // Hashing and mixing colours costs more than all else about a card, and the same games are asked for again.
  if (known.size >= KNOWN_PICTURES) known.clear();
  known.set(key, picture);
  return picture;
}
