import { LANGUAGE_TAGS, type Language } from '@oyna/domain/constants';
import type { ErrorCode } from '@oyna/domain/errors';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { readPreferences } from './preferences.ts';

const TEXTS: Partial<Record<ErrorCode, Record<Language, string>>> = {
  'too-many-requests': {
    ru: 'Слишком много попыток. Подождите немного и попробуйте снова.',
    en: 'Too many attempts. Wait a moment and try again.',
    kz: 'Тым көп әрекет жасалды. Біраз күтіп, қайталап көріңіз.',
  },
  unavailable: {
    ru: 'Магазин сейчас не отвечает. Попробуйте ещё раз.',
    en: 'The store isn’t responding right now. Please try again.',
    kz: 'Дүкен қазір жауап бермейді. Қайталап көріңіз.',
  },
};

/** A plain page for a browser when the store is too busy to render one. Other clients and other errors get JSON. */
export function busyPage(code: ErrorCode, request: FastifyRequest): string | undefined {
  const { language } = readPreferences(request.url, request.headers);
  const text = TEXTS[code]?.[language];
  const type = new Negotiator(request).mediaType(['application/json', 'text/html']);
  if (!text || type !== 'text/html') return undefined;
  return `<!DOCTYPE html><html lang="${LANGUAGE_TAGS[language]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text}</title><p>${text}</p></html>`;
}
