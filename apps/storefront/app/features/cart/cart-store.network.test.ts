import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeFailure, item, OFFLINE, onServer, shown, start, startWith } from './cart-test-helper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a lost network', () => {
  it('is tried again after 1, 2, 4 … seconds, and never more than 30 seconds apart', async () => {
    const { server, cart } = start();
    const times: number[] = [];
    server.disturb.before = () => {
      times.push(Date.now());
      return Promise.reject(OFFLINE());
    };
    await cart.refresh();
    await vi.advanceTimersByTimeAsync(200_000);
    const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30]);
    vi.clearAllTimers();
  });

  it('shows a message, and the change is sent when the network is back', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    server.disturb.before = () => Promise.reject(OFFLINE());
    expect(await cart.add(item(1))).toBe('offline');
    expect(shown(cart)).toEqual({ 1: 2 });
    expect(cart.read().connectionError).toBe('offline');
    server.disturb = {};
    await vi.runAllTimersAsync();
    expect(cart.read().connectionError).toBeUndefined();
    expect(onServer(server)).toEqual({ 1: 2 });
  });

  it('does not make a change twice whose answer was lost', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    server.disturb.after = () => Promise.reject(OFFLINE());
    await cart.add(item(1, 2));
    server.disturb = {};
    await vi.runAllTimersAsync();
    expect([shown(cart), onServer(server)]).toEqual([{ 1: 3 }, { 1: 3 }]);
  });

  it('does not make a basket twice whose answer was lost', async () => {
    const { server, cart } = start();
    server.disturb.after = () => Promise.reject(OFFLINE());
    await cart.add(item(1, 2));
    server.disturb = {};
    await vi.runAllTimersAsync();
    expect([shown(cart), onServer(server)]).toEqual([{ 1: 2 }, { 1: 2 }]);
  });

  it('keeps the change when the page is closed during the call', async () => {
    const { server, browser, cart } = await startWith({ 1: 1 });
    server.disturb.before = () => Promise.reject(OFFLINE());
    await cart.add(item(1));
    await cart.add(item(5, 2));
    vi.clearAllTimers();
    server.disturb = {};
    const later = browser.openTab();
    void later.refresh();
    await vi.runAllTimersAsync();
    expect([shown(later), onServer(server)]).toEqual([
      { 1: 2, 5: 2 },
      { 1: 2, 5: 2 },
    ]);
  });

  it('never shows an empty cart instead of a failure', async () => {
    const { server, cart } = start();
    server.disturb.before = () => Promise.reject(new FakeFailure(503, 'unavailable'));
    await cart.refresh();
    expect(cart.read()).toMatchObject({ status: 'failed', connectionError: 'unavailable' });
    server.disturb = {};
    await cart.refresh();
    expect(cart.read()).toMatchObject({ status: 'ready', connectionError: undefined });
    vi.clearAllTimers();
  });

  it('shows the failure continuously during automatic retries', async () => {
    const { server, cart } = start();
    server.disturb.before = () => Promise.reject(new FakeFailure(503, 'unavailable'));
    await cart.refresh();
    const seen = new Set<string>();
    cart.subscribe(() => seen.add(cart.read().status));
    await vi.advanceTimersByTimeAsync(5000);
    expect([...seen]).toEqual(['failed']);
    server.disturb = {};
    await vi.runAllTimersAsync();
    expect([...seen]).toEqual(['failed', 'ready']);
  });
});

describe('two tabs', () => {
  it('agree', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    const other = browser.openTab();
    await cart.add(item(2));
    expect(shown(other)).toEqual({ 1: 2, 2: 1 });
    other.setCount(1, 4);
    expect(browser.read().items).toMatchObject([{ count: 4 }, { count: 1 }]);
    await vi.runAllTimersAsync();
    expect([shown(cart), onServer(server)]).toEqual([
      { 1: 4, 2: 1 },
      { 1: 4, 2: 1 },
    ]);
  });

  it('do not repeat a request that a closing tab has sent', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    const other = browser.openTab();
    await other.refresh();
    server.disturb.before = () => new Promise((resolve) => setTimeout(resolve, 50));
    cart.setCount(1, 3);
    cart.leavePage();
    const refreshed = other.refresh();
    await vi.advanceTimersByTimeAsync(5000);
    await refreshed;
    expect([shown(other), onServer(server)]).toEqual([{ 1: 3 }, { 1: 3 }]);
  });

  it('read what the other tab changed', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    const other = browser.openTab();
    await other.refresh();
    server.calls = [];
    cart.setCount(1, 5);
    await other.load();
    expect(server.calls).toEqual(['check mine']);
    await vi.runAllTimersAsync();
    expect([shown(other), onServer(server)]).toEqual([{ 1: 5 }, { 1: 5 }]);
  });

  it('do not both send the same change', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    const other = browser.openTab();
    await other.refresh();
    cart.setCount(1, 5);
    await Promise.all([cart.refresh(), other.refresh()]);
    await vi.runAllTimersAsync();
    expect(onServer(server)).toEqual({ 1: 5 });
    expect(server.calls.filter((call) => call.startsWith('add'))).toEqual(['add 1 3']);
  });
});
