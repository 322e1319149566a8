/** The days of the store, and the time in mails: a server does not know the reader's time zone. */
export const STORE_TIME_ZONE = 'Asia/Almaty';

/** The calendar day of a moment in the time zone of the store, such as 2026-11-17. */
export const storeDay = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: STORE_TIME_ZONE }).format(moment);

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment when a calendar day begins in the time zone of the store. */
export const storeDayStart = (day: string): Date => startOf(Date.parse(`${day}T00:00:00Z`));

/** The moment when it ends and the next day begins. */
export const storeDayEnd = (day: string): Date => startOf(Date.parse(`${day}T00:00:00Z`) + DAY_MS);

/** The second look at the clocks counts when they change on that day. */
const startOf = (utcMidnight: number): Date => new Date(utcMidnight - offsetAt(utcMidnight - offsetAt(utcMidnight)));

const CLOCK = new Intl.DateTimeFormat('en', { timeZone: STORE_TIME_ZONE, timeZoneName: 'longOffset' });

/** How far the clocks of the store are ahead of UTC, in milliseconds. */
function offsetAt(moment: number): number {
  const name = CLOCK.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, hours = 0, minutes = 0] = (/^GMT\+(\d\d):(\d\d)/.exec(name) ?? []).map(Number);
  return (hours * 60 + minutes) * 60_000;
}
