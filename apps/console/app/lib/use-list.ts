import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { LiveKind } from './live.ts';

interface Page<Item> {
  items: Item[];
  next: string | null;
}

interface ListOptions<Item> {
  /** Includes the filters. */
  queryKey: QueryKey;
  fetchPage(after: string | undefined): Promise<Page<Item>>;
  idOf(item: Item): string | number;
  /** The events that make the list stale. */
  live?: readonly LiveKind[];
}

/**
 * A list in pages. Rows that appear on top while the operator reads stay hidden and are counted in `newCount` until
 * `showNew` is called, so that no row moves under the pointer. Rows that change do so in place.
 */
export function useList<Item>({ queryKey, fetchPage, idOf, live }: ListOptions<Item>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { live },
  });
  const all = query.data?.pages.flatMap(({ items }) => items);
  const name = JSON.stringify(queryKey);
  const known = useRef({ name, ids: new Set<string | number>() });
  const [, render] = useReducer((count: number) => count + 1, 0);
  const isSameList = known.current.name === name && !query.isPlaceholderData;
  const first = isSameList ? Math.max(0, all?.findIndex((item) => known.current.ids.has(idOf(item))) ?? 0) : 0;
  const rows = all?.slice(first);
  useEffect(() => {
    if (rows && !query.isPlaceholderData) known.current = { name, ids: new Set(rows.map(idOf)) };
  });
  return {
    query,
    rows,
    idOf,
    newCount: first,
    showNew() {
      known.current = { name, ids: new Set() };
      render();
    },
  };
}

export type List<Item> = ReturnType<typeof useList<Item>>;
