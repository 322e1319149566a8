/** How a stand-in is made to misbehave: over HTTP, one knob at a time, the same each time. */
import type { SandboxRequest, SandboxRoute } from './sandbox.ts';

export interface Controls<Knobs extends object> {
  get(): Knobs;
  /** Changes the knobs named; throws RangeError, and changes none, when one is unknown or impossible. */
  set(change: Partial<Knobs>): Knobs;
  /** As they were at the start. */
  reset(): Knobs;
}

export type KnobChecks<Knobs extends object> = Record<keyof Knobs, (value: unknown) => boolean>;

export const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
export const upTo = (limit: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit;
export const oneOf = (values: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && values.includes(value);

/** `onChange` hears of every change, and of the initial knobs first. */
export function createControls<Knobs extends object>(
  initial: Knobs,
  checks: KnobChecks<Knobs>,
  onChange: (change: Partial<Knobs>) => void = () => {},
): Controls<Knobs> {
  let knobs = initial;
  onChange(initial);
  const controls: Controls<Knobs> = {
    get: () => knobs,
    set(change) {
      checkKnobs(change, checks);
      knobs = { ...knobs, ...change };
      onChange(change);
      return knobs;
    },
    reset: () => controls.set(initial),
  };
  return controls;
}

export function knobRoutes<Knobs extends object>(controls: Controls<Knobs>): SandboxRoute[] {
  async function turn(request: SandboxRequest): Promise<Response> {
    try {
      return Response.json(controls.set((await request.json()) as Partial<Knobs>));
    } catch (error) {
      return Response.json({ message: error instanceof Error ? error.message : String(error) }, { status: 400 });
    }
  }
  return [
    { method: 'GET', path: '/knobs', handle: () => Response.json(controls.get()) },
    { method: 'POST', path: '/knobs', handle: turn },
    { method: 'DELETE', path: '/knobs', handle: () => Response.json(controls.reset()) },
  ];
}

function checkKnobs<Knobs extends object>(change: unknown, checks: KnobChecks<Knobs>): void {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    throw new RangeError(`expected an object with some of: ${Object.keys(checks).join(', ')}`);
  }
  for (const [name, value] of Object.entries(change)) {
    const isValid = Object.hasOwn(checks, name) && checks[name as keyof Knobs](value);
    if (!isValid) throw new RangeError(`no such knob, or not a value for it: ${name}`);
  }
}
