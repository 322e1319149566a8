import { forget, readStored, store } from '../browser-storage.ts';

const STORAGE_KEY = 'afterSignIn';
/** Signing in at a provider takes a minute or two; older actions are dropped. */
const MAX_AGE_MS = 15 * 60_000;

/** What the visitor wanted to do before the sign-in. The feature of its kind completes it (spec §4). */
export type PendingAction =
  | { kind: 'add-to-cart'; productId: number; count: number }
  | { kind: 'favourite'; gameId: number }
  | { kind: 'helpful'; reviewId: number }
  /** The input is stored as a draft; the action opens the confirmation and does not pay. */
  | { kind: 'top-up'; id: number };

type ActionOf<Kind extends PendingAction['kind']> = Extract<PendingAction, { kind: Kind }>;

/** Survives the way to Google or VK and back; in this tab only. */
export function savePendingAction(action: PendingAction | undefined, now = Date.now()): void {
  if (action) store('sessionStorage', STORAGE_KEY, JSON.stringify({ ...action, keptAt: now }));
  else forget('sessionStorage', STORAGE_KEY);
}

/** Returns and deletes the action of a kind: `takePendingAction('favourite')` after a sign-in. */
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
