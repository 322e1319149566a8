/**
 * Every way a request can fail, by the key the client translates (spec §8). The message is the English text an
 * answer carries for a client without a translation. Which HTTP status a code gets is the server's business.
 */
import {
  AVATAR_EXTENSIONS,
  MAX_BASKET_PRODUCTS,
  MAX_ITEM_COUNT,
  MAX_SUPPORT_MESSAGE_LENGTH,
  PASSWORD_MIN_LENGTH,
} from './constants.ts';

export const ERRORS = {
  // Keys of the spec
  'steam-login-invalid': { message: 'Enter a valid Steam login' },
  'steam-amount-invalid': { message: 'Enter the amount in digits' },
  'steam-error': { message: 'Payment link is missing. Please try again.' },
  'pubg-uid-invalid': { message: 'Enter the player id in digits' },
  'pubg-amount-invalid': { message: 'Choose an amount' },
  'pubg-payment-method-invalid': { message: 'Choose a payment method' },
  'pubg-error': { message: 'Payment link is missing. Please try again.' },
  'basket-id-missing': { message: 'The basket was not found. Please try again.' },
  'payment-text3': { message: 'Payment link is missing. Please try again.' },
  'not-payed': { message: 'An error occurred.' },
  'promocode-error': { message: 'This promo code does not work' },
  'name-err': { message: 'Enter your name' },
  'surname-err': { message: 'Enter your surname' },
  'pass-err': { message: 'Enter the password' },
  'password-invalid': {
    message: `At least ${PASSWORD_MIN_LENGTH} characters with an uppercase letter and one of !@#$%^&*`,
  },
  'email-invalid': { message: 'Enter a valid email address' },
  'auth-error': { message: 'Wrong login or password' },
  'not-authorized': { message: 'Sign in to continue' },

  // Fields the spec checks without naming a key
  'login-invalid': { message: 'Enter a login' },
  'login-taken': { message: 'This login is taken' },
  'email-taken': { message: 'This email address is taken' },
  'phone-invalid': { message: 'Enter a valid phone number' },
  'country-invalid': { message: 'Choose a country' },
  'birth-date-invalid': { message: 'Enter a valid date of birth' },
  'password-wrong': { message: 'This is not your password' },
  'password-mismatch': { message: 'The passwords do not match' },
  'payment-method-invalid': { message: 'Choose a payment method before continuing' },
  'avatar-type-invalid': { message: `The picture must be one of ${AVATAR_EXTENSIONS.join(', ')}` },
  'avatar-broken': { message: 'This picture cannot be read. Choose another one.' },
  'card-number-empty': { message: 'The card number cannot be empty' },
  'card-number-invalid': { message: 'Check the card number' },
  'card-expiry-empty': { message: 'The expiry date cannot be empty' },
  'card-expiry-invalid': { message: 'Check the expiry date' },
  'card-cvv-empty': { message: 'The CVV cannot be empty' },
  'card-cvv-invalid': { message: 'Check the CVV' },
  'card-holder-empty': { message: 'The holder name cannot be empty' },
  'card-holder-invalid': { message: 'Check the holder name' },
  'topic-invalid': { message: 'Choose a topic' },
  'message-invalid': { message: `Write a message of up to ${MAX_SUPPORT_MESSAGE_LENGTH} characters` },
  'date-range-invalid': { message: 'The first date must not be after the last one' },
  'count-invalid': { message: `The count must be a whole number from 1 to ${MAX_ITEM_COUNT}` },

  // What a rule of the shop refuses
  'basket-frozen': { message: 'The basket is waiting for its payment and cannot be changed' },
  'basket-full': { message: `A basket holds at most ${MAX_BASKET_PRODUCTS} different products` },
  'basket-empty': { message: 'The basket is empty' },
  'out-of-stock': { message: 'There are not enough of these left' },
  'price-unavailable': { message: 'Price not available' },
  'state-conflict': { message: 'This has already moved on. Refresh the page.' },
  'idempotency-conflict': { message: 'This key was already used for another request' },
  'account-not-found': { message: 'There is no such game account' },
  'quote-expired': { message: 'The price has changed. Look at the new one before you pay.' },
  'region-not-supported': { message: 'Accounts of this region cannot be topped up' },
  'code-invalid': { message: 'The code is wrong or has expired' },
  'sign-in-failed': { message: 'Sign-in did not succeed. Please try again.' },

  // What can happen to any request
  'invalid-parameter': { message: 'A parameter has a wrong value' },
  'not-found': { message: 'Not found' },
  'method-not-allowed': { message: 'This method is not allowed here' },
  'payload-too-large': { message: 'The request is too large' },
  'unsupported-media-type': { message: 'This kind of content is not supported' },
  'too-many-requests': { message: 'Too many requests. Please wait a little.' },
  unavailable: { message: 'The store is not available right now. Please try again.' },
  'provider-unavailable': { message: 'An outside service does not answer. Please try again.' },
  internal: { message: 'Something went wrong' },
} as const satisfies Record<string, { message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Field name to what is wrong with it; a field without a fault is absent. */
export type FieldErrors<Field extends string> = Partial<Record<Field, ErrorCode>>;

interface AppErrorOptions {
  field?: string | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/** An expected failure. Whatever is thrown and is not one of these is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** The request field at fault, where there is one. */
  readonly field: string | undefined;
  /** For the log and the operator; an answer does not carry it. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.details = options.details;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** What the client says of an answer that brought no message of its own (spec §8). */
export function requestFailedMessage(status: number): string {
  return `Request failed with status ${status}`;
}
