import { LANGUAGE_QUERY_PARAMETER, MAX_FILTER_VALUES } from '@oyna/domain/constants';
import { VALUE_FILTERS } from '@oyna/domain/offer-attributes';
import { toLanguage } from '@oyna/domain/preferences';

/**
 * Normalises the address of a request before the cache and the routes see it. Requests with the same normalised address
 * get the same response.
 */

export const isApiAddress = (address: string): boolean => address.startsWith('/api/');

/** The query of an address, or undefined without one. */
export function queryOf(address: string): URLSearchParams | undefined {
  const start = address.indexOf('?');
  return start < 0 ? undefined : new URLSearchParams(address.slice(start + 1));
}

/** The path and query of a request target: `http://host/path?query` (RFC 9112 §3.2.2) loses its host, and `#…` goes. */
export function toPathAndQuery(target: string): string {
  const end = target.indexOf('#');
  const address = end < 0 ? target : target.slice(0, end);
  if (address.startsWith('/')) return address;
  const absolute = /^https?:\/\/[^/?]*/i.exec(address);
  if (!absolute) return address;
  const rest = address.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

export type AddressBook = ReturnType<typeof createAddressBook>;

/** Knows the query parameters that cached responses depend on. */
export function createAddressBook() {
  const api = new Map<string, readonly string[]>();
  const apiPatterns: { pattern: RegExp; names: readonly string[] }[] = [];
  let pages: PageParameters | undefined;

  function namesOf(path: string): readonly string[] | undefined {
    return api.get(path) ?? apiPatterns.find(({ pattern }) => pattern.test(path))?.names;
  }

  function normalizePage(path: string, query: URLSearchParams): string {
    const kept = new URLSearchParams();
    for (const name of pages?.namesOf(path) ?? []) {
      const value = query.get(name);
      if (isRepeatable(name)) for (const each of sortedValues(query, name)) kept.append(name, each);
      else if (value !== null) kept.set(name, value);
    }
    const routes = PAGE_DATA.test(path) && pages?.routesOf(path, query.get(ROUTES_PARAMETER));
    if (routes) kept.set(ROUTES_PARAMETER, routes);
    const language = toLanguage(query.get(LANGUAGE_QUERY_PARAMETER));
    if (language) kept.set(LANGUAGE_QUERY_PARAMETER, language);
    return withQuery(path, kept);
  }

  return {
    /** Adds a route of the API with cached responses and the parameters of its schema. */
    addRoute(path: string, names: readonly string[]): void {
      if (!path.includes(':')) return void api.set(path, names);
      apiPatterns.push({ pattern: patternOf(path), names });
    },

    setPages(parameters: PageParameters): void {
      pages = parameters;
    },

    /**
     * Removes unknown parameters and sorts the others. The query of a route without cached responses stays unchanged.
     * Repeated parameters of the API stay, because its schemas refuse them. The values of a filter are a set.
     */
    normalize(target: string): string {
      const address = toPathAndQuery(target);
      const start = address.indexOf('?');
      if (start < 0) return address;
      const path = address.slice(0, start);
      const query = new URLSearchParams(address.slice(start + 1));
      if (!isApiAddress(path)) return pages ? normalizePage(path, query) : address;
      const names = namesOf(path);
      if (!names) return address;
      const kept = new URLSearchParams();
      for (const name of names) {
        for (const value of isRepeatable(name) ? sortedValues(query, name) : query.getAll(name)) {
          kept.append(name, value);
        }
      }
      return withQuery(path, kept);
    },
  };
}

const isRepeatable = (name: string) => VALUE_FILTERS.some((filter) => filter === name);

/** One list of values has one address. One value more than allowed stays, so that the API refuses it. */
const sortedValues = (query: URLSearchParams, name: string): string[] =>
  [...new Set(query.getAll(name))].sort().slice(0, MAX_FILTER_VALUES + 1);

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The router in the browser requests the data of these routes only. */
const ROUTES_PARAMETER = '_routes';
/** The address of a page's data, for navigation in the browser. */
const PAGE_DATA = /(?:\/_)?\.data$/;

interface PageRoute {
  id: string;
  /** As React Router writes it, such as `catalog/:id`. The root and the home page have none. */
  path: string | undefined;
  parameters: readonly string[];
}

export type PageParameters = ReturnType<typeof createPageParameters>;

/** The query parameters of each page, as its route names them. */
export function createPageParameters(routes: readonly PageRoute[]) {
  const pages = routes.map(({ id, path = '', parameters }) => ({
    id,
    parameters,
    isCatchAll: path === '*',
    pattern: patternOf(`/${path}`),
  }));

  /** React Router compares paths without regard to case and to slashes at the end. The data of the home page is at `/_.data`. */
  function listMatches(path: string): typeof pages {
    const page = path.replace(PAGE_DATA, '').replace(/\/+$/, '') || '/';
    return pages.filter(({ pattern }) => pattern.test(page));
  }

  return {
    namesOf: (path: string): string[] => listMatches(path).flatMap(({ parameters }) => parameters),

    /** Whether the address has a page other than the one for all addresses without a page. */
    hasPage: (path: string): boolean => listMatches(decodePath(path)).some(({ isCatchAll }) => !isCatchAll),

    /** The routes of a list that belong to the page, in order. */
    routesOf(path: string, list: string | null): string | undefined {
      const wanted = new Set(list?.split(','));
      const ids = [ROOT_ROUTE, ...listMatches(path).map(({ id }) => id)].filter((id) => wanted.has(id));
      return ids.length > 0 ? [...new Set(ids)].toSorted().join(',') : undefined;
    },
  };
}

/** As React Router decodes a path before it looks for a page: an encoded slash separates nothing. */
function decodePath(path: string): string {
  try {
    return path
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return path;
  }
}

/** The id of the route around every page. */
const ROOT_ROUTE = 'root';

function patternOf(path: string): RegExp {
  const text = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace('*', '.*');
  return new RegExp(`^${text}$`, 'i');
}
