import type { ArtSpec } from '@oyna/cover-art/art-spec';
import { sceneOfCategory } from '@oyna/cover-art/genre-motifs';
import { artHash, dominantColor } from '@oyna/cover-art/identity';
import type { Language } from '@oyna/domain/constants';
import { createCache } from '../../platform/cache.ts';
import type { ArtData, ShownPicture } from '../../platform/database/json-columns.ts';

/** What a picture is made from, and its addresses. */

export interface PicturedGame {
  id: number;
  name: string;
  art: ArtData;
  /** Uploaded ones take the place of the generated ones. */
  pictures: ShownPicture[] | null;
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

/** A category has the scene of its genre. */
export function artSpecOfCategory({ name, hue }: { name: string; hue: number }): ArtSpec {
  return { name: `category ${name}`, label: '', motif: sceneOfCategory(name), hue };
}

const GALLERY = ['gallery-1', 'gallery-2', 'gallery-3', 'gallery-4'];

/**
 * Images as spec §3 names them. Other sizes follow the pattern …/{variant}-{width}.{format}. The hash in the address
 * changes with the picture, so browsers cache it without limit.
 */
export function imagesOf(owner: 'games' | 'news', id: number, spec: ArtSpec, pictures: ShownPicture[] | null) {
  const { cover, gallery } = arrange(pictures);
  const at = (hash: string, file: string) => `/media/${owner}/${id}/${hash}/${file}`;
  const drawn = artHash(spec);
  const main = cover?.hash ?? drawn;
  // Generated pictures do not fill the gallery beside an uploaded one.
  const others =
    pictures && pictures.length > 0
      ? gallery.map(({ hash }) => at(hash, 'frame-1280.webp'))
      : GALLERY.map((variant) => at(drawn, `${variant}-1280.webp`));
  return {
    mainframe: at(main, 'frame-640.webp'),
    poster: at(main, 'poster-300.webp'),
    imagePaths: [at(main, 'frame-1280.webp'), ...others],
  };
}

function arrange(pictures: ShownPicture[] | null) {
  const cover = pictures?.find(({ place }) => place === 'cover');
  return { cover, gallery: (pictures ?? []).filter((picture) => picture !== cover) };
}

/** What the pictures of `imagePaths` show, in their order. Empty where nothing was written. */
export function altsOf(pictures: ShownPicture[] | null, language: Language): string[] {
  const { cover, gallery } = arrange(pictures);
  return pictures ? [cover, ...gallery].map((picture) => picture?.alt[language] ?? '') : [];
}

/** The key names all that a picture depends on, so an entry never becomes wrong. */
const pictures = createCache<{ images: ReturnType<typeof imagesOf>; color: string }>({ maxSize: 5_000 });

/** The pictures of a game, and the colour that is shown until they have loaded. */
export function pictureOf(game: PicturedGame) {
  const spec = artSpecOfGame(game);
  const hashes = game.pictures?.map(({ place, hash }) => place + hash);
  const key = JSON.stringify([game.id, spec.name, spec.label, spec.motif, spec.hue, hashes]);
  const known = pictures.find(key);
  if (known) return known;
  const images = imagesOf('games', game.id, spec, game.pictures);
  const picture = { images, color: arrange(game.pictures).cover?.color ?? dominantColor(spec) };
  pictures.set(key, picture);
  return picture;
}
