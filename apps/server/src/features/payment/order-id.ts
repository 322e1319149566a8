import { randomInt } from 'node:crypto';

// Easy to read out to a support desk: no 0 and O, no 1 and I.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 26;

/** 130 bits: new for every attempt, and whoever knows one has been given it. */
export function createOrderId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
