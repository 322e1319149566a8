import { LOCAL_STORAGE_KEYS } from '@oyna/domain/constants';
import { forget, readStored, store } from '../browser-storage.ts';

const { token: TOKEN, basketId, basketItems, cartItems } = LOCAL_STORAGE_KEYS;
/** The open top-up of this browser. Deleted on sign-out, so that the next customer does not see it. */
export const OPEN_TOP_UP_KEY = 'topUpBegun';
/** The country of the account: pages sort by it before the account is loaded. */
export const ACCOUNT_COUNTRY_KEY = 'accountCountry';

/** The response to a sign-in; `expired` is the end of the session. */
export interface SessionStart {
  token: string;
  expired: string;
  /** A customer who buys without an account. */
  isGuest?: true;
}

interface TokenEntry {
  value: string;
  expiry: string;
  guest?: true;
}

const listeners = new Set<() => void>();
let ending: 'lost' | 'signed-out' | undefined;

/** How the last session has ended in this tab. Undefined while one is running. */
export const lastEnding = () => ending;

/**
 * The token to send, while it is good. An entry that has expired is deleted. Without a token the stored basket id is
 * deleted, too (spec §4).
 */
export const readToken = (now = Date.now()): string | undefined => readEntry(now)?.value;

/** The token of a customer with an account. */
export function readMemberToken(): string | undefined {
  const entry = readEntry(Date.now());
  return entry?.guest ? undefined : entry?.value;
}

function readEntry(now: number): TokenEntry | undefined {
  const stored = readStored('localStorage', TOKEN);
  if (stored === undefined) {
    forget('localStorage', basketId);
    return undefined;
  }
  const entry = parseEntry(stored);
  if (entry && Date.parse(entry.expiry) > now) return entry;
  ending = 'lost';
  // No sign-in brings the basket of a guest back: its items are for the next one.
  forget('localStorage', TOKEN, basketId, ...(entry?.guest ? [basketItems] : []));
  // The caller may be rendering.
  queueMicrotask(notify);
  return undefined;
}

export function startSession({ token, expired, isGuest }: SessionStart): void {
  if (isGuest) {
    // The session of a guest signs the account out.
    if (readMemberToken()) endSession();
  } else if (readEntry(Date.now())?.guest) {
    // The basket of the guest is not that of the account: its items are added to the account's.
    forget('localStorage', basketId, basketItems);
  }
  // A session that has expired leaves that of its account.
  forget('localStorage', ACCOUNT_COUNTRY_KEY);
  write({ value: token, expiry: expired, ...(isGuest && { guest: true }) });
  ending = undefined;
  notify();
}

/** The server extends a session that is used; the new end comes with the user's data. */
export function extendSession(token: string, expired: string): void {
  if (readToken() === token) write({ value: token, expiry: expired });
}

/** The server refuses the token. That is an expiry and no sign-out: the cart stays (spec §4). */
export const loseSession = (): void => void readEntry(Number.POSITIVE_INFINITY);

/** Signing out clears the cart too: it belongs to the account (spec §4). */
export function endSession(): void {
  ending = 'signed-out';
  forget('localStorage', TOKEN, basketId, basketItems, cartItems, OPEN_TOP_UP_KEY, ACCOUNT_COUNTRY_KEY);
  notify();
}

/** Calls the listener on sign-in, sign-out or expiry, in this tab or another. */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // No key means that everything was cleared.
    if (key === TOKEN || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

function write(entry: TokenEntry): void {
  store('localStorage', TOKEN, JSON.stringify(entry));
}

/** Anything may have been written there. */
function parseEntry(stored: string): TokenEntry | undefined {
  try {
    const { value, expiry, guest }: Partial<Record<keyof TokenEntry, unknown>> = JSON.parse(stored);
    if (typeof value !== 'string' || value === '' || typeof expiry !== 'string') return undefined;
    return guest === true ? { value, expiry, guest } : { value, expiry };
  } catch {
    return undefined;
  }
}
