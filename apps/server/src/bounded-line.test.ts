import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBoundedLine } from './bounded-line.ts';

/** Work that ends when it is told to. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isRunning = false;
  const work = () => {
    isRunning = true;
    return promise;
  };
  return { work, finish: () => resolve('done'), fail: () => reject(new Error('broken')), isRunning: () => isRunning };
}

it('runs so much at once, and the rest in order', async () => {
  const line = createBoundedLine({ atOnce: 1, waiting: 2 });
  const [first, second, third] = [piece(), piece(), piece()];
  const answers = [first, second, third].map(({ work }) => line(work));
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

it('refuses what would have to wait behind too many, and takes again when there is room', async () => {
  const line = createBoundedLine({ atOnce: 1, waiting: 1 });
  const [first, second, refused, later] = [piece(), piece(), piece(), piece()];
  const answers = [line(first.work), line(second.work)];
  await expect(line(refused.work)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(refused.isRunning()).toBe(false);
  first.finish();
  await answers[0];
  const answer = line(later.work);
  second.finish();
  later.finish();
  expect(await Promise.all([...answers, answer])).toEqual(['done', 'done', 'done']);
});

it('goes on after work that fails', async () => {
  const line = createBoundedLine({ atOnce: 1, waiting: 1 });
  const [first, second] = [piece(), piece()];
  const answers = [line(first.work), line(second.work)];
  first.fail();
  await expect(answers[0]).rejects.toThrow('broken');
  second.finish();
  expect(await answers[1]).toBe('done');
  expect(await line(async () => 'again')).toBe('again');
});
