import { randomInt } from 'node:crypto';

// Easy to read out to a support desk: no 0 and O, no 1 and I.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 26;

/** 130 random bits: an id cannot be guessed. */
export function createOrderId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The short number of an order as it is stored, OY-7F3K-21, in whatever way it was typed. */
export function parseOrderNumber(text: string): string | null {
  const [, head, tail] = /^OY([A-Z0-9]{4})([A-Z0-9]{2,})$/.exec(text.toUpperCase().replace(/[^A-Z0-9]/g, '')) ?? [];
  return head && tail ? `OY-${head}-${tail}` : null;
}
