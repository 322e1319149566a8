import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  toggle(id: number): void;
  /** Adds those that are missing. */
  add(ids: readonly number[]): void;
  set(ids: readonly number[]): void;
  clear(): void;
}

/** The rows that the operator has chosen, by id. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    ids,
    toggle: (id) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    add: (more) => setIds((before) => new Set([...before, ...more])),
    set: (all) => setIds(new Set(all)),
    clear: () => setIds(new Set()),
  };
}
