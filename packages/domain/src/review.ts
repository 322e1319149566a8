/** The rules of reviews: what a text may contain, when it waits for an operator, and what a rating is. */
import type { ErrorCode, FieldErrors } from './errors.ts';
import { AppError } from './errors.ts';
import type { ReviewStatus } from './states.ts';
import { isSound } from './support-message.ts';
import { cleanText } from './validation.ts';

export const MIN_RATING = 1;
export const MAX_RATING = 5;
export const MIN_REVIEW_LENGTH = 20;
export const MAX_REVIEW_LENGTH = 3000;
export const MIN_NICKNAME_LENGTH = 2;
export const MAX_NICKNAME_LENGTH = 30;
export const MAX_REVIEW_ANSWER_LENGTH = 2000;
export const MAX_HIDE_REASON_LENGTH = 300;
export const REVIEWS_PER_PAGE = 10;
/** Later pages are not listed. */
export const MAX_REVIEW_PAGE = 1000;

export const REVIEW_ORDERS = ['helpful', 'newest'] as const;
export type ReviewOrder = (typeof REVIEW_ORDERS)[number];

export interface ReviewForm {
  rating: number;
  nickname: string;
  text: string;
}

/** Why a review waits for an operator. */
export const HOLD_REASONS = ['approval', 'word', 'link', 'hidden-before'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The setting `review-rules`. A word that ends with `*` matches every word that begins with it. */
export interface ReviewRules {
  approval: 'none' | 'all';
  links: 'refuse' | 'hold';
  words: readonly string[];
}

export const INITIAL_REVIEW_RULES: ReviewRules = { approval: 'none', links: 'refuse', words: [] };
export const MAX_REVIEW_WORDS = 500;
const MAX_WORD_LENGTH = 60;

// Letters and digits of any alphabet, and a few signs between them.
const NICKNAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_. -]*[\p{L}\p{M}\p{N}])?$/u;
const LINK =
  /:\/\/|\bwww\.|@[\p{L}\p{N}-]+\.|[\p{L}\p{N}-]\.[a-z]{2,24}\/\w|[\p{L}\p{N}-]\.(?:com|net|org|info|biz|ru|рф|kz|қаз|by|uz|su|me|gg|io|cc|tv|ly|to|xyz|shop|store|site|online|top|pro|app|dev|link|club|ws)(?![\p{L}\p{N}])/iu;

// Characters without a shape would hide a word or a link from the rules. Joined emoji and some alphabets need the joiners.
const INVISIBLE = /(?![\u200c\u200d])(?:\u034f|[\p{Cf}\u115f\u1160\u2800\u3164\uffa0])/gu;
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

const LETTER = /[\p{L}\p{N}]/gu;
/** Fewer letters than this say nothing, whatever the length of the text. */
const MIN_REVIEW_LETTERS = 10;

/** Line breaks of all systems become one kind, and no more than one empty line separates paragraphs. */
export function cleanReview(form: ReviewForm): ReviewForm {
  const { rating } = form;
  const lines = cleanText(withoutInvisible(form.text)).replace(/\r\n?/g, '\n');
  return {
    rating,
    nickname: cleanText(withoutInvisible(form.nickname)).replace(/\s+/g, ' '),
    text: lines.replace(/[^\S\n]+\n/g, '\n').replace(/\n{3,}/g, '\n\n'),
  };
}

/** The form and the API clean the fields first. */
export function validateReview({ rating, nickname, text }: ReviewForm): FieldErrors<keyof ReviewForm> {
  const isRating = Number.isInteger(rating) && rating >= MIN_RATING && rating <= MAX_RATING;
  const isNickname = NICKNAME.test(nickname) && isWithin(nickname, MIN_NICKNAME_LENGTH, MAX_NICKNAME_LENGTH);
  const isLongEnough = [...text].length >= MIN_REVIEW_LENGTH && (text.match(LETTER)?.length ?? 0) >= MIN_REVIEW_LETTERS;
  const isText = isSound(text, MAX_REVIEW_LENGTH) && isLongEnough;
  const found = {
    rating: isRating ? undefined : 'review-rating-invalid',
    nickname: isNickname && !hasLink(nickname) && !isOfShop(nickname) ? undefined : 'review-nickname-invalid',
    text: isText ? undefined : 'review-text-invalid',
  } as const satisfies Record<keyof ReviewForm, ErrorCode | undefined>;
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined));
}

/** A reader would take the name for an answer of the store. */
const isOfShop = (nickname: string): boolean => wordsOf(nickname).split(' ').includes('oyna');

const isWithin = (text: string, min: number, max: number) => [...text].length >= min && [...text].length <= max;

export const hasLink = (text: string): boolean => LINK.test(plainOf(text));

/** Without the signs that only change the look: width, joiners, the full stop of other scripts. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[\u3002\u2024]/g, '.');

/** Case, punctuation and the width of characters make no difference. */
export function hasListedWord(text: string, words: readonly string[]): boolean {
  const said = ` ${wordsOf(text)} `;
  return words.some((entry) => {
    const wanted = wordsOf(entry);
    return wanted !== '' && said.includes(entry.trimEnd().endsWith('*') ? ` ${wanted}` : ` ${wanted} `);
  });
}

const wordsOf = (text: string): string =>
  (
    plainOf(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ');

interface ReviewPlan {
  status: Extract<ReviewStatus, 'published' | 'waiting'>;
  heldFor: HoldReason[];
}

/** Whether a new or edited review is shown at once. What an operator has hidden before always waits. */
export function planReview(form: ReviewForm, rules: ReviewRules, { wasHidden }: { wasHidden: boolean }): ReviewPlan {
  const isLinked = hasLink(form.text);
  if (isLinked && rules.links === 'refuse') throw new AppError('review-link', { field: 'text' });
  const isListed = hasListedWord(`${form.nickname}\n${form.text}`, rules.words);
  const found = {
    approval: rules.approval === 'all',
    word: isListed,
    link: isLinked,
    'hidden-before': wasHidden,
  } satisfies Record<HoldReason, boolean>;
  const heldFor = HOLD_REASONS.filter((reason) => found[reason]);
  return { status: heldFor.length > 0 ? 'waiting' : 'published', heldFor };
}

export interface Rating {
  /** From 1 to 5, with one decimal. */
  average: number;
  count: number;
}

/** `stars` has the number of published reviews with one star, two stars and so on. Null without any. */
export function ratingOf(stars: readonly number[]): Rating | null {
  const count = stars.reduce((sum, number) => sum + number, 0);
  if (count === 0) return null;
  const total = stars.reduce((sum, number, index) => sum + number * (index + 1), 0);
  return { average: Math.round((total * 10) / count) / 10, count };
}

/** Undefined for a value that the setting cannot have. */
export function parseReviewRules(value: unknown): ReviewRules | undefined {
  const { approval, links, words } = typeof value === 'object' && value !== null ? (value as Partial<ReviewRules>) : {};
  if (approval !== 'none' && approval !== 'all') return undefined;
  if (links !== 'refuse' && links !== 'hold') return undefined;
  if (!Array.isArray(words) || words.length > MAX_REVIEW_WORDS) return undefined;
  const isWord = (word: unknown) => typeof word === 'string' && word.length <= MAX_WORD_LENGTH && wordsOf(word) !== '';
  if (!words.every(isWord)) return undefined;
  return { approval, links, words: [...new Set(words.map((word: string) => word.trim().toLowerCase()))] };
}
