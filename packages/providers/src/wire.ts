/** Reads the messages of outside parties. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * An object of a JSON text, with its numbers as they were written: 30.75 stays the decimal "30.75" and is never a
 * binary float. Undefined for anything else.
 */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  const keepNumbers = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value;
  try {
    const value: unknown = JSON.parse(text, keepNumbers);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined unless it is UTF-8 throughout: a signature over replaced characters would prove nothing. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** On one line and short, because text from outside goes into the log. */
export function quote(text: string): string {
  return JSON.stringify(text).slice(0, 120);
}

export function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** The ids this shop gives out. */
export function isOrderId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,50}$/.test(value);
}

/** An amount in hundredths: "3075" as 3075. */
export function readWholeAmount(value: unknown): number | undefined {
  const amount = /^\d{1,16}$/.test(textOf(value)) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Whether a browser can be sent there, or a callback. */
export function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url);
}
