import { LANGUAGES, type Language } from '@oyna/domain/constants';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readPreferences } from './preferences.ts';

/** `kz` is the key of the store and `kk` the standard one. Both are accepted. */
export const LanguageParameter = Type.Optional(
  Type.Enum([...LANGUAGES, 'kk'], {
    description: 'Language of the texts; without it the Accept-Language header decides',
  }),
);

export function languageOf(request: FastifyRequest): Language {
  return readPreferences(request.url, request.headers).language;
}
