import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

afterEach(() => void vi.useRealTimers());

/** Work that the test finishes by hand. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isRunning = false;
  const work = () => {
    isRunning = true;
    return promise;
  };
  return { work, finish: () => resolve('done'), fail: () => reject(new Error('broken')), isRunning: () => isRunning };
}

it('runs work up to the limit, and the rest in order', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 2 });
  const [first, second, third] = [piece(), piece(), piece()];
  const answers = [first, second, third].map(({ work }) => limit(work));
  await turn();
  expect([first, second, third].map((one) => one.isRunning())).toEqual([true, false, false]);
  first.finish();
  expect(await answers[0]).toBe('done');
  await turn();
  expect([second, third].map((one) => one.isRunning())).toEqual([true, false]);
  second.finish();
  third.finish();
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
});

it('refuses work when the queue is full, and accepts it again when there is room', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 1 });
  const [first, second, refused, later] = [piece(), piece(), piece(), piece()];
  const answers = [limit(first.work), limit(second.work)];
  await expect(limit(refused.work)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(refused.isRunning()).toBe(false);
  first.finish();
  await answers[0];
  const answer = limit(later.work);
  second.finish();
  later.finish();
  expect(await Promise.all([...answers, answer])).toEqual(['done', 'done', 'done']);
});

it('refuses work with the error of its options', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 0, refusal: 'unavailable' });
  const running = piece();
  const answer = limit(running.work);
  await expect(limit(piece().work)).rejects.toMatchObject({ code: 'unavailable' });
  running.finish();
  await answer;
});

it('frees the slot of work that fails', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 1 });
  const [first, second] = [piece(), piece()];
  const answers = [limit(first.work), limit(second.work)];
  first.fail();
  await expect(answers[0]).rejects.toThrow('broken');
  second.finish();
  expect(await answers[1]).toBe('done');
  expect(await limit(async () => 'again')).toBe('again');
});

it('gives the next slot to the owner who has the fewest running', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 2, maxWaiting: 10 });
  const many = Array.from({ length: 4 }, piece);
  const other = piece();
  const answers = many.map(({ work }) => limit(work, 'a'));
  const answer = limit(other.work, 'b');
  await turn();
  const state = () => [...many, other].map((one) => one.isRunning());
  expect(state()).toEqual([true, true, false, false, false]);
  many[0]?.finish();
  await answers[0];
  await turn();
  expect(state()).toEqual([true, true, false, false, true]);
  for (const one of [...many, other]) one.finish();
  expect(await Promise.all([...answers, answer])).toHaveLength(5);
});

it('passes the slot of slow work on, once, and still returns its result', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 10, slotMs: 100 });
  const [slow, second, third] = [piece(), piece(), piece()];
  const answers = [slow, second, third].map(({ work }) => limit(work));
  const state = () => [slow, second, third].map((one) => one.isRunning());
  await vi.advanceTimersByTimeAsync(99);
  expect(state()).toEqual([true, false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(state()).toEqual([true, true, false]);
  // Its slot was passed on before, so its end does not free another one.
  slow.finish();
  expect(await answers[0]).toBe('done');
  await turn();
  expect(state()).toEqual([true, true, false]);
  second.finish();
  await answers[1];
  await turn();
  expect(state()).toEqual([true, true, true]);
  third.finish();
  expect(await answers[2]).toBe('done');
});

it('gives the next slot to the owner whose last turn was longest ago, however many wait for the others', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 10 });
  const order: string[] = [];
  const begin = (owner: string) => {
    const one = piece();
    const answer = limit(() => {
      order.push(owner);
      return one.work();
    }, owner);
    return { one, answer };
  };
  const works = ['a', 'a', 'a', 'b', 'b', 'a', 'visitor'].map(begin);
  for (let place = 0; place < works.length; place++) {
    await turn();
    for (const { one } of works.filter(({ one }) => one.isRunning())) one.finish();
    await turn();
  }
  await Promise.all(works.map(({ answer }) => answer));
  expect(order).toEqual(['a', 'b', 'visitor', 'a', 'b', 'a', 'a']);
});

it('refuses the owner who has the most in a full queue', async () => {
  const limit = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 2 });
  const [running, first, second, other] = [piece(), piece(), piece(), piece()];
  const answers = [running, first].map(({ work }) => limit(work, 'a'));
  const refused = limit(second.work, 'a');
  const refusal = expect(refused).rejects.toMatchObject({ code: 'too-many-requests' });
  const answer = limit(other.work, 'b');
  await refusal;
  await expect(limit(piece().work, 'a')).rejects.toMatchObject({ code: 'too-many-requests' });
  for (const one of [running, first, other]) one.finish();
  expect(await Promise.all([...answers, answer])).toEqual(['done', 'done', 'done']);
});
