interface PollParts<Answer> {
  /** The number of polls since the page became visible. */
  ask(pollCount: number): Promise<Answer>;
  onAnswer(answer: Answer): void;
  /** Returns whether a retry may succeed. */
  onFailure(failure: unknown): boolean;
  pause(answer: Answer | undefined, pollCount: number): number | undefined;
  /** Polling pauses while the page is hidden. */
  view: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

/** Polls at once, then after each pause while the page is visible, and at once when it becomes visible again. */
export function startPolling<Answer>({ ask, onAnswer, onFailure, pause, view }: PollParts<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pollCount = 0;
  let isAsking = false;
  let isStopped = false;

  async function round(): Promise<void> {
    if (isAsking || isStopped) return;
    clearTimeout(timer);
    isAsking = true;
    let next: number | undefined;
    try {
      const answer = await ask(pollCount);
      if (isStopped) return;
      onAnswer(answer);
      next = pause(answer, pollCount);
    } catch (failure) {
      if (isStopped) return;
      next = onFailure(failure) ? pause(undefined, pollCount) : undefined;
    } finally {
      isAsking = false;
    }
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
      isStopped = true;
      clearTimeout(timer);
      view.removeEventListener('visibilitychange', onVisibility);
    },
  };
}
