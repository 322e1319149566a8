import { artHash } from '@oyna/cover-art/identity';
import {
  FALLBACK_LANGUAGE,
  GAMES_PER_SITEMAP,
  type Language,
  MAX_FILTERED_GAMES,
  MAX_FOUND_GAMES,
  RECOMMENDATION_GROUPS,
  SERVICE_NAMES,
} from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { mapFilters, VALUE_FILTERS, type ValueFilter } from '@oyna/domain/offer-attributes';
import type { OldPricePolicy } from '@oyna/domain/pricing';
import type { Connection } from '../../platform/database/connection.ts';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import { cardOf, type OfferRow, offerOf, pricesOf } from './catalogue.answers.ts';
import { countFiltered, listFacets } from './catalogue.facets.ts';
import { listFilteredGames } from './catalogue.filtered.ts';
import { type Filters, hasFilters } from './catalogue.filters.ts';
import { altsOf, artSpecOfCategory, artSpecOfGame } from './catalogue.pictures.ts';
import * as queries from './catalogue.queries.ts';
import type { FacetsFilter, GameList, GamesFilter, Order, ProductsFilter } from './catalogue.schemas.ts';
import { createGameSearch } from './catalogue.search.ts';
import { listDeals, listTopSellers } from './catalogue.showcase.ts';
import * as art from './catalogue-art.queries.ts';
import { answeredDetailsOf } from './catalogue-details.schemas.ts';
import * as lists from './catalogue-lists.queries.ts';

const SUGGESTED_GAMES = 6;
const SUGGESTED_CATEGORIES = 3;
const EVERYTHING = { orderBy: 'popular', limit: 500, offset: 0, categoryId: undefined, gameIds: undefined } as const;

export type CatalogueService = ReturnType<typeof createCatalogueService>;

export function createCatalogueService(db: Connection, oldPricePolicy: OldPricePolicy) {
  const toOffer = (row: OfferRow) => offerOf(row, oldPricePolicy);
  const toCard = (row: queries.CardRow) => cardOf(row, oldPricePolicy);
  const searchGames = createGameSearch(db);

  return {
    async listProducts(filter: ProductsFilter, language: Language) {
      const list = await listFilterOf(filter, filter.gamename);
      if (filter.gameid) {
        if (list.gameIds && !list.gameIds.includes(filter.gameid)) return emptyPage(filter);
        list.gameIds = [filter.gameid];
      }
      if (list.gameIds?.length === 0) return emptyPage(filter);
      const [rows, totalSize] = await Promise.all([
        readProducts(filter, list, language),
        lists.countProducts(db, list),
      ]);
      return { items: rows.map(toOffer), pageNumber: filter.pageNumber, pageSize: filter.pageSize, totalSize };
    },

    async getProduct(id: number, language: Language) {
      const row = await queries.findProduct(db, id, language);
      if (!row) throw new AppError('not-found', { field: 'id' });
      return toOffer(row);
    },

    /** Spec §3, "top-up list option": the denominations of one game. */
    async listTopUps(gameId: number, language: Language) {
      const offers = await queries.listOffers(db, gameId, language);
      return offers
        .filter(({ type }) => type === 'TopUp')
        .map((row) => ({ id: row.id, name: row.edition, available: row.available, ...pricesOf(row, toOffer(row)) }));
    },

    async listGames(filter: GamesFilter) {
      const [list, filters] = await Promise.all([listFilterOf(filter, filter.name), filtersOf(filter)]);
      const paging = { pageNumber: filter.pageNumber, pageSize: filter.pageSize };
      if (list.gameIds?.length === 0) return emptyPage(filter);
      if (hasFilters(filters) || filter.list) return listFiltered(list, filters, { ...paging, order: filter.orderby });
      // Results of a search are already in order. For another order or a filter the database is asked.
      if (list.gameIds && !filter.orderby && !list.categoryId && !list.type) {
        const ids = list.gameIds.slice(list.offset, list.offset + list.limit);
        const rows = await queries.listGamesByIds(db, ids);
        return { items: rows.map(toCard), ...paging, totalSize: list.gameIds.length };
      }
      const [rows, totalSize] = await Promise.all([lists.listGames(db, list), lists.countGames(db, list)]);
      return { items: rows.map(toCard), ...paging, totalSize };
    },

    async getFacets(filter: FacetsFilter) {
      const [scope, filters] = await Promise.all([scopeOf(filter, filter.name), filtersOf(filter)]);
      const { values, ...facets } = await listFacets(db, scope, filters);
      return { ...values, ...facets };
    },

    async getGame(id: number, language: Language) {
      const row = await queries.findGame(db, id, language);
      if (!row) throw new AppError('not-found', { field: 'id' });
      const { genres, developer, publisher, released_on: releasedOn } = row;
      const description = sanitizeHtml(row.description);
      const imageAlts = altsOf(row.pictures, language);
      const facts = { genres, developer, publisher, releasedOn, ...answeredDetailsOf(row, language) };
      return { ...toCard(row), imageAlts, ...facts, description };
    },

    listGameChanges(pageNumber: number) {
      const limit = GAMES_PER_SITEMAP;
      return queries.listGameChanges(db, { limit, offset: (pageNumber - 1) * limit });
    },

    /** Cards of the games with these ids, in their order; one that is not there is left out. */
    async listCards(ids: number[]) {
      return (await queries.listGamesByIds(db, ids)).map(toCard);
    },

    async listSubscriptions() {
      return (await lists.listGames(db, { ...EVERYTHING, type: 'Subscription' })).map(toCard);
    },

    async listCategories(language: Language) {
      const rows = await queries.listCategories(db, language);
      return rows.map(({ game_count: gameCount, pictures, ...rest }) => {
        const hash = pictures?.[0]?.hash ?? artHash(artSpecOfCategory(rest));
        const picture = `/media/categories/${rest.id}/${hash}/frame-320.webp`;
        return { ...rest, gameCount: gameCount ?? 0, picture };
      });
    },

    /**
     * The group named Slider first, popular next, then the others as the operator ordered them (spec §2).
     * The group named discounts leaves out games that show no discount at present.
     */
    async listGroups(language: Language) {
      const rows = await queries.listRecommendations(db, language);
      const groups = [...Map.groupBy(rows, (row) => row.group_name)].map(([name, games]) => ({
        name,
        title: games[0]?.group_title ?? name,
        games: games.map(toCard).filter((game) => name !== RECOMMENDATION_GROUPS.discounts || game.oldPrice !== null),
      }));
      return groups.toSorted((a, b) => groupRank(a.name) - groupRank(b.name));
    },

    /** What the home page shows of sales and of price changes that end soon. */
    async getShowcase() {
      const [sellers, deals] = await Promise.all([listTopSellers(db), listDeals(db)]);
      const ids = [...new Set([...sellers, ...deals.map(({ gameId }) => gameId)])];
      const cards = new Map((await queries.listGamesByIds(db, ids)).map((row) => [row.id, toCard(row)]));
      const deal = deals.find(({ gameId }) => typeof cards.get(gameId)?.discountPercent === 'number');
      const game = deal && cards.get(deal.gameId);
      return {
        topSellers: sellers.flatMap((id) => cards.get(id) ?? []),
        deal: game ? { game, endsAt: deal.endsAt.toISOString() } : null,
      };
    },

    async suggest(query: string, language: Language) {
      const [ids, categories] = await Promise.all([
        searchGames(query, SUGGESTED_GAMES),
        queries.listCategories(db, language),
      ]);
      const typed = query.trim().toLowerCase();
      return {
        games: (await queries.listGamesByIds(db, ids)).map(toCard),
        categories: categories
          .filter(({ name, title }) => [name, title].some((text) => text.toLowerCase().startsWith(typed)))
          .slice(0, SUGGESTED_CATEGORIES)
          .map(({ name, title }) => ({ name, title })),
      };
    },

    async findArt(gameId: number) {
      const game = await art.findGameArt(db, gameId);
      return game && artSpecOfGame(game);
    },

    async findCategoryArt(id: number) {
      const category = await art.findCategoryArt(db, id);
      return category && artSpecOfCategory(category);
    },

    async listSliderArt() {
      return (await art.listGroupArt(db, RECOMMENDATION_GROUPS.slider)).map(artSpecOfGame);
    },

    async listPopularArt(limit: number) {
      return (await art.listPopularArt(db, limit)).map(artSpecOfGame);
    },
  };

  /** Sorted by the percent that is shown. */
  function orderOf(order: Order | undefined): lists.ListOrder {
    return order === 'discount' && oldPricePolicy === 'spec' ? 'spec-discount' : (order ?? 'popular');
  }

  /** What a list holds before any filter. */
  async function scopeOf(
    { categoryname, typename, ...filter }: Pick<GamesFilter, 'categoryname' | 'typename' | 'list'>,
    text: string | undefined,
  ) {
    const [category, found, listed] = await Promise.all([
      categoryname === undefined ? undefined : queries.findCategory(db, categoryname),
      text === undefined ? undefined : searchGames(text, MAX_FOUND_GAMES),
      filter.list && listIds(filter.list),
    ]);
    const gameIds = found && listed ? found.filter((id) => listed.includes(id)) : (found ?? listed);
    return {
      // An unknown category gives an empty list, not an error.
      gameIds: categoryname !== undefined && !category ? [] : gameIds,
      categoryId: category?.id,
      type: typename,
    };
  }

  async function listIds(list: GameList): Promise<number[]> {
    if (list === 'services') return queries.listNamedIds(db, 'Services', SERVICE_NAMES);
    if (list === 'subscriptions') return queries.listSubscriptionIds(db, EVERYTHING.limit);
    const rows = await queries.listRecommendations(db, FALLBACK_LANGUAGE);
    const group = rows.filter(({ group_name: name }) => name === RECOMMENDATION_GROUPS.discounts);
    return group.filter((row) => toCard(row).oldPrice !== null).map(({ id }) => id);
  }

  /** Values that no game has are left out, so that an old link still shows something. */
  async function filtersOf({ min, max, sale, stock, ...filter }: FacetsFilter): Promise<Filters> {
    if (min !== undefined && max !== undefined && min > max) throw new AppError('invalid-parameter', { field: 'max' });
    const asked = VALUE_FILTERS.flatMap((group) => (filter[group] ?? []).map((value) => `${group}=${value}`));
    const known = new Set(asked.length > 0 ? await queries.listKnownFacets(db, asked) : []);
    const valuesOf = (group: ValueFilter) =>
      [...new Set(filter[group])].filter((value) => known.has(`${group}=${value}`));
    return {
      ...mapFilters(valuesOf),
      min: min || undefined,
      max,
      sale: sale ?? false,
      stock: stock ?? false,
    };
  }

  async function listFiltered(
    { gameIds, categoryId, type, limit, offset }: lists.ListFilter,
    filters: Filters,
    { order, ...paging }: { order: Order | undefined; pageNumber: number; pageSize: number },
  ) {
    const scope = { gameIds, categoryId, type };
    const page = { filters, scope, order: order && orderOf(order), limit: limit + 1, offset };
    const [rows, { count, isMore }] = await Promise.all([
      listFilteredGames(db, page),
      countFiltered(db, scope, filters),
    ]);
    // A lower bound of the total is not lower than what this page shows.
    const seen = rows.length > 0 ? offset + rows.length : 0;
    return {
      items: rows.slice(0, limit).map(toCard),
      ...paging,
      totalSize: Math.min(isMore ? Math.max(count, seen) : count, MAX_FILTERED_GAMES),
      ...(isMore ? { isMore } : {}),
    };
  }

  async function listFilterOf(
    filter: ProductsFilter | GamesFilter,
    text: string | undefined,
  ): Promise<lists.ListFilter> {
    return {
      ...(await scopeOf(filter, text)),
      orderBy: orderOf(filter.orderby),
      limit: filter.pageSize,
      offset: (filter.pageNumber - 1) * filter.pageSize,
    };
  }

  async function readProducts(filter: ProductsFilter, list: lists.ListFilter, language: Language): Promise<OfferRow[]> {
    if (filter.gameid && !filter.orderby && !list.categoryId && !list.type) {
      return (await queries.listOffers(db, filter.gameid, language)).slice(list.offset, list.offset + list.limit);
    }
    if (list.gameIds && !filter.orderby) return lists.listProductsInGameOrder(db, { ...list, gameIds: list.gameIds });
    return lists.listProducts(db, list);
  }
}

const emptyPage = ({ pageNumber, pageSize }: { pageNumber: number; pageSize: number }) => ({
  items: [],
  pageNumber,
  pageSize,
  totalSize: 0,
});

function groupRank(name: string): number {
  if (name === RECOMMENDATION_GROUPS.slider) return 0;
  return name === RECOMMENDATION_GROUPS.popular ? 1 : 2;
}
