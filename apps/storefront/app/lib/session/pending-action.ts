import { forget, readStored, store } from '../browser-storage.ts';

const STORAGE_KEY = 'afterSignIn';
/** Signing in at a provider takes a minute or two; an older wish is one the visitor has forgotten. */
const MAX_AGE_MS = 15 * 60_000;

/** What a visitor was about to do when an account was asked for. Whoever does such things takes it up (spec §4). */
export type PendingAction =
  | { kind: 'add-to-cart'; productId: number; count: number }
  | { kind: 'favourite'; gameId: number }
  /** What was entered is kept as a draft; it leads to the last look before paying, and no further. */
  | { kind: 'top-up'; id: number };

type ActionOf<Kind extends PendingAction['kind']> = Extract<PendingAction, { kind: Kind }>;

/** Survives the way to Google or VK and back; in this tab only. */
export function keepPendingAction(action: PendingAction | undefined, now = Date.now()): void {
  if (action) store('sessionStorage', STORAGE_KEY, JSON.stringify({ ...action, keptAt: now }));
  else forget('sessionStorage', STORAGE_KEY);
}

/** Gives the action once, to the one who asks for its kind: `takePendingAction('favourite')` after a sign-in. */
export function takePendingAction<Kind extends PendingAction['kind']>(
  kind: Kind,
  now = Date.now(),
): ActionOf<Kind> | undefined {
  const kept = parse(readStored('sessionStorage', STORAGE_KEY));
  if (!kept || kept['kind'] !== kind) return undefined;
  forget('sessionStorage', STORAGE_KEY);
  const { keptAt, ...action } = kept;
  const isFresh = typeof keptAt === 'number' && now - keptAt < MAX_AGE_MS;
  return isFresh && isWellFormed(action) ? (action as unknown as ActionOf<Kind>) : undefined;
}

function isWellFormed({ kind: _kind, ...values }: Record<string, unknown>): boolean {
  return Object.values(values).every(Number.isSafeInteger);
}

function parse(stored: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
