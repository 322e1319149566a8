import { useSyncExternalStore } from 'react';
import { onSessionChange, readToken } from './session.ts';

/**
 * Undefined on the server and until hydration: the server caches pages for all visitors, so they contain nothing
 * personal. A change of account is a sign-out followed by a sign-in.
 */
export function useIsSignedIn(): boolean | undefined {
  return useSyncExternalStore(onSessionChange, isSignedIn, notKnownYet);
}

function isSignedIn(): boolean | undefined {
  return readToken() !== undefined;
}

function notKnownYet(): undefined {}
