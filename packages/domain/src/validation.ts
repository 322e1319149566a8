/**
 * The field rules of spec §5 for the forms and the API. A rule returns the code of the error or undefined. Both sides pass
 * texts through `cleanText` first.
 */
import { isCalendarDay } from './calendar-day.ts';
import { AVATAR_EXTENSIONS, AVATAR_MAX_BYTES, isOneOf, PASSWORD_MIN_LENGTH } from './constants.ts';
import type { ErrorCode, FieldErrors } from './errors.ts';

type Id = number | string | null | undefined;

const MAX_TEXT_LENGTH = 100;
const MAX_EMAIL_LENGTH = 254;
// The time to hash a password grows with its length.
const MAX_PASSWORD_LENGTH = 128;
export const MAX_STEAM_LOGIN_LENGTH = 64;
const MAX_STEAM_AMOUNT = 1_000_000;
export const MAX_PUBG_ID_LENGTH = 20;
const MAX_PROMO_CODE_LENGTH = 64;
const OLDEST_BIRTH_YEAR = 1900;

// Control and invisible characters: PostgreSQL refuses NUL, and a bidi mark makes one login look like another.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;
const PASSWORD_SYMBOL = /[!@#$%^&*]/;
// No character that separates two addresses in a mail header. No İ: its lower case in SQL is a plain i, but mail goes to
// another domain, so a stranger's mailbox would prove the address with i.
const EMAIL =
  /^(?!.*İ)[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}\p{Cs}]{1,64}@(?:[\p{L}\p{M}\p{N}-]{1,63}\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;
const STEAM_LOGIN = /^[A-Za-z0-9!@#$%^&*_+(),.?":{}|<>]+$/;
const DIGITS = /^[0-9]+$/;

export function cleanText(value: string): string {
  return value.normalize('NFC').trim();
}

export function validateLogin(login: string): ErrorCode | undefined {
  return isPlainText(login) ? undefined : 'login-invalid';
}

/** An uppercase letter of any alphabet counts, also a Cyrillic or Kazakh one. */
export function validatePassword(password: string): ErrorCode | undefined {
  const length = [...password].length;
  const fits = length >= PASSWORD_MIN_LENGTH && length <= MAX_PASSWORD_LENGTH;
  return fits && /\p{Lu}/u.test(password) && PASSWORD_SYMBOL.test(password) ? undefined : 'password-invalid';
}

export function validateEmail(email: string): ErrorCode | undefined {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) ? undefined : 'email-invalid';
}

export function validateCountry(countryId: Id): ErrorCode | undefined {
  return isChosen(countryId) ? undefined : 'country-invalid';
}

/** The sign-in form has one message for every error. */
export function validateSignIn(form: { login: string; password: string }): ErrorCode | undefined {
  return cleanText(form.login) === '' || validatePassword(form.password) ? 'auth-error' : undefined;
}

export function validateRegistration(form: {
  login: string;
  email: string;
  password: string;
  countryId: Id;
}): FieldErrors<'login' | 'email' | 'password' | 'countryId'> {
  return faults({
    login: validateLogin(form.login),
    email: validateEmail(form.email),
    password: validatePassword(form.password),
    countryId: validateCountry(form.countryId),
  });
}

export function validateSteamLogin(login: string): ErrorCode | undefined {
  return login.length <= MAX_STEAM_LOGIN_LENGTH && STEAM_LOGIN.test(login) ? undefined : 'steam-login-invalid';
}

/** Whole units of the chosen currency. */
export function validateSteamAmount(amount: string | number): ErrorCode | undefined {
  const value = DIGITS.test(String(amount)) ? Number(amount) : 0;
  return value >= 1 && value <= MAX_STEAM_AMOUNT ? undefined : 'steam-amount-invalid';
}

/** Allows digits and keys that insert no character. */
export function isAmountKeyAllowed(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): boolean {
  // AltGr reports Ctrl and Alt together and inserts a character. Option alone also does.
  const isShortcut = event.metaKey || (event.ctrlKey && !event.altKey);
  const isNamedKey = /^[A-Z][A-Za-z0-9]+$/.test(event.key) && event.key !== 'Dead';
  return isShortcut || isNamedKey || /^[0-9]$/.test(event.key);
}

export function validatePubgUid(uid: string): ErrorCode | undefined {
  return DIGITS.test(uid) && uid.length <= MAX_PUBG_ID_LENGTH ? undefined : 'pubg-uid-invalid';
}

export function validatePubgAmount(productId: Id, offered?: readonly (number | string)[]): ErrorCode | undefined {
  const isOffered = offered === undefined || offered.some((id) => String(id) === String(productId));
  return isChosen(productId) && isOffered ? undefined : 'pubg-amount-invalid';
}

/** The index of the chosen method; -1 is none (spec §4). */
export function validatePaymentMethod(index: number, methodCount: number): ErrorCode | undefined {
  return Number.isSafeInteger(index) && index >= 0 && index < methodCount ? undefined : 'payment-method-invalid';
}

export function validatePubgTopUp(
  form: { uid: string; productId: Id; method: number },
  offered: readonly (number | string)[],
  methodCount: number,
): FieldErrors<'uid' | 'productId' | 'method'> {
  return faults({
    uid: validatePubgUid(form.uid),
    productId: validatePubgAmount(form.productId, offered),
    method: validatePaymentMethod(form.method, methodCount) && 'pubg-payment-method-invalid',
  });
}

export function normalizePromoCode(code: string): string {
  // The upper case of ΐ has three characters. cleanText joins them again.
  return cleanText(cleanText(code).toUpperCase());
}

/** Refuses texts that cannot be a code. Only the server knows which codes are valid. */
export function validatePromoCode(code: string): ErrorCode | undefined {
  return isPlainText(cleanText(code), MAX_PROMO_CODE_LENGTH) ? undefined : 'promocode-error';
}

export function validateName(name: string): ErrorCode | undefined {
  return isPlainText(name) ? undefined : 'name-err';
}

export function validateSurname(surname: string): ErrorCode | undefined {
  return isPlainText(surname) ? undefined : 'surname-err';
}

export function validateBirthDate(
  date: { day: number; month: number; year: number },
  now: Date,
): ErrorCode | undefined {
  const { day, month, year } = date;
  const isPast = isCalendarDay(year, month, day) && Date.UTC(year, month - 1, day) <= now.getTime();
  return isPast && year >= OLDEST_BIRTH_YEAR ? undefined : 'birth-date-invalid';
}

/** "8 (701) 123-45-67" and "+7 701 123 45 67" are one number: +77011234567. */
export function normalizePhone(phone: string): string {
  const compact = phone.replace(/[\s().-]/g, '');
  return compact.replace(/^8(?=\d{10}$)/, '+7').replace(/^(?=\d)/, '+');
}

export function validatePhone(phone: string): ErrorCode | undefined {
  return /^\+[1-9]\d{9,14}$/.test(normalizePhone(phone)) ? undefined : 'phone-invalid';
}

export function validatePasswordChange(form: {
  current: string;
  next: string;
  repeated: string;
}): FieldErrors<'current' | 'next' | 'repeated'> {
  return faults({
    current: form.current === '' ? 'pass-err' : undefined,
    next: form.next === '' ? 'pass-err' : validatePassword(form.next),
    repeated: form.repeated === '' ? 'pass-err' : form.repeated === form.next ? undefined : 'password-mismatch',
  });
}

export function validateAvatar(file: { name: string; size: number }): ErrorCode | undefined {
  const extension = /\.([a-z]+)$/.exec(file.name.toLowerCase())?.[1] ?? '';
  if (!isOneOf(AVATAR_EXTENSIONS, extension)) return 'avatar-type-invalid';
  return file.size <= AVATAR_MAX_BYTES ? undefined : 'payload-too-large';
}

function isPlainText(text: string, maxLength = MAX_TEXT_LENGTH): boolean {
  return text !== '' && text === cleanText(text) && [...text].length <= maxLength && !INVISIBLE.test(text);
}

function isChosen(id: Id): boolean {
  return typeof id === 'number' ? Number.isSafeInteger(id) && id > 0 : typeof id === 'string' && id.trim() !== '';
}

function faults<Field extends string>(found: Record<Field, ErrorCode | undefined>): FieldErrors<Field> {
  const wrong = Object.entries(found).filter(([, code]) => code !== undefined);
  return Object.fromEntries(wrong) as FieldErrors<Field>;
}
