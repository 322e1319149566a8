import { expect, it } from 'vitest';
import { createRenderQueue } from './render-queue.ts';

/** A page that is rendered until `finish` is called. */
function startPage(run: ReturnType<typeof createRenderQueue>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const page = { isRunning: false, finish: () => resolve('page'), fail: () => reject(new Error('broken')) };
  const done = run(() => {
    page.isRunning = true;
    return promise;
  });
  done.catch(() => {});
  return Object.assign(page, { done });
}

it('renders as many pages as are allowed, the next ones in their order, and refuses the rest', async () => {
  const run = createRenderQueue({ mostRunning: 2, mostWaiting: 2 });
  const pages = Array.from({ length: 4 }, () => startPage(run));
  expect(pages.map(({ isRunning }) => isRunning)).toEqual([true, true, false, false]);
  await expect(startPage(run).done).rejects.toMatchObject({ code: 'unavailable' });
  pages[0]?.finish();
  expect(await pages[0]?.done).toBe('page');
  expect(pages.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false]);
});

it('gives the place of a page that failed to the next', async () => {
  const run = createRenderQueue({ mostRunning: 1, mostWaiting: 1 });
  const [first, second] = [startPage(run), startPage(run)];
  first.fail();
  await expect(first.done).rejects.toThrow('broken');
  second.finish();
  expect(await second.done).toBe('page');
  const third = startPage(run);
  expect(third.isRunning).toBe(true);
  third.finish();
  await third.done;
});
