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
}

/** A message is read at most so long before it arrives. */
const HAND_OVER_MS = 8_000;

export function findAlertFaults(watches: readonly AlertWatch[], received: readonly Received[]): string[] {
  const byAlert = Map.groupBy(received, ({ alertId }) => alertId);
  return watches.flatMap((watch) => {
    const messages = (byAlert.get(watch.alertId) ?? []).toSorted((a, b) => a.at - b.at);
    return [
      ...falseOnes(watch, messages),
      ...tooMany(watch, messages),
      ...lateOnes(watch, messages),
      ...missing(watch, messages),
    ];
  });
}

function falseOnes({ alertId, threshold, offer }: AlertWatch, messages: readonly Received[]): string[] {
  return messages.flatMap(({ price, at }) => {
    if (!(price <= threshold)) return [`alert ${alertId}: ${price} is not ${threshold} or less`];
    const wasValid = offer.prices.some(
      (one) => one.price === price && one.from <= at && one.until >= at - HAND_OVER_MS,
    );
    return wasValid ? [] : [`alert ${alertId}: the price was not ${price} at that time`];
  });
}

/** An event is a change from a price above the threshold to one at it or below. */
const eventsOf = ({ threshold, offer }: AlertWatch) =>
  offer.prices.filter(({ price }, index) => {
    const before = offer.prices[index - 1];
    return price <= threshold && before !== undefined && before.price > threshold;
  });

function tooMany(watch: AlertWatch, messages: readonly Received[]): string[] {
  const events = eventsOf(watch);
  const faults = messages.flatMap(({ at }, index) => {
    const before = messages[index - 1];
    const isNew = !before || events.some(({ from, until }) => until >= before.at - HAND_OVER_MS && from <= at);
    return isNew ? [] : [`alert ${watch.alertId}: two messages about one event`];
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
  const last = eventsOf(watch).at(-1);
  const isTrue = (watch.offer.prices.at(-1)?.price ?? Number.POSITIVE_INFINITY) <= watch.threshold;
  if (watch.stoppedAt !== undefined || !last || !isTrue) return [];
  return messages.some(({ at }) => at >= last.from) ? [] : [`alert ${watch.alertId}: no message about the last event`];
}
