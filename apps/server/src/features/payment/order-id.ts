import { randomInt } from 'node:crypto';

// Easy to read out to a support desk: no 0 and O, no 1 and I.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 26;

/** 130 random bits: an id cannot be guessed. */
export function createOrderId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
