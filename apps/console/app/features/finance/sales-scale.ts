/** The scale of the sales chart. Amounts are in hundredths, as everywhere. */

const WHOLE = 100;
const MOST_STEPS = 4;
const STEPS = Array.from({ length: 14 }, (_, power) => [1, 2, 5].map((times) => times * WHOLE * 10 ** power)).flat();

/** Round amounts at equal distances, with zero among them, around the lowest and the highest. None is below a whole unit. */
export function roundSteps(lowest: number, highest: number): number[] {
  const low = Math.min(0, lowest);
  const high = Math.max(low < 0 ? 0 : WHOLE, highest);
  const countOf = (step: number) => Math.ceil(high / step) - Math.floor(low / step);
  const step = STEPS.find((one) => countOf(one) <= MOST_STEPS) ?? Math.max(high, -low);
  const first = Math.floor(low / step);
  return Array.from({ length: countOf(step) + 1 }, (_, place) => (first + place) * step);
}

const UNITS = [
  { name: 'billion', size: 1_000_000_000, from: 1_000_000_000 },
  { name: 'million', size: 1_000_000, from: 1_000_000 },
  // "5 000" is as short as "5 thousand".
  { name: 'thousand', size: 1_000, from: 10_000 },
] as const;

/** All amounts of a scale are in one unit, so that their sizes are seen at a glance. Undefined for small ones. */
export function unitOf(steps: readonly number[]): (typeof UNITS)[number] | undefined {
  const largest = Math.max(...steps.map(Math.abs)) / WHOLE;
  return UNITS.find(({ from }) => largest >= from);
}

/** Which bars have a date below them, at most so many. The last one has, and long distances are whole weeks. */
export function datedPlaces(count: number, most: number): number[] {
  const needed = Math.ceil(count / Math.max(1, most));
  const step = needed > 3 ? Math.ceil(needed / 7) * 7 : needed;
  return Array.from({ length: count }, (_, place) => place).filter((place) => (count - 1 - place) % step === 0);
}
