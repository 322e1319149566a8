import type { ApiError } from '@oyna/api-client/api-error';
import { keepPreviousData, type QueryKey, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveKind } from '../../lib/live.ts';

/** How many rows one call reads. `fetchIndex` brings the first as many. */
export const GRID_BLOCK = 100;
/** The first ids come at once, then as many as one change of prices may have. Further ones come when they are near the screen. */
const FIRST_IDS = 500;
const MORE_IDS = 4_500;
const ENOUGH_IDS = FIRST_IDS + MORE_IDS;
const NEAR_ROWS = 1_000;

export interface GridIndex<Row> {
  ids: number[];
  /** The first rows of these ids. */
  items: Row[];
  /** What the next ids begin after. Null when there are no more. */
  next: number | null;
  /** How many rows there are, when that is known without reading all. */
  total: number | null;
}

interface GridRowsOptions<Row> {
  /** Includes the filters. */
  queryKey: QueryKey;
  /** The next ids in their order, and the first rows of them, so that these need no second call. */
  fetchIndex(page: { after?: number; limit: number }): Promise<GridIndex<Row>>;
  fetchRows(ids: number[]): Promise<Row[]>;
  idOf(row: Row): number;
  /** The events that make the rows stale. */
  live?: readonly LiveKind[];
}

export interface GridRows<Row> {
  /** Undefined until they are loaded. */
  ids: readonly number[] | undefined;
  /** Undefined while the row is loading. */
  find(id: number): Row | undefined;
  /** The places that the screen shows. Their rows, those before and those after them are loaded. */
  show(first: number, last: number): void;
  error: ApiError | null;
  refetch(): void;
}

interface CountedRows<Row> extends GridRows<Row> {
  /** How many there are, of which `ids` are the first. Undefined when that is not known. */
  total: number | undefined;
}

const NO_IDS: number[] = [];

interface Loaded<Row> {
  ids: number[];
  items: Row[];
  total: number | null | undefined;
}

/**
 * The rows of a grid: some thousands of ids at once, the rows in blocks when they come near the screen. With the ids a range, "select
 * all" and a jump to any of their places need no other call.
 */
export function useGridRows<Row>(options: GridRowsOptions<Row>): CountedRows<Row> {
  const { queryKey, fetchIndex, fetchRows, idOf, live } = options;
  const index = useInfiniteQuery<GridIndex<Row>, ApiError, Loaded<Row>, QueryKey, number | null>({
    queryKey: [...queryKey, 'index'],
    queryFn: ({ pageParam }) =>
      fetchIndex(pageParam === null ? { limit: FIRST_IDS } : { after: pageParam, limit: MORE_IDS }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: joinPages,
    placeholderData: keepPreviousData,
    meta: { live },
  });
  const [range, setRange] = useState({ first: 0, last: 0 });
  const ids = index.data?.ids ?? NO_IDS;
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = index;
  const isMoreWanted = ids.length < ENOUGH_IDS || range.last + NEAR_ROWS > ids.length;
  useEffect(() => {
    if (hasNextPage && isMoreWanted && !isFetching && !isError && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isMoreWanted, isFetching, isError, isPlaceholderData, fetchNextPage]);
  const blocks = blocksAround(ids, range);
  const rows = useQueries({
    queries: blocks.map((block) => ({
      queryKey: [...queryKey, 'rows', block.join()],
      queryFn: () => fetchRows(block),
      ...(block[0] === ids[0] && index.data && !index.isPlaceholderData
        ? { initialData: index.data.items, initialDataUpdatedAt: index.dataUpdatedAt }
        : {}),
      meta: { live },
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ?? []).map((row) => [idOf(row), row] as const))),
  });
  return {
    ids: index.data?.ids,
    total: index.data?.total ?? (index.data && !hasNextPage ? ids.length : undefined),
    find: (id) => rows.get(id),
    show: (first, last) => setRange((now) => (now.first === first && now.last === last ? now : { first, last })),
    error: index.error,
    refetch: () => void index.refetch(),
  };
}

const joinPages = <Row>({ pages }: { pages: GridIndex<Row>[] }): Loaded<Row> => ({
  ids: pages.flatMap(({ ids }) => ids),
  items: pages[0]?.items ?? [],
  total: pages[0]?.total,
});

function blocksAround(ids: number[], { first, last }: { first: number; last: number }): number[][] {
  const blocks: number[][] = [];
  const from = Math.max(0, Math.floor(first / GRID_BLOCK) - 1);
  const to = Math.min(Math.floor(last / GRID_BLOCK) + 1, Math.ceil(ids.length / GRID_BLOCK) - 1);
  for (let block = from; block <= to; block++) blocks.push(ids.slice(block * GRID_BLOCK, (block + 1) * GRID_BLOCK));
  return blocks;
}
