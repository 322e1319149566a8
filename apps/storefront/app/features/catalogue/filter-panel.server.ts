import { workingRegions } from '@oyna/domain/activation';
import { ATTRIBUTES, FILTER_TITLES, mapAttributes, type ValueFilter } from '@oyna/domain/offer-attributes';
import { regionName, typeName } from '~/lib/game-words.ts';
import { genreName } from '~/lib/genre-name.ts';
import { onceForAnswers } from '~/lib/once-for-answers.server.ts';
import { optional, type PageTools } from '~/lib/page.server.ts';
import { listActiveFilters } from './active-filters.server.ts';
import type { ApiFilters } from './api-filters.server.ts';
import { countText } from './count-text.server.ts';
import type { FilterCountry, FilterPanel } from './filter-panel.ts';
import type { ShortList } from './listing.server.ts';
import { NO_FILTERS } from './listing-filters.ts';
import { type ListingQuery, listingHref } from './listing-query.ts';

/** Genres of things that are no games. The type says the same. */
const TYPES_AS_GENRES = new Set(['currency', 'gift-card', 'subscription', 'top-up']);

const FORM_ORDER = Object.keys(FILTER_TITLES) as ValueFilter[];

/** Undefined when the counts could not be loaded: the page has no filters then. */
export async function loadFilterPanel(
  tools: PageTools,
  listing: ListingQuery,
  filters: ApiFilters,
  { path, list }: { path: string; list: ShortList | undefined },
): Promise<FilterPanel | undefined> {
  const { api, language } = tools;
  const { name, categoryname, genre: chosenGenres } = listing;
  const query = { ...filters, ...(list && { list }), ...(name && { name }), ...(categoryname && { categoryname }) };
  const [facets, countries] = await Promise.all([
    optional(api.GET('/api/v1/game/facets', { params: { query } })),
    loadFilterCountries(tools),
  ]);
  if (!facets) return undefined;
  const common = tools.texts('common');
  const genres = tools.texts('genres');
  const labels: Record<ValueFilter, (value: string) => string> = {
    ...mapAttributes((name) => (value) => ATTRIBUTES[name].values?.[value]?.[language] ?? value),
    type: (value) => typeName(value, common),
    region: (value) => regionName(value, common),
    genre: (value) => genreName(value, genres),
  };
  const isShown = (group: ValueFilter, value: string) =>
    group !== 'genre' || !TYPES_AS_GENRES.has(value) || chosenGenres.includes(value);
  return {
    active: await listActiveFilters(tools, listing, { path, labelOf: labels }),
    clearHref: listingHref(path, { ...listing, ...NO_FILTERS, page: 1 }),
    groups: onceForAnswers(`groups ${language} ${chosenGenres}`, [facets], () =>
      FORM_ORDER.map((group) => ({
        name: group,
        title: FILTER_TITLES[group][language],
        values: facets[group]
          .filter(({ value }) => isShown(group, value))
          .map((entry) => ({
            value: entry.value,
            label: labels[group](entry.value),
            count: countText(entry, language),
          })),
      })),
    ),
    sale: countText(facets.sale, language),
    stock: countText(facets.stock, language),
    countries,
  };
}

/** All countries with the regions whose keys work there. */
export async function loadFilterCountries({ api }: PageTools): Promise<readonly FilterCountry[]> {
  const [countries, rules] = await Promise.all([
    optional(api.GET('/api/v1/info/countries')),
    optional(api.GET('/api/v1/info/activation')),
  ]);
  if (!countries || !rules) return [];
  return onceForAnswers('filter countries', [countries, rules], () =>
    countries.map(({ id, code, name }) => ({ id, code, name, regions: workingRegions(code, rules) })),
  );
}
