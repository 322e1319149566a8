import { fitsAnyPlatform } from '@oyna/domain/key-formats';

/**
 * Whether a text is typed or pasted like a key. Such a text is never put into an address, which proxies and the history of the
 * browser keep. Words of a title have small letters and no digits, phone numbers no letters, and the short number of an order
 * has fewer characters than any key.
 */
export function looksLikeKey(text: string): boolean {
  const value = text.trim();
  if (!/[A-Za-z]/.test(value)) return false;
  const isGrouped = /^[A-Za-z0-9]{3,6}(-[A-Za-z0-9]{3,6}){2,4}$/.test(value);
  if (isGrouped) return value === value.toUpperCase() || /\d/.test(value);
  return fitsAnyPlatform(value) && isRandom(value);
}

/** Fewer capital letters in one word may be a title. */
const LONG_WORD = 15;
/** A login has a number at its end or in its middle, and the small letters and digits of a key alternate more often. */
const ALTERNATIONS = 4;

/** Whether a text without dashes is a key rather than a login or a title that is as long as one. */
function isRandom(value: string): boolean {
  const isUpperCase = value === value.toUpperCase();
  if (!/\d/.test(value)) return isUpperCase && value.length >= LONG_WORD;
  const alternations = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return isUpperCase || alternations >= ALTERNATIONS;
}
