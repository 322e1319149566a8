/** The ids of alerts whose messages come to this browser. */
export const PUSH_ALERTS = 'pushAlerts';
/** The session has ended since then, and the messages with it. */
export const PUSH_ENDED = 'pushEnded';
