import { beforeEach, expect, it } from 'vitest';
import { store } from '../../lib/browser-storage.ts';
import { endSession } from '../../lib/session/session.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { clearOpenTopUp, readOpenTopUp, saveOpenTopUp } from './open-top-up.ts';

beforeEach(stubStorage);

const NOW = Date.parse('2026-03-01T12:00:00Z');

it('is known for as long as it may be paid', () => {
  saveOpenTopUp('ABCDEFGHJKLMNPQRSTUVWXYZ23', NOW);
  expect(readOpenTopUp(NOW + 59 * 60_000)).toBe('ABCDEFGHJKLMNPQRSTUVWXYZ23');
  expect(readOpenTopUp(NOW + 61 * 60_000)).toBeUndefined();
  clearOpenTopUp();
  expect(readOpenTopUp(NOW)).toBeUndefined();
});

it('is deleted with the session, so that the next customer does not see it', () => {
  saveOpenTopUp('ABCDEFGHJKLMNPQRSTUVWXYZ23', NOW);
  endSession();
  expect(readOpenTopUp(NOW)).toBeUndefined();
});

it('is nothing when anything else has been written there', () => {
  for (const text of ['', 'ABC', 'ABC soon', ' 1']) {
    store('localStorage', 'topUpBegun', text);
    expect(readOpenTopUp(NOW)).toBeUndefined();
  }
});
