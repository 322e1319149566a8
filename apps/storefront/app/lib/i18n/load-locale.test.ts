import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadLocale } from './load-locale.ts';

const read = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', read);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  read.mockReset();
});

it('tries five times more, after 350 ms and then after twice as long each time', async () => {
  read.mockImplementation(async () => new Response('', { status: 503 }));
  const result = loadLocale('ru', 'common').catch((error: Error) => error.message);
  const calls: number[] = [];
  for (const delay of [0, 350, 700, 1400, 2800, 5600]) {
    await vi.advanceTimersByTimeAsync(delay);
    calls.push(read.mock.calls.length);
  }
  expect(calls).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await result).toContain('/locales/ru/common.json');
});

it('answers as soon as a try succeeds', async () => {
  read.mockRejectedValueOnce(new TypeError('offline'));
  read.mockImplementation(async () => Response.json({ close: 'Закрыть' }));
  const result = loadLocale('ru', 'common');
  await vi.advanceTimersByTimeAsync(350);
  expect(await result).toEqual({ close: 'Закрыть' });
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads ten files at a time', async () => {
  const answers: ((response: Response) => void)[] = [];
  read.mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
  const all = Promise.all(Array.from({ length: 12 }, (_, index) => loadLocale('en', `file-${index}`)));
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(10);
  for (const answer of answers.splice(0)) answer(Response.json({}));
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(12);
  for (const answer of answers.splice(0)) answer(Response.json({}));
  await all;
});
