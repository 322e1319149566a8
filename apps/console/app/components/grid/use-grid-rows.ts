import type { ApiError } from '@oyna/api-client/api-error';
import { keepPreviousData, type QueryKey, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveKind } from '../../lib/live.ts';

/** How many rows one call reads. `fetchIndex` brings the first as many. */
export const GRID_BLOCK = 100;

interface GridRowsOptions<Row> {
  /** Includes the filters. */
  queryKey: QueryKey;
  /** The ids of all rows in their order, and the first rows, so that these need no second call. */
  fetchIndex(): Promise<{ ids: number[]; items: Row[] }>;
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

const NO_IDS: number[] = [];

/**
 * The rows of a grid: the ids of all of them at once, the rows in blocks when they come near the screen. With the ids a
 * range, "select all" and a jump to any place need no other call.
 */
export function useGridRows<Row>(options: GridRowsOptions<Row>): GridRows<Row> {
  const { queryKey, fetchIndex, fetchRows, idOf, live } = options;
  const index = useQuery<{ ids: number[]; items: Row[] }, ApiError>({
    queryKey: [...queryKey, 'index'],
    queryFn: fetchIndex,
    placeholderData: keepPreviousData,
    meta: { live },
  });
  const [range, setRange] = useState({ first: 0, last: 0 });
  const ids = index.data?.ids ?? NO_IDS;
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
    find: (id) => rows.get(id),
    show: (first, last) => setRange((now) => (now.first === first && now.last === last ? now : { first, last })),
    error: index.error,
    refetch: () => void index.refetch(),
  };
}

function blocksAround(ids: number[], { first, last }: { first: number; last: number }): number[][] {
  const blocks: number[][] = [];
  const from = Math.max(0, Math.floor(first / GRID_BLOCK) - 1);
  const to = Math.min(Math.floor(last / GRID_BLOCK) + 1, Math.ceil(ids.length / GRID_BLOCK) - 1);
  for (let block = from; block <= to; block++) blocks.push(ids.slice(block * GRID_BLOCK, (block + 1) * GRID_BLOCK));
  return blocks;
}
