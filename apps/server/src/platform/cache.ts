import { LRUCache } from 'lru-cache';

interface CacheOptions<Value> {
  /** The limit of all sizes together. With 0 nothing is stored. */
  maxSize: number;
  /** Without it an entry has no age. */
  maxAgeMs?: number;
  /** Each entry counts as 1 without it. */
  sizeOf?: (value: Value, key: string) => number;
}

/** The only kind of cache on the server. It has a limit; the least recently used entry is removed first. */
export function createCache<Value extends object>({ maxSize, maxAgeMs = 0, sizeOf = () => 1 }: CacheOptions<Value>) {
  const entries = new LRUCache<string, Value>({
    maxSize: Math.max(1, maxSize),
    sizeCalculation: sizeOf,
    ttl: maxAgeMs,
    noUpdateTTL: true,
  });

  return {
    find: (key: string): Value | undefined => entries.get(key),

    /** Does nothing when the value is larger than the whole cache. A new value under an old key keeps its age. */
    set(key: string, value: Value): void {
      if (maxSize > 0) entries.set(key, value);
    },

    clear: (): void => entries.clear(),

    list: (): [string, Value][] => [...entries.entries()],

    measure: () => ({ entries: entries.size, size: entries.calculatedSize }),
  };
}
