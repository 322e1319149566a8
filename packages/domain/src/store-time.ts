/** The days of the store, and the time in mails: a server does not know the reader's time zone. */
export const STORE_TIME_ZONE = 'Asia/Almaty';

/** The calendar day of a moment in the time zone of the store, such as 2026-11-17. */
export const storeDay = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: STORE_TIME_ZONE }).format(moment);
