/** Answers each of the questions, in their order. */
type AnswerAll<Question, Answer> = (questions: Question[]) => Promise<Answer[]>;

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * For a small question that every request asks. Whoever is alone is answered at once; whoever comes while others are
 * being answered goes with the next lot, in one go. Nothing is kept: an answer is never older than its question.
 */
export function askedTogether<Question, Answer>(
  answerAll: AnswerAll<Question, Answer>,
  { lots, most }: { lots: number; most: number },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let running = 0;

  async function answerLots(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      const lot = waiting.splice(0, most);
      try {
        const answers = await answerAll(lot.map(({ question }) => question));
        for (const [index, { resolve }] of lot.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of lot) reject(error);
      }
    }
    running -= 1;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (running < lots) void answerLots();
    });
}
