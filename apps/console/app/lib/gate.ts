/**
 * What a refused call waits for. The dialogs of features/sign-in answer: the call is sent again after the operator has
 * signed in or confirmed the second factor, so that a filled form stays as it is.
 */
export type Need = 'sign-in' | 'second-factor';

interface Waiting {
  need: Need;
  continue(): void;
  giveUp(): void;
}

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function change(next: Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Resolves to whether the operator has done it. */
export function askFor(need: Need): Promise<boolean> {
  return new Promise((resolve) => {
    change([...waiting, { need, continue: () => resolve(true), giveUp: () => resolve(false) }]);
  });
}

/** Answers all calls that wait for it: one sign-in is enough. */
export function answer(need: Need, isDone: boolean): void {
  const done = waiting.filter((call) => call.need === need);
  change(waiting.filter((call) => call.need !== need));
  for (const call of done) {
    if (isDone) call.continue();
    else call.giveUp();
  }
}

/** The need that is shown now. Signing in comes first: nothing else can be confirmed without it. */
export function currentNeed(): Need | undefined {
  return waiting.some(({ need }) => need === 'sign-in') ? 'sign-in' : waiting[0]?.need;
}

export function subscribeToNeeds(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function needOf(code: unknown): Need | undefined {
  if (code === 'not-authorized') return 'sign-in';
  if (code === 'second-factor-needed' || code === 'second-factor-stale') return 'second-factor';
  return undefined;
}
