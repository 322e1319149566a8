import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPolling } from './polling.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type State = 'waiting' | 'paid';

/** Nothing more is to come once it is paid. */
const pause = (state: State | undefined) => (state === 'paid' ? undefined : 1_000);

function createView() {
  const listeners = new Set<() => void>();
  return {
    hidden: false,
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
    turn(hidden: boolean) {
      this.hidden = hidden;
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

function poll(states: (State | Error)[]) {
  const view = createView();
  const seen: unknown[] = [];
  const befores: number[] = [];
  let pollCount = 0;
  const poller = startPolling<State>({
    async ask(before) {
      befores.push(before);
      const state = states[Math.min(pollCount++, states.length - 1)] ?? 'waiting';
      if (state instanceof Error) throw state;
      return state;
    },
    onAnswer: (state) => seen.push(state),
    onFailure: (failure) => seen.push(failure) > 0,
    pause,
    view: view as unknown as Document,
  });
  return { view, seen, befores, poller, pollCount: () => pollCount };
}

it('polls until the payment has ended', async () => {
  const { seen, pollCount } = poll(['waiting', 'waiting', 'paid']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['waiting', 'waiting', 'paid']);
  expect(pollCount()).toBe(3);
});

it('pauses while the page is hidden, and polls at once when it becomes visible', async () => {
  const { view, befores, pollCount } = poll(['waiting', 'waiting', 'paid']);
  await vi.advanceTimersByTimeAsync(0);
  view.turn(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pollCount()).toBe(1);
  view.turn(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(pollCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  // A page that becomes visible polls at once.
  expect(befores).toEqual([0, 0, 1]);
});

it('continues after a failure, and stops on request', async () => {
  const { view, seen, poller, pollCount } = poll([new Error('no network'), 'waiting']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([new Error('no network'), 'waiting']);
  poller.stop();
  view.turn(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pollCount()).toBe(2);
  expect(view.listeners.size).toBe(0);
});
