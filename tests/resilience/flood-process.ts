// Floods come from their own process, so that they do not delay the visitors that are measured.
import { FLOODS, type FloodCounts, type FloodKind, type FloodTarget } from './flood-kinds.ts';

/** A message of the parent: begin a flood, or end it. */
export type FloodOrder = ({ kind: FloodKind } & Omit<FloodTarget, 'signal'>) | 'end';

let over = new AbortController();
let running: Promise<void> = Promise.resolve();
let counts: FloodCounts = { sent: 0, refused: 0 };

process.on('message', async (order: FloodOrder) => {
  if (order === 'end') {
    over.abort();
    await running;
    process.send?.(counts);
    return;
  }
  over = new AbortController();
  counts = { sent: 0, refused: 0 };
  running = FLOODS[order.kind]({ ...order, signal: over.signal }, counts);
});
process.on('disconnect', () => process.exit());
