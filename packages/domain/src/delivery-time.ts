/** An order whose keys were delivered: how long after the payment the last of them arrived. */
export interface DeliverySample {
  gameId: number;
  platform: string;
  seconds: number;
}

export interface DeliveryTime {
  /** The median. */
  seconds: number;
  /** How many orders it is taken from. */
  orders: number;
  /** Null when all of them were for one game. */
  platform: string | null;
}

/** Fewer orders say little about the next one. */
export const MIN_DELIVERIES = 20;
/** Older ones say little about today. */
export const MAX_DELIVERIES = 200;

/** The middle of the values; the mean of the two in the middle, rounded up. Undefined without values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : Math.ceil((low + high) / 2);
}

/** From the newest orders of the game, or else of its platform. Undefined without enough of them. Newest first. */
export function deliveryTime(
  samples: readonly DeliverySample[],
  game: { id: number; platform: string },
): DeliveryTime | undefined {
  const groups = [
    { platform: null, found: samples.filter(({ gameId }) => gameId === game.id) },
    { platform: game.platform, found: samples.filter(({ platform }) => platform === game.platform) },
  ];
  for (const { platform, found } of groups) {
    if (found.length < MIN_DELIVERIES) continue;
    const newest = found.slice(0, MAX_DELIVERIES);
    const seconds = median(newest.map((sample) => sample.seconds));
    if (seconds !== undefined) return { seconds, orders: newest.length, platform };
  }
  return undefined;
}
