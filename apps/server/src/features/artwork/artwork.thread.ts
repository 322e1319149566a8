// The thread in which pictures are drawn: composing one takes the better part of the time, and visitors must not wait.
import { parentPort } from 'node:worker_threads';
import { renderArt } from './artwork.render.ts';
import type { DrawingAnswer, DrawingOrder } from './artwork.threads.ts';

parentPort?.on('message', async ({ id, order }: { id: number; order: DrawingOrder }) => {
  const answer: DrawingAnswer = await renderArt(...order).then(
    (picture) => ({ id, picture }),
    (error: unknown) => ({ id, fault: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(answer);
});
