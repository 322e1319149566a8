import { swapLayout } from '../apps/server/src/features/catalogue/search-text.ts';
import { createRandom } from './generated-catalogue.ts';

export interface CatalogueSample {
  gameIds: number[];
  productIds: number[];
  names: string[];
  categories: string[];
}

const PLATFORMS = ['Steam', 'Xbox', 'GOG', 'EA App', 'PlayStation'];
const REGIONS = ['Global', 'KZ', 'CIS', 'TR', 'EU', 'US'];
const GENRES = ['action', 'story', 'rpg', 'shooter', 'indie', 'strategy', 'horror', 'racing', 'puzzle', 'mmo'];
const ORDERS = ['popular', 'price', 'price-desc', 'name', 'new', 'discount'];

/** Addresses that visitors of a catalogue request. Each is different, so that no response is cached. */
export function cataloguePaths(sample: CatalogueSample, count: number, seed: number) {
  const random = createRandom(seed);
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  const many = (make: () => string) => Array.from({ length: count }, make);
  const words = (name: string) => name.split(' ').slice(0, 2).join(' ');
  const filters = () => {
    const parts = [
      random() < 0.7 ? `platform=${encodeURIComponent(pick(PLATFORMS))}` : '',
      random() < 0.5 ? `region=${pick(REGIONS)}` : '',
      random() < 0.4 ? `genre=${pick(GENRES)}` : '',
      random() < 0.3 ? `min=${Math.floor(random() * 2_000)}&max=${2_000 + Math.floor(random() * 4_000)}` : '',
      random() < 0.3 ? 'sale=true' : '',
      random() < 0.3 ? `categoryname=${encodeURIComponent(pick(sample.categories))}` : '',
    ].filter(Boolean);
    return parts.length > 0 ? parts.join('&') : 'stock=true';
  };
  return {
    'filtered list': many(() => {
      const order = pick(ORDERS);
      return `/api/v1/game?${filters()}&pageSize=24&orderby=${order}&pageNumber=${1 + Math.floor(random() * 4)}`;
    }),
    'filter counts': many(() => `/api/v1/game/facets?${filters()}`),
    list: many(() => {
      const category = random() < 0.6 ? `&categoryname=${encodeURIComponent(pick(sample.categories))}` : '';
      return `/api/v1/products?pageNumber=${1 + Math.floor(random() * 8)}&orderby=${pick(ORDERS)}${category}`;
    }),
    detail: many(() =>
      random() < 0.5 ? `/api/v1/products/${pick(sample.productIds)}` : `/api/v1/game/${pick(sample.gameIds)}`,
    ),
    search: many(() => {
      const name = words(pick(sample.names));
      const typed = random() < 0.6 ? name : random() < 0.5 ? misspell(name, random) : swapLayout(name);
      return `/api/v1/game?name=${encodeURIComponent(typed)}`;
    }),
    suggestions: many(() => {
      const name = pick(sample.names);
      return `/api/v1/search/suggestions?query=${encodeURIComponent(name.slice(0, 2 + Math.floor(random() * 6)))}`;
    }),
  };
}

/** Swaps two letters, as fast typing does. */
function misspell(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 3));
  return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
}
