import { AppError } from '@oyna/domain/errors';

interface RenderQueueOptions {
  mostRunning: number;
  mostWaiting: number;
}

/** Bounds how many pages are rendered at a time. When too many wait already, the next is refused at once. */
export function createRenderQueue({ mostRunning, mostWaiting }: RenderQueueOptions) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<Result>(render: () => Promise<Result>): Promise<Result> {
    if (running >= mostRunning) {
      if (waiting.length >= mostWaiting) throw new AppError('unavailable');
      // The page before hands its place over, so that `running` does not change.
      await new Promise<void>((resolve) => void waiting.push(resolve));
    } else running++;
    try {
      return await render();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
