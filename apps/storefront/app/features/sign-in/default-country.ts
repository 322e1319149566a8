interface Country {
  id: number;
  code: string;
}

/** What browsers send everywhere in our region, whatever the country. */
const UNSPECIFIC_TAGS = ['ru-ru', 'en-us', 'en-gb'];
const HOME = 'KZ';

/**
 * The country to preselect: Russia for visitors who see prices in rubles, otherwise the region of a browser language,
 * otherwise Kazakhstan.
 */
export function defaultCountryId(
  countries: readonly Country[],
  { currency, languages }: { currency: string | undefined; languages: readonly string[] },
): number | undefined {
  const regions = languages
    .filter((tag) => !UNSPECIFIC_TAGS.includes(tag.toLowerCase()))
    .map((tag) => /-([a-z]{2})\b/i.exec(tag)?.[1]?.toUpperCase());
  for (const code of [currency === 'RUB' ? 'RU' : undefined, ...regions, HOME]) {
    const found = code && countries.find((country) => country.code === code);
    if (found) return found.id;
  }
  return undefined;
}
