type RunBatch<Input, Output> = (inputs: Input[]) => Promise<Output[]>;

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Joins small calls that arrive at the same time into one: those of one turn of the event loop, and those that arrive while
 * `maxBatches` are running. Nothing is cached. `runBatch` returns one output per input, in order.
 */
export function createBatcher<Input, Output>(
  runBatch: RunBatch<Input, Output>,
  { maxBatches, batchSize }: { maxBatches: number; batchSize: number },
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let running = 0;
  let isScheduled = false;

  async function runBatches(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize);
      try {
        const outputs = await runBatch(batch.map(({ input }) => input));
        for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isScheduled || running === maxBatches) return;
      isScheduled = true;
      // After all requests that the event loop has read in this turn.
      setImmediate(() => {
        isScheduled = false;
        while (waiting.length > 0 && running < maxBatches) void runBatches();
      });
    });
}
