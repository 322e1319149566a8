import type { Language } from '@oyna/domain/constants';
import type { CachedResponse } from './cached-response.ts';

/** Says that a response is an earlier one, which is sent because the database is away (RFC 9211). */
export const KEPT_HEADERS = {
  'cache-control': 'no-store',
  'cache-status': 'store; hit; detail=database-away',
} as const;

const NOTICE: Record<Language, string> = {
  ru: 'Показываем сохранённую страницу: магазин временно не отвечает. Цену проверим при оплате.',
  en: 'This page was saved earlier: the store isn’t responding right now. We check the price again when you pay.',
  kz: 'Бұрын сақталған бетті көрсетіп тұрмыз: дүкен қазір жауап бермейді. Бағаны төлем кезінде қайта тексереміз.',
};

const made = new WeakMap<CachedResponse, CachedResponse>();

/** The same response for the time without a database: marked, and not to be stored. */
export function toKeptResponse(cached: CachedResponse): CachedResponse {
  const known = made.get(cached);
  if (known) return known;
  const { etag: _, ...headers } = cached.headers;
  const { status, version, changes, madeAt, language } = cached;
  const marked = { ...headers, ...KEPT_HEADERS };
  const kept = isPage(cached)
    ? { status, version, changes, madeAt, language, identity: withNotice(cached.identity, language), headers: marked }
    : { ...cached, headers: marked };
  made.set(cached, kept);
  return kept;
}

const isPage = ({ headers }: CachedResponse): boolean => headers['content-type']?.startsWith('text/html') ?? false;

/** In front of what React has rendered: it skips elements of the body that it does not know. */
export function withNotice(page: Buffer, language: Language): Buffer {
  return Buffer.from(page.toString().replace('<body>', `<body><p role="status">${NOTICE[language]}</p>`));
}
