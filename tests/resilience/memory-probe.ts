// Loaded by `node --expose-gc --import` into a process of the store: SIGUSR2 makes it collect garbage and print what it holds.
import type { ProbeLine, ProcessState } from './process-state.ts';

const { gc } = globalThis;
if (!gc) throw new Error('memory-probe.ts needs --expose-gc');

function measure(): ProcessState {
  // Finalizers of the first collection free what the second one collects.
  gc?.();
  gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return { rss, heap: heapUsed + external, resources, listeners };
}

process.on('SIGUSR2', () => {
  const line: ProbeLine = { processState: measure() };
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
