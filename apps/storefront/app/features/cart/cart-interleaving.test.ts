import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeBrowser, createFakeServer, type FakeServer, OFFLINE, shown } from './cart-test-helper.ts';

const PRODUCTS = [1, 2, 3];

const step = fc.record({
  tab: fc.constantFrom(0, 1),
  productId: fc.constantFrom(...PRODUCTS),
  kind: fc.constantFrom('add', 'set', 'hide', 'undo', 'remove', 'refresh', 'leave', 'leave-page'),
  count: fc.integer({ min: 1, max: 9 }),
  /** Time that passes before the next step. */
  pause: fc.constantFrom(0, 0, 50, 400, 6000),
});

/** The outcome of each call, in order. */
const fate = fc.record({
  delay: fc.constantFrom(0, 20, 700),
  outcome: fc.constantFrom('good', 'good', 'good', 'lost', 'answer-lost'),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function disturbed(server: FakeServer, fates: readonly { delay: number; outcome: string }[]): void {
  const left = [...fates];
  let isAnswerLost = false;
  server.disturb = {
    async before() {
      const { delay, outcome } = left.shift() ?? { delay: 0, outcome: 'good' };
      await new Promise((resolve) => setTimeout(resolve, delay));
      isAnswerLost = outcome === 'answer-lost';
      if (outcome === 'lost') throw OFFLINE();
    },
    async after() {
      if (isAnswerLost) throw OFFLINE();
    },
  };
}

const sorted = (counts: Iterable<[number, number]>) => Object.fromEntries([...counts].sort(([a], [b]) => a - b));

it('ends with the wanted items on the server, however many calls and responses are lost', async () => {
  const scenario = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 14 }),
    fc.array(fate, { maxLength: 30 }),
    async (steps, fates) => {
      const server = createFakeServer();
      disturbed(server, fates);
      const cart = createFakeBrowser(server).openTab();
      const wanted = new Map<number, number>();
      const hidden = new Map<number, number>();
      for (const { productId, kind, count, pause } of steps) {
        const now = wanted.get(productId) ?? 0;
        if (kind === 'add') {
          void cart.add({ productId, count, price: 100 });
          wanted.set(productId, now + count);
          hidden.delete(productId);
        } else if (kind === 'set') {
          cart.setCount(productId, count);
          if (now > 0) wanted.set(productId, count);
        } else if (kind === 'hide' && now > 0) {
          cart.hide(productId);
          wanted.delete(productId);
          hidden.set(productId, now);
        } else if (kind === 'undo') {
          cart.undo(productId);
          const before = hidden.get(productId);
          if (before) wanted.set(productId, before);
          hidden.delete(productId);
        } else if (kind === 'remove') {
          void cart.remove(productId);
          wanted.delete(productId);
          hidden.delete(productId);
        } else void (kind === 'leave' ? cart.leave() : cart.refresh());
        if (kind === 'leave' || pause > 5000) hidden.clear();
        await vi.advanceTimersByTimeAsync(pause);
      }
      await vi.runAllTimersAsync();
      expect(sorted(server.counts)).toEqual(sorted(wanted));
      expect(shown(cart)).toEqual(sorted(wanted));
    },
  );
  await fc.assert(scenario, { numRuns: 300, seed: 4 });
}, 60_000);

it('ends with the same items on the server and in both tabs, whatever is clicked and lost', async () => {
  const scenario = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 14 }),
    fc.array(fate, { maxLength: 30 }),
    fc.integer({ min: 0, max: 12 }),
    async (steps, fates, stock) => {
      const server = createFakeServer();
      server.stock.set(2, stock);
      disturbed(server, fates);
      const browser = createFakeBrowser(server);
      const tabs = [browser.openTab(), browser.openTab()] as const;
      for (const { tab, productId, kind, count, pause } of steps) {
        const cart = tabs[tab === 0 ? 0 : 1];
        if (kind === 'add') void cart.add({ productId, count, price: 100 });
        else if (kind === 'set') cart.setCount(productId, count);
        else if (kind === 'hide') cart.hide(productId);
        else if (kind === 'undo') cart.undo(productId);
        else if (kind === 'remove') void cart.remove(productId);
        else if (kind === 'refresh') void cart.refresh();
        else if (kind === 'leave') void cart.leave();
        else cart.leavePage();
        await vi.advanceTimersByTimeAsync(pause);
      }
      await vi.runAllTimersAsync();
      void browser.settle();
      await vi.runAllTimersAsync();
      const counts = sorted(server.counts);
      expect(tabs.map(shown)).toEqual([counts, counts]);
      expect(tabs.map((cart) => cart.read().connectionError)).toEqual([undefined, undefined]);
    },
  );
  await fc.assert(scenario, { numRuns: 300, seed: 4 });
}, 60_000);
