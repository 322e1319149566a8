import type { Database } from '../../apps/server/src/platform/database/connection.ts';

/** Where a proof takes place: a store that is open, the stand-ins it is paid through, and its database. */
export interface Ground {
  url: string;
  sandboxUrl: string;
  database: Database;
}

/** Works on all of them, so many at a time, in the order given. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** The same order on every machine for the same chance. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = items.map((item) => ({ item, place: random() }));
  return drawn.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

export function drawn<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
