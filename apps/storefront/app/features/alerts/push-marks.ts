/** The ids of alerts whose messages come to this browser. */
export const PUSH_ALERTS = 'pushAlerts';
/** A session has ended since, and with it the messages. */
export const PUSH_ENDED = 'pushEnded';
