interface PollParts<Answer> {
  /** `pollCount` is the number of polls since the page became visible. */
  ask(pollCount: number, signal: AbortSignal): Promise<Answer>;
  onAnswer(answer: Answer): void;
  /** Returns whether a retry may succeed. */
  onFailure(failure: unknown): boolean;
  pause(answer: Answer | undefined, pollCount: number): number | undefined;
  /** Polling pauses while the page is hidden. */
  view: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/** Longer than the server waits for a change. A dead connection neither answers nor fails for minutes. */
const PATIENCE_MS = 20_000;

/** Polls at once, then after each pause while the page is visible, and at once when it becomes visible again. */
export function startPolling<Answer>({ ask, onAnswer, onFailure, pause, view }: PollParts<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pollCount = 0;
  /** Of the last round; null after the stop. The answer of an earlier round is ignored. */
  let last: AbortController | null | undefined;

  async function round(): Promise<void> {
    if (last === null) return;
    last?.abort();
    clearTimeout(timer);
    const own = new AbortController();
    last = own;
    const { signal } = own;
    timer = setTimeout(() => own.abort(), PATIENCE_MS);
    let next: number | undefined;
    try {
      const aborted = new Promise<never>((_, reject) => {
        signal.onabort = () => reject(signal.reason);
      });
      const answer = await Promise.race([ask(pollCount, signal), aborted]);
      if (last !== own) return;
      onAnswer(answer);
      next = pause(answer, pollCount);
    } catch (failure) {
      if (last !== own) return;
      next = onFailure(failure) ? pause(undefined, pollCount) : undefined;
    }
    clearTimeout(timer);
    pollCount += 1;
    if (next !== undefined && !view.hidden) timer = setTimeout(() => void round(), next);
  }

  function again(): Promise<void> {
    pollCount = 0;
    return round();
  }

  const onVisibility = () => (view.hidden ? clearTimeout(timer) : void again());
  view.addEventListener('visibilitychange', onVisibility);
  void round();
  return {
    again,
    stop() {
      last?.abort();
      last = null;
      clearTimeout(timer);
      view.removeEventListener('visibilitychange', onVisibility);
    },
  };
}
