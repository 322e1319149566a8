import type { TopUp } from '@oyna/api-client/models';

export type Stage = TopUp['stage'];
type Tone = 'success' | 'warning' | 'danger' | 'info';

const TONES = {
  accepted: 'warning',
  paid: 'info',
  delivering: 'info',
  delivered: 'success',
  refunding: 'info',
  refunded: 'info',
  'not-paid': 'danger',
} as const satisfies Record<Stage, Tone>;

export function toneOf(stage: Stage): Tone {
  return TONES[stage];
}

export interface Step {
  stage: Stage;
  state: 'done' | 'now' | 'ahead' | 'failed';
}

const WAY: readonly Stage[] = ['accepted', 'paid', 'delivering', 'delivered'];
/** A failed top-up ends early: nothing was paid, or the money is refunded. */
const OTHER_ENDS: Partial<Record<Stage, readonly Stage[]>> = {
  'not-paid': ['accepted', 'not-paid'],
  refunding: ['accepted', 'paid', 'refunding', 'refunded'],
  refunded: ['accepted', 'paid', 'refunding', 'refunded'],
};

/** The stages of a top-up with the current one marked. A final stage is done, not active. */
export function stepsOf(stage: Stage): Step[] {
  const way = OTHER_ENDS[stage] ?? WAY;
  const place = way.indexOf(stage);
  return way.map((step, index) => {
    if (index > place) return { stage: step, state: 'ahead' };
    if (index < place) return { stage: step, state: 'done' };
    if (step === 'not-paid') return { stage: step, state: 'failed' };
    return { stage: step, state: isFinal(step) ? 'done' : 'now' };
  });
}

/** Nothing changes after these stages. */
export function isFinal(stage: Stage): boolean {
  return stage === 'delivered' || stage === 'refunded' || stage === 'not-paid';
}

/** Paid and not delivered yet. */
export function isOnItsWay(stage: Stage): boolean {
  return stage === 'paid' || stage === 'delivering';
}

/** Most are delivered within seconds; later polls are less and less frequent. */
const PAUSES_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 10_000, 15_000];

/** The delay before the next poll; undefined in a final state. */
export function pauseAfter(isOver: boolean, pollCount: number): number | undefined {
  return isOver ? undefined : PAUSES_MS[Math.min(pollCount, PAUSES_MS.length - 1)];
}
