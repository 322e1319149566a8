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

/** Each round answers when the test says so. */
function pollByHand() {
  const view = createView();
  const seen: unknown[] = [];
  const rounds: { answer(state: State): void; signal: AbortSignal }[] = [];
  const poller = startPolling<State>({
    ask: (_before, signal) => new Promise((answer) => rounds.push({ answer, signal })),
    onAnswer: (state) => seen.push(state),
    onFailure: () => seen.push('failure') > 0,
    pause,
    view: view as unknown as Document,
  });
  return { view, seen, rounds, poller };
}

it('asks at once on request and on return to the page, and ignores the late answer of a request that hangs', async () => {
  const { view, seen, rounds, poller } = pollByHand();
  void poller.again();
  expect(rounds.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  view.turn(true);
  view.turn(false);
  expect(rounds.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  rounds[2]?.answer('paid');
  await vi.advanceTimersByTimeAsync(0);
  rounds[0]?.answer('waiting');
  rounds[1]?.answer('waiting');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['paid']);
  expect(rounds).toHaveLength(3);
});

it('gives a request up after 20 seconds, and asks again after the pause', async () => {
  const { seen, rounds } = pollByHand();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['failure']);
  expect(rounds[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toHaveLength(2);
  rounds[1]?.answer('paid');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['failure', 'paid']);
});

it('aborts the open request when it is stopped, shows nothing, and does not start again', async () => {
  const { view, seen, rounds, poller } = pollByHand();
  poller.stop();
  expect(rounds[0]?.signal.aborted).toBe(true);
  void poller.again();
  view.turn(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
  expect(rounds).toHaveLength(1);
});
