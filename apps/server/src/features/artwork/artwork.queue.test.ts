import { expect, it, vi } from 'vitest';
import { createArtQueue } from './artwork.queue.ts';

/** Work that records its start and ends on request. */
function workshop() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

it('runs urgent work before work that can wait', async () => {
  const { started, work, end } = workshop();
  const queue = createArtQueue(1);
  void queue.run('first', true, work('first'));
  void queue.run('later', false, work('later'));
  void queue.run('now', true, work('now'));
  end('first');
  await vi.waitFor(() => expect(started).toEqual(['first', 'now']));
  end('now');
  await vi.waitFor(() => expect(started).toEqual(['first', 'now', 'later']));
});

it('runs one piece of work that can wait at a time', async () => {
  const { started, work } = workshop();
  const queue = createArtQueue(2);
  void queue.run('later 1', false, work('later 1'));
  void queue.run('later 2', false, work('later 2'));
  void queue.run('now', true, work('now'));
  expect(started).toEqual(['later 1', 'now']);
});

it('moves queued work forward when a request waits for it', async () => {
  const { started, work, end } = workshop();
  const queue = createArtQueue(1);
  void queue.run('first', true, work('first'));
  void queue.run('later', false, work('later'));
  void queue.run('now', true, work('now'));
  queue.hurry('later');
  end('first');
  await vi.waitFor(() => expect(started).toEqual(['first', 'later']));
});

it('frees the slot after a failure', async () => {
  const queue = createArtQueue(1);
  await expect(queue.run('bad', true, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run('good', true, async () => 1)).resolves.toBe(1);
});
