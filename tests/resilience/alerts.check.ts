/** What must hold of messages, by what the test knows: when each price was valid, and when each alert was stopped. */

export interface AlertWatch {
  alertId: number;
  threshold: number;
  offer: {
    id: number;
    /** In the order of the changes; the moments are in milliseconds. */
    prices: { price: number; from: number; until: number }[];
  };
  /** When the answer to the stop arrived. */
  stoppedAt: number | undefined;
}

export interface Received {
  alertId: number;
  price: number;
  at: number;
  /** When the transaction began that read the price. Undefined: the store did not note the message as sent. */
  readFrom: number | undefined;
}

/** `collectMs`: the longest time until a change was collected. */
export function findAlertFaults(
  watches: readonly AlertWatch[],
  received: readonly Received[],
  collectMs: number,
): string[] {
  const byAlert = Map.groupBy(received, ({ alertId }) => alertId);
  return watches.flatMap((watch) => {
    const messages = (byAlert.get(watch.alertId) ?? []).toSorted((a, b) => a.at - b.at);
    return [
      ...falseOnes(watch, messages),
      ...tooMany(watch, messages, collectMs),
      ...lateOnes(watch, messages),
      ...missing(watch, messages),
    ];
  });
}

/** The last price that the message can have read: it was valid at a moment between the beginning and the arrival. */
const versionOf = ({ offer }: AlertWatch, { price, at, readFrom = at }: Received): number =>
  offer.prices.findLastIndex((one) => one.price === price && one.from <= at && one.until >= readFrom);

function falseOnes(watch: AlertWatch, messages: readonly Received[]): string[] {
  const { alertId, threshold } = watch;
  return messages.flatMap((message) => {
    const { price, readFrom } = message;
    if (readFrom === undefined) return [`alert ${alertId}: a message arrived that is not noted as sent`];
    if (!(price <= threshold)) return [`alert ${alertId}: ${price} is not ${threshold} or less`];
    return versionOf(watch, message) < 0 ? [`alert ${alertId}: the price was not ${price} at that time`] : [];
  });
}

/** The places of changes from a price above the threshold to one at it or below. */
export const eventsOf = ({ threshold, offer: { prices } }: AlertWatch): number[] =>
  prices.flatMap(({ price }, index) => {
    const before = prices[index - 1];
    return price <= threshold && before !== undefined && before.price > threshold ? index : [];
  });

/**
 * A message that reads a new event before it was collected is followed by one about that event. So two messages may say prices
 * of the same event, if it was that new for the first of them.
 */
function tooMany(watch: AlertWatch, messages: readonly Received[], collectMs: number): string[] {
  const events = eventsOf(watch);
  const eventOf = (message: Received | undefined) => {
    const version = message ? versionOf(watch, message) : -1;
    return events.findLast((event) => event <= version);
  };
  const faults = messages.flatMap((message, index) => {
    const event = eventOf(message);
    const before = messages[index - 1];
    if (!before || event === undefined || event !== eventOf(before)) return [];
    const committed = watch.offer.prices[event - 1]?.until ?? 0;
    const wasNew = committed >= (before.readFrom ?? before.at) - collectMs;
    return wasNew && event !== eventOf(messages[index - 2])
      ? []
      : [`alert ${watch.alertId}: two messages about one event`];
  });
  if (messages.length > events.length) {
    faults.push(`alert ${watch.alertId}: ${messages.length} messages about ${events.length} events`);
  }
  return faults;
}

function lateOnes({ alertId, stoppedAt }: AlertWatch, messages: readonly Received[]): string[] {
  if (stoppedAt === undefined) return [];
  return messages.filter(({ at }) => at > stoppedAt).map(() => `alert ${alertId}: a message after the stop`);
}

/** The last event, if it is still true at the end. Earlier ones may be over before they are sent. */
function missing(watch: AlertWatch, messages: readonly Received[]): string[] {
  const { prices } = watch.offer;
  const last = prices[eventsOf(watch).at(-1) ?? -1];
  const isTrue = (prices.at(-1)?.price ?? Number.POSITIVE_INFINITY) <= watch.threshold;
  if (watch.stoppedAt !== undefined || !last || !isTrue) return [];
  return messages.some(({ at }) => at >= last.from) ? [] : [`alert ${watch.alertId}: no message about the last event`];
}
