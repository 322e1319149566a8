/** Alerts of customers: what they wait for, when that is an event, and whether a message about it is still true. */

export const ALERT_KINDS = ['price-below', 'back-in-stock', 'discount-end'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** A new channel is a line here and its file in the feature `alerts` of the server. */
export const ALERT_CHANNELS = ['mail', 'push'] as const;
export type AlertChannelName = (typeof ALERT_CHANNELS)[number];

/** Of one account, those that are not stopped. */
export const MAX_ALERTS = 100;
/** Events of one account within 24 hours that make messages. */
export const ALERT_EVENTS_PER_DAY = 30;
/** After a message, the next one of the same alert waits so long. It is checked again before it is sent. */
export const ALERT_QUIET_HOURS = 6;
/** How long before the end of a discount its message is made. */
export const DISCOUNT_END_HOURS = 24;

/** What an alert about one offer waits for. The threshold is in hundredths of the currency of the alert. */
export type OfferAlert = { kind: 'price-below'; threshold: number } | { kind: 'back-in-stock' };

/** An offer as the customer sees it: the price in hundredths of their currency. */
export interface SeenOffer {
  price: number | undefined;
  isAvailable: boolean;
}

/** Whether what the alert waits for is true. A price at which the offer cannot be bought does not count. */
export function isAlertMet(alert: OfferAlert, offer: SeenOffer): boolean {
  if (!offer.isAvailable || offer.price === undefined) return false;
  return alert.kind === 'back-in-stock' || offer.price <= alert.threshold;
}

/**
 * Has an event when what the alert waits for was not true before and is true now. The alert remembers whether it was met when it
 * was last checked. The states are those of the offer since then, in order, the present one last. An event in between counts if
 * it is still true.
 */
export function nextAlertState(
  wasMet: boolean,
  alert: OfferAlert,
  states: readonly SeenOffer[],
): { isMet: boolean; isDue: boolean } {
  let isMet = wasMet;
  let hasEvent = false;
  for (const state of states) {
    const isMetNow = isAlertMet(alert, state);
    if (isMetNow && !isMet) hasEvent = true;
    isMet = isMetNow;
  }
  return { isMet, isDue: isMet && hasEvent };
}

/** A threshold that the price can reach: a positive amount below the present price. */
export const isThreshold = (threshold: number, price: number): boolean =>
  Number.isSafeInteger(threshold) && threshold > 0 && threshold < price;
