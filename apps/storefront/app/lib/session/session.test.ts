import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endSession,
  extendSession,
  lastEnding,
  loseSession,
  onSessionChange,
  readToken,
  startSession,
} from './session.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

function stubStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

let localStorage: ReturnType<typeof stubStorage>;
let browser: EventTarget;

beforeEach(() => {
  localStorage = stubStorage();
  browser = Object.assign(new EventTarget(), { localStorage });
  vi.stubGlobal('window', browser);
});
afterEach(() => void vi.unstubAllGlobals());

const listen = () => {
  const listener = vi.fn();
  return { listener, stop: onSessionChange(listener) };
};

describe('the session in this browser', () => {
  it('stores the token with its expiry by the spec', () => {
    expect(readToken()).toBeUndefined();
    startSession({ token: 'abc', expired: TOMORROW });
    expect(JSON.parse(localStorage.getItem('token') ?? '')).toEqual({ value: 'abc', expiry: TOMORROW });
    expect(readToken()).toBe('abc');
  });

  it('deletes the basket id when there is no token', () => {
    localStorage.setItem('basketId', 'b-1');
    localStorage.setItem('cartItems', '[]');
    expect(readToken()).toBeUndefined();
    expect(localStorage.getItem('basketId')).toBeNull();
    expect(localStorage.getItem('cartItems')).toBe('[]');
  });

  it('deletes an expired token on reading, and the basket id with it', async () => {
    localStorage.setItem('token', JSON.stringify({ value: 'abc', expiry: YESTERDAY }));
    localStorage.setItem('basketId', 'b-1');
    localStorage.setItem('cartItems', '[]');
    const { listener, stop } = listen();
    expect(readToken()).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('basketId')).toBeNull();
    expect(localStorage.getItem('cartItems')).toBe('[]');
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it.each(['', 'abc', '{}', 'null', '{"value":1,"expiry":2}', `{"value":"","expiry":"${TOMORROW}"}`, '{"value":"a"}'])(
    'takes %j for no token',
    (stored) => {
      localStorage.setItem('token', stored);
      expect(readToken()).toBeUndefined();
      expect(localStorage.getItem('token')).toBeNull();
    },
  );

  it('clears everything that belongs to the account when it ends', () => {
    startSession({ token: 'abc', expired: TOMORROW });
    for (const key of ['basketId', 'basketItems', 'cartItems', 'selectedLanguage']) localStorage.setItem(key, 'x');
    endSession();
    expect(['token', 'basketId', 'basketItems', 'cartItems'].map(localStorage.getItem)).toEqual(Array(4).fill(null));
    expect(localStorage.getItem('selectedLanguage')).toBe('x');
  });

  it('keeps the cart of a member when the session is lost: after the next sign-in it is compared with the basket', async () => {
    startSession({ token: 'abc', expired: TOMORROW });
    for (const key of ['basketId', 'basketItems', 'cartItems']) localStorage.setItem(key, 'x');
    const { listener, stop } = listen();
    loseSession();
    expect(['token', 'basketId', 'basketItems', 'cartItems'].map(localStorage.getItem)).toEqual([null, null, 'x', 'x']);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it('keeps the items of a guest whose session is lost, for another basket', () => {
    for (const lose of [loseSession, () => readToken(Date.parse(TOMORROW) + 1)]) {
      startSession({ token: 'abc', expired: TOMORROW, isGuest: true });
      for (const key of ['basketId', 'basketItems', 'cartItems']) localStorage.setItem(key, 'x');
      lose();
      expect(['basketId', 'basketItems', 'cartItems'].map(localStorage.getItem)).toEqual([null, null, 'x']);
    }
  });

  it('takes the items of a guest to the account, and not the basket', () => {
    const stored = () => ['basketId', 'basketItems', 'cartItems'].map(localStorage.getItem);
    startSession({ token: 'abc', expired: TOMORROW, isGuest: true });
    for (const key of ['basketId', 'basketItems', 'cartItems']) localStorage.setItem(key, 'x');
    startSession({ token: 'other', expired: TOMORROW, isGuest: true });
    expect(stored()).toEqual(['x', 'x', 'x']);
    startSession({ token: 'member', expired: TOMORROW });
    expect(stored()).toEqual([null, null, 'x']);
    localStorage.setItem('basketId', 'mine');
    startSession({ token: 'again', expired: TOMORROW });
    expect(stored()).toEqual(['mine', null, 'x']);
  });

  it('clears the cart of an account when the session of a guest takes its place', () => {
    startSession({ token: 'abc', expired: TOMORROW });
    for (const key of ['basketId', 'basketItems', 'cartItems', 'topUpBegun']) localStorage.setItem(key, 'x');
    startSession({ token: 'guest', expired: TOMORROW, isGuest: true });
    const stored = ['basketId', 'basketItems', 'cartItems', 'topUpBegun'].map(localStorage.getItem);
    expect(stored).toEqual(Array(4).fill(null));
    expect(readToken()).toBe('guest');
  });

  it.each([undefined, true] as const)('does not take the country of the last account, isGuest: %s', (isGuest) => {
    startSession({ token: 'abc', expired: TOMORROW });
    localStorage.setItem('accountCountry', 'KZ');
    loseSession();
    startSession({ token: 'other', expired: TOMORROW, ...(isGuest && { isGuest }) });
    expect(localStorage.getItem('accountCountry')).toBeNull();
  });

  it('tells a session that was lost from a sign-out', () => {
    const start = () => startSession({ token: 'abc', expired: TOMORROW });
    start();
    expect(lastEnding()).toBeUndefined();
    loseSession();
    expect(lastEnding()).toBe('lost');
    start();
    endSession();
    // A late refusal of the old token.
    loseSession();
    expect(lastEnding()).toBe('signed-out');
    start();
    expect(lastEnding()).toBeUndefined();
  });

  it('notifies of changes in this and other tabs until it is unsubscribed', () => {
    const { listener, stop } = listen();
    startSession({ token: 'abc', expired: TOMORROW });
    endSession();
    expect(listener).toHaveBeenCalledTimes(2);
    const fromAnotherTab = (key: string | null) => browser.dispatchEvent(Object.assign(new Event('storage'), { key }));
    fromAnotherTab('token');
    fromAnotherTab(null);
    fromAnotherTab('cartItems');
    expect(listener).toHaveBeenCalledTimes(4);
    stop();
    fromAnotherTab('token');
    startSession({ token: 'abc', expired: TOMORROW });
    expect(listener).toHaveBeenCalledTimes(4);
  });

  it('moves the end of its own session only', () => {
    const later = new Date(Date.now() + 7 * 86_400_000).toISOString();
    startSession({ token: 'abc', expired: TOMORROW });
    extendSession('another', later);
    expect(localStorage.getItem('token')).toContain(TOMORROW);
    extendSession('abc', later);
    expect(localStorage.getItem('token')).toContain(later);
  });

  it('does without storage', () => {
    vi.stubGlobal('window', new EventTarget());
    startSession({ token: 'abc', expired: TOMORROW });
    expect(readToken()).toBeUndefined();
    endSession();
  });
});
