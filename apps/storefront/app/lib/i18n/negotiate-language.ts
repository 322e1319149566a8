import { FALLBACK_LANGUAGE, LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';

/** `kk`, `kk-KZ` and `kz` are all Kazakh; a tag of no language of ours is undefined. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const code = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === code || LANGUAGE_TAGS[language] === code);
}

export interface LanguageHints {
  query?: string | null | undefined;
  cookie?: string | null | undefined;
  acceptLanguage?: string | null | undefined;
}

/** The part of spec §9's detection order that a server can see; it is the browser's turn in browser-language.ts. */
export function negotiateLanguage({ query, cookie, acceptLanguage }: LanguageHints): Language {
  return toLanguage(query) ?? toLanguage(cookie) ?? fromHeader(acceptLanguage) ?? FALLBACK_LANGUAGE;
}

function fromHeader(header: string | null | undefined): Language | undefined {
  const wishes = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag, ...parameters] = part.split(';');
      const weight = parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { language: toLanguage(tag), weight: weight === undefined ? 1 : Number(weight) || 0 };
    });
  const known = wishes.filter(({ language, weight }) => language !== undefined && weight > 0);
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.language;
}
