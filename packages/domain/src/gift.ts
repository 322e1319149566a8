/** A bought key that is given to another person: what the giver enters, and from when the gift opens. */
import { isDay } from './calendar-day.ts';
import { MAX_GIFT_MESSAGE_LENGTH } from './constants.ts';
import type { ErrorCode, FieldErrors } from './errors.ts';
import { hasLink, withoutInvisible } from './review.ts';
import { storeDay } from './store-time.ts';
import { isSound } from './support-message.ts';
import { cleanText, validateEmail } from './validation.ts';

/** The page that opens a gift. */
export const GIFT_LINK_PATH = '/gift';

export const GIFT_CHANNELS = ['link', 'email'] as const;
export type GiftChannel = (typeof GIFT_CHANNELS)[number];

export const MAX_GIFT_NAME_LENGTH = 60;
/** A gift may wait for a birthday of the next year. */
export const MAX_GIFT_DAYS_AHEAD = 366;
/** On a later day the mail is sent in the morning of the store's time zone. */
export const GIFT_MAIL_HOUR = 9;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface GiftForm {
  channel: GiftChannel;
  giverName: string;
  recipientName: string;
  /** Empty for a link. */
  email: string;
  message: string;
  /** A calendar day of the store. */
  day: string;
}

export const lastGiftDay = (now: Date): string => storeDay(new Date(now.getTime() + MAX_GIFT_DAYS_AHEAD * DAY_MS));

export function cleanGift(form: GiftForm): GiftForm {
  const line = (text: string) => cleanText(withoutInvisible(text)).replace(/\s+/g, ' ');
  return {
    ...form,
    giverName: line(form.giverName),
    recipientName: line(form.recipientName),
    email: form.channel === 'email' ? cleanText(form.email) : '',
    message: cleanText(withoutInvisible(form.message))
      .replace(/\r\n?/g, '\n')
      .replace(/\n{3,}/g, '\n\n'),
  };
}

/** The form and the API clean the fields first. The store mails these words to a stranger: they hold no links. */
export function validateGift(form: GiftForm, now: Date): FieldErrors<keyof GiftForm> {
  const isShort = (text: string, length: number) => text === '' || (isSound(text, length) && !hasLink(text));
  const isName = (text: string) => isShort(text, MAX_GIFT_NAME_LENGTH);
  const isOpenable = isDay(form.day) && form.day >= storeDay(now) && form.day <= lastGiftDay(now);
  const found = {
    giverName: isName(form.giverName) ? undefined : 'gift-name-invalid',
    recipientName: isName(form.recipientName) ? undefined : 'gift-name-invalid',
    email: form.channel === 'email' ? validateEmail(form.email) : undefined,
    message: isShort(form.message, MAX_GIFT_MESSAGE_LENGTH) ? undefined : 'gift-message-invalid',
    day: isOpenable ? undefined : 'gift-day-invalid',
  } as const satisfies Partial<Record<keyof GiftForm, ErrorCode | undefined>>;
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined));
}
