import type { Database } from '../../apps/server/src/platform/database/connection.ts';

/** What a test needs of a running store: its address, the address of the sandboxes, and its database. */
export interface ShopAccess {
  url: string;
  sandboxUrl: string;
  database: Database;
}

/** Starts the items in their order, at most `atOnce` at a time. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The same order on every machine for the same random numbers. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

export function pickRandom<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
