import { randomInt } from 'node:crypto';
import { cleanText } from '@oyna/domain/validation';

const MAX_BASE = 40;
const FEW = 5;
const RANDOM_TRIES = 15;

/**
 * Suggests logins for a new account: "dana", "dana2", … and then random ones. None contains an @, because an address as
 * login must be the owner's.
 */
export function* suggestLogins(person: {
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
}): Generator<string> {
  const name = [person.firstName, person.lastName].filter(Boolean).join('.');
  const base = toLogin(person.email?.split('@')[0]) ?? toLogin(name) ?? 'player';
  yield base;
  for (let number = 2; number <= FEW; number++) yield `${base}${number}`;
  for (let left = RANDOM_TRIES; left > 0; left--) yield `${base}${randomInt(10_000, 1_000_000_000)}`;
}

function toLogin(text = ''): string | undefined {
  const kept = cleanText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return [...kept].slice(0, MAX_BASE).join('') || undefined;
}
