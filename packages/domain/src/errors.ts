/**
 * The error codes of the API, which the client translates (spec §8). The message is the English text for a client without
 * a translation. The server maps a code to an HTTP status.
 */
import { MAX_ALERTS } from './alerts.ts';
import {
  AVATAR_EXTENSIONS,
  MAX_BASKET_PRODUCTS,
  MAX_GIFT_MESSAGE_LENGTH,
  MAX_ITEM_COUNT,
  MAX_SUPPORT_MESSAGE_LENGTH,
  PASSWORD_MIN_LENGTH,
} from './constants.ts';

export const ERRORS = {
  // Keys of the spec
  'steam-login-invalid': { message: 'Enter a valid Steam login' },
  'steam-amount-invalid': { message: 'Enter an amount in digits' },
  'steam-error': { message: 'Payment link is missing. Please try again.' },
  'pubg-uid-invalid': { message: 'Enter the player ID, digits only' },
  'pubg-amount-invalid': { message: 'Choose an amount' },
  'pubg-payment-method-invalid': { message: 'Choose a payment method' },
  'pubg-error': { message: 'Payment link is missing. Please try again.' },
  'basket-id-missing': { message: 'We couldn’t find your cart. Please try again.' },
  'payment-text3': { message: 'Payment link is missing. Please try again.' },
  'not-payed': { message: 'An error occurred.' },
  'promocode-error': { message: 'This promo code doesn’t work' },
  'name-err': { message: 'Enter your name' },
  'surname-err': { message: 'Enter your last name' },
  'pass-err': { message: 'Enter your password' },
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
  'password-common': { message: 'This password is too easy to guess. Choose a rarer one.' },
  'password-personal': { message: 'The password must not repeat your login or email address' },
  'proof-needed': { message: 'First confirm this change with the code sent to your current email address' },
  'password-wrong': { message: 'That’s not your password' },
  'password-mismatch': { message: 'The passwords don’t match' },
  'payment-method-invalid': { message: 'Choose a payment method before continuing' },
  'avatar-type-invalid': { message: `The picture must be one of ${AVATAR_EXTENSIONS.join(', ')}` },
  'avatar-broken': { message: 'We can’t open this picture. Choose another one.' },
  'card-number-empty': { message: 'Enter the card number' },
  'card-number-invalid': { message: 'Check the card number' },
  'card-expiry-empty': { message: 'Enter the expiry date' },
  'card-expiry-invalid': { message: 'Check the expiry date' },
  'card-cvv-empty': { message: 'Enter the CVV' },
  'card-cvv-invalid': { message: 'Check the CVV' },
  'card-holder-empty': { message: 'Enter the cardholder name' },
  'card-holder-invalid': { message: 'Check the cardholder name' },
  'topic-invalid': { message: 'Choose a topic' },
  'message-invalid': { message: `Write a message of up to ${MAX_SUPPORT_MESSAGE_LENGTH} characters` },
  'review-rating-invalid': { message: 'Choose from one to five stars' },
  'review-nickname-invalid': { message: 'Enter a name of 2 to 30 letters and digits' },
  'review-text-invalid': { message: 'Write from 20 to 3,000 characters' },
  'review-link': { message: 'Reviews can’t have links or addresses' },
  'date-range-invalid': { message: 'The first date can’t be later than the last one' },
  'count-invalid': { message: `The quantity must be a whole number from 1 to ${MAX_ITEM_COUNT}` },

  // What a rule of the shop refuses
  'basket-frozen': {
    message: 'Your cart is waiting for payment and can’t be changed. Finish or cancel the payment first.',
  },
  'basket-full': { message: `Your cart holds up to ${MAX_BASKET_PRODUCTS} different items` },
  'basket-empty': { message: 'Your cart is empty' },
  'out-of-stock': { message: 'Not enough left in stock. Choose a smaller quantity.' },
  'too-many-held': { message: 'Too many keys are on hold for you. Order fewer at once, or try again later.' },
  'network-holds-too-many': {
    message: 'Too many unpaid keys are on hold for buyers of your network. Try again in up to half an hour.',
  },
  'price-unavailable': { message: 'Price not available' },
  'state-conflict': { message: 'This has already changed. Refresh the page.' },
  'idempotency-conflict': { message: 'This request was already sent with other data. Refresh the page and try again.' },
  'account-not-found': { message: 'There’s no such game account' },
  'quote-expired': { message: 'The price has changed. Check the new one before you pay.' },
  'activation-not-confirmed': {
    message: 'Some items don’t work in your country. Confirm that you know this before you pay.',
  },
  'key-is-gift': { message: 'This key is a gift. Take the gift back first.' },
  'gift-opened': { message: 'This gift has been opened' },
  'gift-not-yet': { message: 'The day of this gift has not come yet' },
  'gift-name-invalid': { message: 'Enter a shorter name without links' },
  'gift-message-invalid': { message: `At most ${MAX_GIFT_MESSAGE_LENGTH} characters, without links` },
  'gift-day-invalid': { message: 'Choose today or a day within a year' },
  'review-not-buyer': { message: 'Only customers who bought this game here can review it' },
  'review-key-unopened': { message: 'Open the key that you bought first' },
  'review-exists': { message: 'You have already reviewed this game' },
  'review-own': { message: 'This is your own review' },
  'alert-price-met': { message: 'It already costs that or less' },
  'alert-in-stock': { message: 'It is in stock already' },
  'alert-limit': { message: `You can have up to ${MAX_ALERTS} alerts. Stop one first.` },
  'alert-mail-unconfirmed': { message: 'Confirm your email address first, or choose another way' },
  'region-not-supported': { message: 'We can’t top up accounts from this region' },
  'code-invalid': { message: 'The code is wrong or has expired' },
  'account-needed': { message: 'You need an account for this. Sign in or create one.' },
  'account-blocked': { message: 'This account is blocked. Contact support.' },
  'sign-in-failed': { message: 'We couldn’t sign you in. Please try again.' },

  // What the console of the operators refuses
  'permission-missing': { message: 'Your role doesn’t allow this' },
  'second-factor-needed': { message: 'Confirm that it’s you with your second factor' },
  'second-factor-stale': { message: 'Confirm once more that it’s you' },
  'second-factor-invalid': { message: 'That didn’t work. Check the code and try again.' },
  'changed-meanwhile': { message: 'A colleague has just changed this. Look at it again.' },
  'operator-limit': { message: 'This is more than your role allows per day' },
  'cross-site': { message: 'This request didn’t come from the console' },
  'network-refused': { message: 'The console can’t be opened from this network' },
  'invitation-invalid': { message: 'This invitation is used, withdrawn or expired. Ask for a new one.' },
  'batch-in-use': { message: 'Keys of this batch are sold, held or were exported. Only the rest can be written off.' },
  'key-lines-refused': { message: 'Some lines can’t be imported. Nothing of this part was stored.' },
  'approval-needed': { message: 'A second person has to approve this' },
  'approval-own': { message: 'You asked for this yourself. A colleague has to approve it.' },
  'approval-alone': { message: 'You are the only operator who could approve. Invite a colleague first.' },
  'approval-expired': { message: 'This request has expired. Ask again.' },
  'approval-waiting': { message: 'A colleague has asked for this, and the request waits. Decide about it first.' },
  'approval-void': { message: 'The colleague who asked may no longer do this. Refuse the request.' },
  'role-in-use': { message: 'Operators or open invitations have this role. Give them another one first.' },
  'last-second-factor': { message: 'The store requires a second factor. Add another one before you remove the last.' },
  'last-owner': { message: 'The store needs at least one owner who can sign in' },

  'picture-type-invalid': { message: 'The picture must be a JPEG, PNG, WebP or AVIF file' },
  'picture-broken': { message: 'We can’t open this picture. Export it again or choose another one.' },
  'picture-size-invalid': {
    message: 'The picture needs at least 320 × 320 and at most 40 million pixels, and no side above 12,000',
  },
  'draft-incomplete': { message: 'Something is missing. Fill it in before you publish.' },
  'catalogue-file-invalid': { message: 'The catalogue was not changed: there are faults' },
  'gallery-full': { message: 'The gallery holds 8 pictures. Remove one first.' },

  // What can happen to any request
  'invalid-parameter': { message: 'A parameter has a wrong value' },
  'not-found': { message: 'Not found' },
  'method-not-allowed': { message: 'This method isn’t allowed here' },
  'payload-too-large': { message: 'The request is too large' },
  'unsupported-media-type': { message: 'This kind of content isn’t supported' },
  'too-many-requests': { message: 'Too many requests. Please wait a moment.' },
  unavailable: { message: 'The store isn’t available right now. Please try again.' },
  'provider-unavailable': { message: 'A partner service isn’t responding. Try again in a minute.' },
  internal: { message: 'Something went wrong' },
} as const satisfies Record<string, { message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The error code of each invalid field. */
export type FieldErrors<Field extends string> = Partial<Record<Field, ErrorCode>>;

interface AppErrorOptions {
  field?: string | undefined;
  productIds?: readonly number[] | undefined;
  current?: object | undefined;
  details?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/** An expected failure. Every other exception is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** The invalid field of the request. */
  readonly field: string | undefined;
  /** The products at fault, where there are any. */
  readonly productIds: readonly number[] | undefined;
  /** What the operator should have seen: the present state, with `changed-meanwhile`. */
  readonly current: object | undefined;
  /** For the log and the operator. A response does not contain it. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.productIds = options.productIds;
    this.current = options.current;
    this.details = options.details;
  }
}

/** Throws for the first wrong field. The form in the browser shows all of them. */
export function throwFirst(faults: Record<string, ErrorCode | undefined>): void {
  for (const [field, code] of Object.entries(faults)) if (code) throw new AppError(code, { field });
}
