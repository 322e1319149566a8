/** What is made of an answer, made once: answers that the server keeps are the same object on every page. */
export function perAnswer<Answer extends object, Made>(make: (answer: Answer) => Made): (answer: Answer) => Made {
  const made = new WeakMap<Answer, { value: Made }>();
  return (answer) => {
    const known = made.get(answer) ?? { value: make(answer) };
    made.set(answer, known);
    return known.value;
  };
}
