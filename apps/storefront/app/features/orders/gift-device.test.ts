import { CLAIM_TOKEN_PATTERN } from '@oyna/domain/claim-link';
import { beforeEach, expect, it, vi } from 'vitest';
import { readStored, store } from '../../lib/browser-storage.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';

const TOKEN = 'A'.repeat(22);
const isWellFormed = expect.stringMatching(CLAIM_TOKEN_PATTERN);

/** Each tab loads the module again; storage is that of the browser. */
const openTab = async () => {
  vi.resetModules();
  return await import('./gift-device.ts');
};
beforeEach(stubStorage);

it('makes a secret once for each gift, and has it again after a reload', async () => {
  const tab = await openTab();
  expect(tab.findDevice(TOKEN)).toBeUndefined();
  const device = tab.deviceOf(TOKEN);
  expect(device).toEqual(isWellFormed);
  expect(tab.deviceOf(TOKEN)).toBe(device);
  expect(tab.deviceOf('B'.repeat(22))).not.toBe(device);
  expect(tab.isStored(TOKEN)).toBe(true);
  const reloaded = await openTab();
  expect(reloaded.findDevice(TOKEN)).toBe(device);
  expect(reloaded.deviceOf(TOKEN)).toBe(device);
});

it('sends what the other tab has stored last', async () => {
  const [first, second] = [await openTab(), await openTab()];
  const lost = first.deviceOf(TOKEN);
  // Both have made one at the same moment.
  second.keepDevice(TOKEN, 'C'.repeat(22));
  expect(lost).not.toBe(second.deviceOf(TOKEN));
  expect(first.deviceOf(TOKEN)).toBe(second.deviceOf(TOKEN));
});

it('keeps a secret in memory where storage is blocked, and knows that it is not stored', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('window', { localStorage: { getItem: blocked, setItem: blocked } });
  const tab = await openTab();
  const device = tab.deviceOf(TOKEN);
  expect(device).toEqual(isWellFormed);
  expect(tab.deviceOf(TOKEN)).toBe(device);
  expect(tab.findDevice(TOKEN)).toBe(device);
  expect(tab.isStored(TOKEN)).toBe(false);
});

it('replaces what the server would refuse', async () => {
  const tab = await openTab();
  store('localStorage', `gift-${TOKEN}`, 'x');
  expect(tab.findDevice(TOKEN)).toBeUndefined();
  expect(tab.isStored(TOKEN)).toBe(false);
  const device = tab.deviceOf(TOKEN);
  expect(device).toEqual(isWellFormed);
  expect(readStored('localStorage', `gift-${TOKEN}`)).toBe(device);
});
