import { ApiError } from '@oyna/api-client/api-error';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endRefused, signed } from './browser-api.ts';
import { readToken, startSession } from './session/session.ts';
import { stubStorage } from './storage-test-helper.ts';

const expired = new Date(Date.now() + 86_400_000).toISOString();
const failure = (status: number, code: string) => new ApiError({ status, code, message: '', requestId: undefined });

beforeEach(() => void stubStorage());
afterEach(() => void vi.unstubAllGlobals());

it('sends the token where there is one', () => {
  const request = () => new Request('http://store.test/api/v1/user/info');
  expect(signed(request(), 'abc').headers.get('authorization')).toBe('Bearer abc');
  expect(signed(request(), undefined).headers.has('authorization')).toBe(false);
});

it('ends a session that the server refuses, and keeps the cart', () => {
  startSession({ token: 'abc', expired });
  window.localStorage.setItem('cartItems', '[]');
  endRefused(failure(401, 'not-authorized'), 'abc');
  expect(readToken()).toBeUndefined();
  expect(window.localStorage.getItem('cartItems')).toBe('[]');
});

it('keeps the session through every other failure', () => {
  startSession({ token: 'abc', expired });
  endRefused(failure(401, 'auth-error'), 'abc');
  endRefused(failure(0, 'unavailable'), 'abc');
  endRefused(failure(401, 'not-authorized'), 'the one before');
  endRefused(failure(401, 'not-authorized'), undefined);
  expect(readToken()).toBe('abc');
});
