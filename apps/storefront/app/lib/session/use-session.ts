import { useSyncExternalStore } from 'react';
import { onSessionChange, readMemberToken, readToken } from './session.ts';

/**
 * Whether there is a session: of a customer with an account, or of a guest, who can only buy.
 * Undefined on the server and until hydration: the server caches pages for all visitors, so they contain nothing
 * personal. A guest who signs in had a session before: what is loaded for a session follows `useSessionToken`.
 */
export function useIsSignedIn(): boolean | undefined {
  return useSyncExternalStore(onSessionChange, isSignedIn, notKnownYet);
}

/** Whether the customer has an account. Undefined as long as `useIsSignedIn` is. */
export function useIsMember(): boolean | undefined {
  return useSyncExternalStore(onSessionChange, isMember, notKnownYet);
}

function isMember(): boolean | undefined {
  return readMemberToken() !== undefined;
}

function isSignedIn(): boolean | undefined {
  return readToken() !== undefined;
}

function notKnownYet(): undefined {}
