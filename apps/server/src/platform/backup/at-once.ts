/** Runs the work for every item, at most `limit` at a time. The first failure ends it. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const runner = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, runner));
}
