interface Made {
  answers: readonly unknown[];
  value: unknown;
}

/** Values live as long as the first answer they were made of. */
const made = new WeakMap<object, Map<string, Made>>();
const MAX_PER_ANSWER = 50;

/**
 * Makes a value from answers of the API once, and again when one of them is another object. A cached answer is the same
 * object for every page, so the value is too, and CachedFragment finds the markup of it.
 * @param id What else the value depends on, such as the language, and which value it is.
 */
export function onceForAnswers<Value>(
  id: string,
  [first, ...others]: readonly [object, ...unknown[]],
  make: () => Value,
): Value {
  const ofFirst = made.get(first) ?? new Map<string, Made>();
  const known = ofFirst.get(id);
  if (known && others.every((answer, place) => answer === known.answers[place])) return known.value as Value;
  const value = make();
  const [oldest] = ofFirst.keys();
  if (ofFirst.size >= MAX_PER_ANSWER && oldest !== undefined) ofFirst.delete(oldest);
  made.set(first, ofFirst.set(id, { answers: others, value }));
  return value;
}
