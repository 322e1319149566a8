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

it('runs a single call at once and joins the calls that arrive meanwhile', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 1, batchSize: 3 });
  const answers = [1, 2, 3, 4, 5].map(call);
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1]]);
  batches[0]?.finish();
  await turn();
  expect(batches[1]?.inputs).toEqual([2, 3, 4]);
  batches[1]?.finish();
  await turn();
  batches[2]?.finish();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!', '5!']);
  const late = call(6);
  expect(batches[3]?.inputs).toEqual([6]);
  batches[3]?.finish();
  expect(await late).toBe('6!');
});

it('runs other batches while one is slow', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 2, batchSize: 10 });
  const stuck = call(1);
  const others = [call(2), call(3)];
  batches[1]?.finish();
  await turn();
  batches[2]?.finish();
  expect(await Promise.all(others)).toEqual(['2!', '3!']);
  batches[0]?.finish();
  expect(await stuck).toBe('1!');
});

it('rejects only the calls of a batch that fails', async () => {
  const { batches, runBatch } = createManualBatches();
  const call = createBatcher(runBatch, { maxBatches: 1, batchSize: 10 });
  const first = call(1);
  const next = [call(2), call(3)];
  batches[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  batches[1]?.finish();
  expect(await Promise.all(next)).toEqual(['2!', '3!']);
});
