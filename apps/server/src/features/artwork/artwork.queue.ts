type Job = { readonly key: string; isUrgent: boolean; readonly start: () => void };

interface ArtQueue {
  /** Runs the work when its turn comes: urgent work first, then in order. Work that is not urgent gets one place only. */
  run<T>(key: string, isUrgent: boolean, work: () => Promise<T>): Promise<T>;
  /** A visitor waits now for what was queued for later. */
  hurry(key: string): void;
}

export function createArtQueue(places: number): ArtQueue {
  const waiting: Job[] = [];
  let running = 0;
  let runningLater = 0;

  const next = (): void => {
    while (running < places) {
      const urgent = waiting.findIndex((job) => job.isUrgent);
      const index = urgent === -1 && runningLater === 0 ? 0 : urgent;
      const [job] = index === -1 ? [] : waiting.splice(index, 1);
      if (!job) return;
      job.start();
    }
  };

  return {
    run: (key, isUrgent, work) =>
      new Promise((resolve, reject) => {
        const job: Job = {
          key,
          isUrgent,
          start: () => {
            const startedLater = !job.isUrgent;
            running += 1;
            if (startedLater) runningLater += 1;
            work()
              .then(resolve, reject)
              .finally(() => {
                running -= 1;
                if (startedLater) runningLater -= 1;
                next();
              });
          },
        };
        waiting.push(job);
        next();
      }),
    hurry: (key) => {
      const job = waiting.find((other) => other.key === key);
      if (!job) return;
      job.isUrgent = true;
      next();
    },
  };
}
