/** The card form (spec §2, §5). The card goes from the browser to the provider, so only the browser runs this. */
import type { ErrorCode, FieldErrors } from './errors.ts';

/** 9 is a digit. Every other character is itself. */
export const CARD_MASKS = { number: '9999 9999 9999 9999', expiry: '99/99', cvv: '999' } as const;

const MAX_HOLDER_LENGTH = 64;

export interface CardForm {
  number: string;
  expiry: string;
  cvv: string;
  holder: string;
}

/** Puts the typed digits into the mask and drops everything else. */
export function applyMask(mask: string, typed: string): string {
  const digits = digitsOf(typed);
  let result = '';
  let used = 0;
  for (const place of mask) {
    if (used === digits.length) break;
    result += place === '9' ? digits[used++] : place;
  }
  return result;
}

export function validateCard(card: CardForm, now: Date): FieldErrors<keyof CardForm> {
  const found: [keyof CardForm, ErrorCode | undefined][] = [
    ['number', validateNumber(card.number)],
    ['expiry', validateExpiry(card.expiry, now)],
    ['cvv', validateCvv(card.cvv)],
    ['holder', validateHolder(card.holder)],
  ];
  return Object.fromEntries(found.filter(([, code]) => code !== undefined));
}

function validateNumber(number: string): ErrorCode | undefined {
  if (number.trim() === '') return 'card-number-empty';
  const isComplete = number === applyMask(CARD_MASKS.number, number) && number.length === CARD_MASKS.number.length;
  return isComplete && !number.startsWith('0') && passesLuhn(digitsOf(number)) ? undefined : 'card-number-invalid';
}

/** A card is valid through the last day of its month, in every time zone. */
function validateExpiry(expiry: string, now: Date): ErrorCode | undefined {
  if (expiry.trim() === '') return 'card-expiry-empty';
  const [, month = 0, year = 0] = (/^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry) ?? []).map(Number);
  const isCurrent = month > 0 && (2000 + year) * 12 + month - 1 >= now.getFullYear() * 12 + now.getMonth();
  return isCurrent ? undefined : 'card-expiry-invalid';
}

function validateCvv(cvv: string): ErrorCode | undefined {
  if (cvv.trim() === '') return 'card-cvv-empty';
  return /^[0-9]{3}$/.test(cvv) ? undefined : 'card-cvv-invalid';
}

function validateHolder(holder: string): ErrorCode | undefined {
  if (holder.trim() === '') return 'card-holder-empty';
  const isName = holder.length <= MAX_HOLDER_LENGTH && /^[\p{L}\p{M}' .-]+$/u.test(holder);
  return isName && /\p{L}/u.test(holder) ? undefined : 'card-holder-invalid';
}

/** The Luhn check finds mistyped card numbers. */
function passesLuhn(digits: string): boolean {
  const total = [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return total % 10 === 0;
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}
