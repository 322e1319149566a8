/** How a sandbox is made to misbehave: over HTTP, one setting at a time, the same each time. */
import type { SandboxRequest, SandboxRoute } from './sandbox.ts';

export interface Controls<Behaviour extends object> {
  get(): Behaviour;
  /** Changes the given settings. Throws RangeError and changes nothing when one is unknown or impossible. */
  set(change: Partial<Behaviour>): Behaviour;
  /** Restores the initial settings. */
  reset(): Behaviour;
}

export type BehaviourChecks<Behaviour extends object> = Record<keyof Behaviour, (value: unknown) => boolean>;

export const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
export const upTo = (limit: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit;
export const oneOf = (values: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && values.includes(value);

/** Calls `onChange` with the initial behaviour and after every change. */
export function createControls<Behaviour extends object>(
  initial: Behaviour,
  checks: BehaviourChecks<Behaviour>,
  onChange: (change: Partial<Behaviour>) => void = () => {},
): Controls<Behaviour> {
  let behaviour = initial;
  onChange(initial);
  const controls: Controls<Behaviour> = {
    get: () => behaviour,
    set(change) {
      checkBehaviour(change, checks);
      behaviour = { ...behaviour, ...change };
      onChange(change);
      return behaviour;
    },
    reset: () => controls.set(initial),
  };
  return controls;
}

export function behaviourRoutes<Behaviour extends object>(controls: Controls<Behaviour>): SandboxRoute[] {
  async function turn(request: SandboxRequest): Promise<Response> {
    try {
      return Response.json(controls.set((await request.json()) as Partial<Behaviour>));
    } catch (error) {
      return Response.json({ message: error instanceof Error ? error.message : String(error) }, { status: 400 });
    }
  }
  return [
    { method: 'GET', path: '/behaviour', handle: () => Response.json(controls.get()) },
    { method: 'POST', path: '/behaviour', handle: turn },
    { method: 'DELETE', path: '/behaviour', handle: () => Response.json(controls.reset()) },
  ];
}

function checkBehaviour<Behaviour extends object>(change: unknown, checks: BehaviourChecks<Behaviour>): void {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    throw new RangeError(`expected an object with some of: ${Object.keys(checks).join(', ')}`);
  }
  for (const [name, value] of Object.entries(change)) {
    const isValid = Object.hasOwn(checks, name) && checks[name as keyof Behaviour](value);
    if (!isValid) throw new RangeError(`no such setting, or not a value for it: ${name}`);
  }
}
