import { AsyncLocalStorage } from 'node:async_hooks';

/** An output may come later than those of the others. */
type RunBatch<Input, Output> = (inputs: Input[]) => Promise<(Output | Promise<Output>)[]>;

interface BatcherOptions<Input> {
  maxBatches: number;
  batchSize: number;
  /** Calls with one key run one after the other, in their order, so that many of them do not hold up others. */
  keyOf?: (input: Input) => string;
}

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output | Promise<Output>): void;
}

/**
 * Joins small calls that arrive at the same time into one: those of one turn of the event loop, and those that arrive while
 * `maxBatches` are running. Nothing is cached. `runBatch` returns one output per input, in order.
 */
export function createBatcher<Input, Output>(
  runBatch: RunBatch<Input, Output>,
  { maxBatches, batchSize, keyOf }: BatcherOptions<Input>,
): (input: Input) => Promise<Output> {
  type Call = Waiting<Input, Output>;
  const waiting: Call[] = [];
  const runningKeys = new Set<string>();
  let running = 0;
  let isScheduled = false;
  /** A batch belongs to no request, so its statements are in no trace of one. */
  const outsideOfRequests = AsyncLocalStorage.snapshot();

  function takeBatch(): Call[] {
    if (!keyOf) return waiting.splice(0, batchSize);
    const batch: Call[] = [];
    for (let place = 0; place < waiting.length && batch.length < batchSize; ) {
      const key = keyOf((waiting[place] as Call).input);
      if (runningKeys.has(key)) {
        place += 1;
        continue;
      }
      runningKeys.add(key);
      batch.push(...waiting.splice(place, 1));
    }
    return batch;
  }

  async function runBatches(first: Call[]): Promise<void> {
    running += 1;
    for (let batch = first; batch.length > 0; batch = takeBatch()) {
      try {
        const outputs = await runBatch(batch.map(({ input }) => input));
        for (const [index, call] of batch.entries()) end(call, outputs[index] as Output | Promise<Output>);
      } catch (error) {
        for (const call of batch) end(call, Promise.reject(error));
      }
    }
    running -= 1;
  }

  function end({ input, resolve }: Call, output: Output | Promise<Output>): void {
    resolve(output);
    if (!keyOf) return;
    const key = keyOf(input);
    if (!(output instanceof Promise)) return void runningKeys.delete(key);
    const release = () => {
      runningKeys.delete(key);
      start();
    };
    output.then(release, release);
  }

  function start(): void {
    isScheduled = false;
    while (running < maxBatches) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      void runBatches(batch);
    }
  }

  return (input) =>
    new Promise((resolve) => {
      waiting.push({ input, resolve });
      if (isScheduled || running === maxBatches) return;
      isScheduled = true;
      // After all requests that the event loop has read in this turn.
      outsideOfRequests(setImmediate, start);
    });
}
