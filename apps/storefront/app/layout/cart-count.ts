/** Adds up the counts of `cartItems` (spec §3). What is in storage may be anyone's doing, so nothing in it is trusted. */
export function sumCounts(stored: string | undefined): number {
  const items = parseList(stored);
  const counts = items.map((item) =>
    typeof item === 'object' && item !== null && 'count' in item ? Number(item.count) : 0,
  );
  return counts.filter((count) => Number.isSafeInteger(count) && count > 0).reduce((sum, count) => sum + count, 0);
}

function parseList(text: string | undefined): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
