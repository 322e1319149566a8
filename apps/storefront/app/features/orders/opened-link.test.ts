import { beforeEach, expect, it, vi } from 'vitest';
import { readStored, store } from '../../lib/browser-storage.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { findLink, forgetLink, keepLink } from './opened-link.ts';

const [TOKEN, OTHER] = ['A'.repeat(22), 'B'.repeat(22)];
beforeEach(stubStorage);

it('has the link and its step again after a reload, until it is forgotten', () => {
  expect(findLink('')).toBeUndefined();
  expect(findLink(`#${TOKEN}`)).toEqual({ token: TOKEN, isCodeSent: false });
  keepLink({ token: TOKEN, isCodeSent: false });
  expect(findLink('')).toEqual({ token: TOKEN, isCodeSent: false });
  keepLink({ token: TOKEN, isCodeSent: true });
  expect(findLink('')).toEqual({ token: TOKEN, isCodeSent: true });
  expect(findLink(`#${TOKEN}`)).toEqual({ token: TOKEN, isCodeSent: true });
  forgetLink();
  expect(findLink('')).toBeUndefined();
});

it('keeps it in this tab only', () => {
  keepLink({ token: TOKEN, isCodeSent: true });
  expect(readStored('sessionStorage', 'orderLink')).toContain(TOKEN);
  expect(readStored('localStorage', 'orderLink')).toBeUndefined();
});

it('opens what the address names, and nothing kept instead of it', () => {
  keepLink({ token: TOKEN, isCodeSent: true });
  expect(findLink(`#${OTHER}`)).toEqual({ token: OTHER, isCodeSent: false });
  expect(findLink('#x')).toBeUndefined();
});

it('reads nothing that it would not have written, and works without storage', () => {
  for (const text of ['', 'x', `x ${TOKEN}`, `${TOKEN}x code`]) {
    store('sessionStorage', 'orderLink', text);
    expect(findLink(''), text).toBeUndefined();
  }
  vi.stubGlobal('window', {});
  keepLink({ token: TOKEN, isCodeSent: true });
  forgetLink();
  expect(findLink('')).toBeUndefined();
  expect(findLink(`#${TOKEN}`)).toEqual({ token: TOKEN, isCodeSent: false });
});
