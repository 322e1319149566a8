import { MOST_COUNTED } from '@oyna/domain/list-filters';
import {
  arePrices,
  changePrices,
  feesInCents,
  type KnownFees,
  listUnratedFees,
  type PriceRule,
  type Prices,
  withTyped,
  worstMargin,
} from '@oyna/domain/price-change';
import { type OldPricePolicy, offerPricing } from '@oyna/domain/pricing';
import type { Database } from '../../platform/database/connection.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import { getSetting } from '../settings/settings.service.ts';
import * as queries from './prices.queries.ts';

/** How many rows the index brings with it: one block of the grid. */
const FIRST_ROWS = 100;
const FOUND_GAMES = 20;

interface PricesParts {
  db: Database;
  currencies: Pick<CurrencyService, 'list' | 'listRates'>;
  oldPricePolicy: OldPricePolicy;
}

export interface PriceEdit {
  productId: number;
  /** A price that is missing stays what it is now. */
  priceCents?: number | undefined;
  discountPriceCents?: number | undefined;
}

export type PricesService = ReturnType<typeof createPricesService>;

/** The prices of offers as operators see them: with cost, margin and what a customer sees. */
export function createPricesService({ db, currencies, oldPricePolicy }: PricesParts) {
  /** One after the other: Today reads the losses with one connection. */
  async function listFees() {
    const { value } = await getSetting(db, 'provider-fees');
    const rates = await currencies.listRates();
    return { fees: feesInCents(value, rates), unrated: listUnratedFees(value, rates) };
  }

  /** What a customer sees, and what is left of it after cost and the highest fee. */
  function viewOf(row: queries.PriceRow, prices: { priceCents: number; discountPriceCents: number }, fees: KnownFees) {
    const { priceCents: price, discountPriceCents: priceWithDiscount } = prices;
    const shown = offerPricing({ price, priceWithDiscount, oldPriceExtra: row.oldPriceExtraCents }, oldPricePolicy);
    const margin = worstMargin(priceWithDiscount, row.costCents ?? undefined, fees);
    return {
      priceCents: price,
      discountPriceCents: priceWithDiscount,
      shownCents: shown.price ?? null,
      shownOldCents: shown.oldPrice ?? null,
      shownPercent: shown.discountPercent ?? null,
      marginCents: margin?.amount ?? null,
      marginBasisPoints: margin?.basisPoints ?? null,
    };
  }

  const rowOf = (row: queries.PriceRow, fees: KnownFees) => ({ ...row, ...viewOf(row, row, fees) });

  async function listRows(ids: readonly number[]) {
    const [rows, { fees }] = await Promise.all([queries.listPriceRows(db, ids), listFees()]);
    return rows.map((row) => rowOf(row, fees));
  }

  return {
    listRows,

    /** The ids of the next offers that match, and the first rows of them. */
    async list(filters: queries.PriceFilters & { isNegative?: boolean | undefined }, page: queries.PricePage) {
      const { limit } = page;
      const found = filters.isNegative
        ? await listNegative(filters, page)
        : await queries.listPriceIds(db, filters, { ...page, limit: limit + 1 });
      const ids = found.slice(0, limit);
      const isFirst = page.after === undefined;
      return {
        ids,
        items: await listRows(ids.slice(0, FIRST_ROWS)),
        hasMore: found.length > limit,
        total: isFirst && !isFiltered(filters) ? await queries.countOffers(db) : null,
      };
    },

    /**
     * Offers on sale whose price does not pay cost and fee: how many, the largest loss, and since when there is one. Of more than
     * MOST_COUNTED the largest are dated.
     */
    async findLosses() {
      const { fees } = await listFees();
      const losses = (await listLosses(fees, { isOffered: true, isAvailable: true })).toSorted(
        (a, b) => a.marginCents - b.marginCents || a.id - b.id,
      );
      const ids = losses.slice(0, MOST_COUNTED).map(({ id }) => id);
      const [first] = losses;
      const [row] = first ? await queries.listPriceRows(db, [first.id]) : [];
      if (!first || !row) return undefined;
      return {
        count: losses.length,
        worst: { id: first.id, name: row.name, marginCents: first.marginCents },
        since: await queries.findOldestPrice(db, ids),
      };
    },

    /** For the filter by game. */
    listGames: (search: string) => queries.listPricedGames(db, search, FOUND_GAMES),

    /** What prices are shown in, and what the filters offer. */
    async getTerms() {
      const [platforms, listed, { fees, unrated }] = await Promise.all([
        queries.listPlatforms(db),
        currencies.list(),
        listFees(),
      ]);
      return {
        platforms,
        currencies: listed.map(({ name, amount }) => ({ name, amount })),
        fees: fees ? [...fees] : null,
        unratedCurrencies: [...new Set(unrated.map(({ currency }) => currency))],
      };
    },

    /** What a rule or new prices would change, offer by offer. Writes nothing. */
    async preview(wanted: { productIds: readonly number[]; rule: PriceRule } | { edits: readonly PriceEdit[] }) {
      const edits = 'edits' in wanted ? new Map(wanted.edits.map((edit) => [edit.productId, edit])) : undefined;
      const ids = 'edits' in wanted ? wanted.edits.map(({ productId }) => productId) : wanted.productIds;
      const [rows, { fees }] = await Promise.all([queries.listPriceRows(db, [...new Set(ids)]), listFees()]);
      return rows.map((row) => {
        const after = edits
          ? typed(row, edits.get(row.id))
          : ruled(row, 'rule' in wanted ? wanted.rule : undefined, fees);
        return { ...rowOf(row, fees), after: after && arePrices(after) ? viewOf(row, after, fees) : null };
      });
    },
  };

  /** The query finds those that may be negative, by name; the rule of the domain decides. None while a fee is not known. */
  async function listLosses(
    fees: KnownFees,
    filters: Parameters<typeof queries.listThinMargins>[1],
  ): Promise<{ id: number; marginCents: number }[]> {
    if (!fees) return [];
    const highest = {
      basisPoints: Math.max(0, ...fees.map(({ basisPoints }) => basisPoints)),
      fixed: Math.max(0, ...fees.map(({ fixed }) => fixed)),
    };
    const rows = await queries.listThinMargins(db, filters, highest);
    return rows
      .map(({ id, price, cost }) => ({ id, marginCents: worstMargin(price, cost, fees)?.amount ?? 0 }))
      .filter(({ marginCents }) => marginCents < 0);
  }

  /** One more than a page, if there is more. */
  async function listNegative(filters: queries.PriceFilters, { after, limit }: queries.PricePage): Promise<number[]> {
    const { fees } = await listFees();
    const ids = (await listLosses(fees, filters)).map(({ id }) => id);
    const start = after === undefined ? 0 : ids.indexOf(after) + 1;
    return ids.slice(start, start + limit + 1);
  }
}

const isFiltered = ({ isNegative, ...filters }: queries.PriceFilters & { isNegative?: boolean | undefined }): boolean =>
  isNegative === true || Object.values(filters).some((value) => value !== undefined && value !== '');

const pricesOf = (row: queries.PriceRow): Prices => ({ price: row.priceCents, discountPrice: row.discountPriceCents });
const centsOf = ({ price, discountPrice }: Prices) => ({ priceCents: price, discountPriceCents: discountPrice });

function typed(row: queries.PriceRow, edit: PriceEdit | undefined) {
  const { priceCents: price, discountPriceCents: discountPrice } = edit ?? {};
  return centsOf(withTyped(pricesOf(row), { price, discountPrice }));
}

function ruled(row: queries.PriceRow, rule: PriceRule | undefined, fees: KnownFees) {
  const after = rule && changePrices(pricesOf(row), rule, { cost: row.costCents ?? undefined, fees });
  return after && centsOf(after);
}
