import { expect, it } from 'vitest';
import { askedTogether } from './asked-together.ts';

/** Answers when it is told to. */
function createSlowAnswers() {
  const lots: { questions: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const answerAll = (questions: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      lots.push({ questions, answer: () => resolve(questions.map((question) => `${question}!`)), fail: reject });
    });
  return { lots, answerAll };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('whoever is alone is asked for at once, whoever comes meanwhile goes together', async () => {
  const { lots, answerAll } = createSlowAnswers();
  const ask = askedTogether(answerAll, { lots: 1, most: 3 });
  const answers = [1, 2, 3, 4, 5].map(ask);
  expect(lots.map(({ questions }) => questions)).toEqual([[1]]);
  lots[0]?.answer();
  await turn();
  expect(lots[1]?.questions).toEqual([2, 3, 4]);
  lots[1]?.answer();
  await turn();
  lots[2]?.answer();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!', '5!']);
  const late = ask(6);
  expect(lots[3]?.questions).toEqual([6]);
  lots[3]?.answer();
  expect(await late).toBe('6!');
});

it('one lot that is stuck does not hold up the others', async () => {
  const { lots, answerAll } = createSlowAnswers();
  const ask = askedTogether(answerAll, { lots: 2, most: 10 });
  const stuck = ask(1);
  const others = [ask(2), ask(3)];
  lots[1]?.answer();
  await turn();
  lots[2]?.answer();
  expect(await Promise.all(others)).toEqual(['2!', '3!']);
  lots[0]?.answer();
  expect(await stuck).toBe('1!');
});

it('a lot that fails fails for those who were in it alone', async () => {
  const { lots, answerAll } = createSlowAnswers();
  const ask = askedTogether(answerAll, { lots: 1, most: 10 });
  const first = ask(1);
  const next = [ask(2), ask(3)];
  lots[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  lots[1]?.answer();
  expect(await Promise.all(next)).toEqual(['2!', '3!']);
});
