import type { Query, QueryClient } from '@tanstack/react-query';

/** The events of GET /api/v1/live. Each carries the id of what has changed and nothing else. */
export const LIVE_KINDS = [
  'order',
  'claim',
  'customer',
  'message',
  'alert',
  'approval',
  'job',
  'price',
  'review',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

const BATCH_MS = 400;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * One connection of the whole console. An event makes the queries stale that name its kind in `meta.live`, and React Query
 * fetches those on the screen again. Events may be missed while the connection is down, so all live queries are fetched
 * again when it is back.
 */
export function startLive(client: QueryClient): () => void {
  const changed = new Map<LiveKind, Set<string>>();
  let source: EventSource | undefined;
  let batch: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const refetch = (isAffected: (query: Query) => boolean) => void client.invalidateQueries({ predicate: isAffected });

  const note = (kind: LiveKind, id: string) => {
    changed.set(kind, (changed.get(kind) ?? new Set()).add(id));
    batch ??= setTimeout(() => {
      batch = undefined;
      refetch((query) => isAffected(query, changed));
      changed.clear();
    }, BATCH_MS);
  };

  const connect = () => {
    source = new EventSource('/api/v1/live');
    source.onopen = () => {
      if (failures > 0) refetch(({ meta }) => Boolean(meta?.live));
      failures = 0;
    };
    source.onerror = () => {
      source?.close();
      retry = setTimeout(connect, delayOf(failures));
      failures += 1;
    };
    for (const kind of LIVE_KINDS) source.addEventListener(kind, ({ data }) => note(kind, idOf(data)));
  };

  connect();
  return () => {
    source?.close();
    clearTimeout(batch);
    clearTimeout(retry);
  };
}

export function isAffected(
  { meta }: Pick<Query, 'meta'>,
  changed: ReadonlyMap<LiveKind, ReadonlySet<string>>,
): boolean {
  const { live = [], liveId } = meta ?? {};
  return live.some((kind) => {
    const ids = changed.get(kind);
    return ids !== undefined && (liveId === undefined || ids.has(liveId));
  });
}

/** Longer after each failure, with a random part, so that consoles do not come back all at once. */
export function delayOf(failures: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}

function idOf(data: string): string {
  const { id } = JSON.parse(data) as { id?: string | number };
  return String(id ?? '');
}
