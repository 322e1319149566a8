import { expect, it } from 'vitest';
import { createSettledOrders } from './settled-orders.service.ts';

const A_DAY = 86_400_000;

it('wakes only requests that wait for the settled order', async () => {
  const settled = createSettledOrders();
  const [first, second, other] = [settled.listen('a'), settled.listen('a'), settled.listen('b')];
  const waits = [first.within(A_DAY), second.within(A_DAY)];
  settled.notify('a');
  expect(await Promise.all(waits)).toEqual([true, true]);
  expect(await other.within(1)).toBe(false);
});

it('notices a settlement between listening and waiting', async () => {
  const settled = createSettledOrders();
  const listener = settled.listen('a');
  settled.notify('a');
  expect(await listener.within(A_DAY)).toBe(true);
});

it('wakes all requests when the store closes, and forgets those that stopped', async () => {
  const settled = createSettledOrders();
  const listeners = ['a', 'b'].map(settled.listen);
  const waits = listeners.map((listener) => listener.within(A_DAY));
  expect(settled.count()).toBe(2);
  settled.notifyAll();
  expect(await Promise.all(waits)).toEqual([true, true]);
  for (const listener of listeners) listener.stop();
  expect(settled.count()).toBe(0);
});
