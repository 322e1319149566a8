/** The days of the store, and the time in mails: a server does not know the reader's time zone. */
export const STORE_TIME_ZONE = 'Asia/Almaty';
