import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@oyna/domain/constants';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';

/** `kz` is the store's key; browsers and standards say `kk`. Both are understood. */
export const LanguageParameter = Type.Optional(
  Type.Enum([...LANGUAGES, 'kk'], {
    description: 'Language of the texts; without it the Accept-Language header decides',
  }),
);

const toLanguage = (tag: string): Language | undefined =>
  tag === 'kk' ? 'kz' : LANGUAGES.find((language) => language === tag);

/** An answer depends on its URL and on this, and on nothing else. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.query as { lng?: unknown }).lng;
  const fromQuery = typeof asked === 'string' ? toLanguage(asked) : undefined;
  return fromQuery ?? languageFromHeader(request.headers['accept-language']);
}

const known = new Map<string, Language>();
const MAXIMUM_KNOWN = 500;

/** Browsers send a handful of different headers, each a million times: every one is read once. */
export function languageFromHeader(header: string | undefined): Language {
  if (!header) return FALLBACK_LANGUAGE;
  const before = known.get(header);
  if (before) return before;
  const language = readHeader(header);
  if (known.size < MAXIMUM_KNOWN) known.set(header, language);
  return language;
}

function readHeader(header: string): Language {
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { language: toLanguage(tag.split('-')[0] ?? ''), quality: Number.isNaN(quality) ? 0 : quality };
    });
  const best = wishes
    .filter(({ language, quality }) => language && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)[0];
  return best?.language ?? FALLBACK_LANGUAGE;
}
