import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Batches that the test finishes by hand. */
function createManualBatches() {
  const batches: { inputs: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const runBatch = (inputs: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ inputs, finish: () => resolve(inputs.map((input) => `${input}!`)), fail: reject });
    });
  return { batches, runBatch };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('joins the calls of one turn of the event loop and those that arrive while a batch runs', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 1, batchSize: 3 });
  const answers = [1, 2, 3, 4].map(call);
  expect(batches).toEqual([]);
  await turn();
  answers.push(call(5));
  await turn();
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2, 3]]);
  batches[0]?.finish();
  await turn();
  expect(batches[1]?.inputs).toEqual([4, 5]);
  batches[1]?.finish();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!', '5!']);
  const late = call(6);
  await turn();
  expect(batches[2]?.inputs).toEqual([6]);
  batches[2]?.finish();
  expect(await late).toBe('6!');
});

it('divides many calls of one turn among as many batches as may run', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 2, batchSize: 2 });
  const answers = [1, 2, 3, 4, 5].map(call);
  await turn();
  expect(batches.map(({ inputs }) => inputs)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]?.finish();
  await turn();
  expect(batches[2]?.inputs).toEqual([5]);
  for (const { finish } of batches) finish();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!', '5!']);
});

it('runs other batches while one is slow', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 2, batchSize: 10 });
  const stuck = call(1);
  await turn();
  const others = [call(2), call(3)];
  await turn();
  batches[1]?.finish();
  expect(await Promise.all(others)).toEqual(['2!', '3!']);
  batches[0]?.finish();
  expect(await stuck).toBe('1!');
});

it('rejects only the calls of a batch that fails', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 1, batchSize: 10 });
  const first = call(1);
  await turn();
  const next = [call(2), call(3)];
  batches[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  batches[1]?.finish();
  expect(await Promise.all(next)).toEqual(['2!', '3!']);
});

it('runs the calls with one key in their order, each in a separate batch, and others before them', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 2, batchSize: 3, keyOf: (input) => `${input % 10}` });
  const answers = [1, 11, 21, 2, 31, 3, 4].map(call);
  await turn();
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2, 3], [4]]);
  batches[1]?.finish();
  await turn();
  expect(batches.length, 'the key is still running').toBe(2);
  for (const [place, inputs] of [[11], [21], [31]].entries()) {
    batches[place === 0 ? 0 : place + 1]?.finish();
    await turn();
    expect(batches[place + 2]?.inputs).toEqual(inputs);
  }
  batches[4]?.finish();
  expect(await Promise.all(answers)).toEqual(['1!', '11!', '21!', '2!', '31!', '3!', '4!']);
});

it('keeps a key until an output that comes later is there, and answers the others before', async () => {
  const late = Promise.withResolvers<string>();
  const batches: number[][] = [];
  const runBatch = async (inputs: number[]) => {
    batches.push(inputs);
    return inputs.map((input) => (input === 1 ? late.promise : `${input}!`));
  };
  const call = createBatcher(runBatch, { maxBatches: 1, batchSize: 2, keyOf: (input) => `${input % 10}` });
  const [first, second, other] = [1, 11, 2].map(call);
  expect(await other).toBe('2!');
  expect(await call(3)).toBe('3!');
  expect(batches).toEqual([[1, 2], [3]]);
  late.reject(new Error('locked'));
  await expect(first).rejects.toThrow('locked');
  expect(await second).toBe('11!');
});

it('runs batches outside of the requests that call', async () => {
  const requests = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const call = createBatcher(
    async (inputs: number[]) => {
      seen.push(requests.getStore());
      return inputs;
    },
    { maxBatches: 1, batchSize: 10 },
  );
  await requests.run('a request', () => call(1));
  expect(seen).toEqual([undefined]);
});
