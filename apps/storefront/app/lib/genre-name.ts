import type { TFunction } from 'i18next';
import type genres from '../../public/locales/ru/genres.json';

/** Loaders write the names of genres, so that browsers need not load all of them. A new genre shows its value. */
export function genreName(genre: string, t: TFunction<'genres'>): string {
  const key = `genre-${genre}` as keyof typeof genres;
  const text = t(key);
  return text === key ? genre : text;
}
