/** The ids of alerts whose messages come to this browser. */
export const PUSH_ALERTS = 'pushAlerts';
/** The messages have ended since then: with the session, or with the subscription of the browser. */
export const PUSH_ENDED = 'pushEnded';
/** The name of an empty cache. The service worker makes it when the browser has another subscription, or none. */
export const PUSH_CHANGED = 'push-changed';
