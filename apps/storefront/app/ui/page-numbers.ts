/** First, last, the current page and its neighbours; `undefined` where some are left out. */
export function pageNumbers(current: number, total: number): (number | undefined)[] {
  const shown = [1, current - 1, current, current + 1, total].filter((page) => page >= 1 && page <= total);
  const numbers: (number | undefined)[] = [];
  let last = 0;
  for (const page of [...new Set(shown)].sort((a, b) => a - b)) {
    if (page - last === 2) numbers.push(page - 1);
    else if (page - last > 2) numbers.push(undefined);
    numbers.push(page);
    last = page;
  }
  return numbers;
}
