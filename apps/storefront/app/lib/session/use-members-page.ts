import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSignInPrompt } from '../sign-in-prompt.tsx';
import { lastEnding } from './session.ts';
import { useIsMember, useIsSignedIn } from './use-session.ts';

/** For pages of the account. */
export const useMembersPage = (): boolean => usePrivatePage(useIsMember());

/** For pages of a purchase, which a guest has, too. */
export const useBuyersPage = (): boolean => usePrivatePage(useIsSignedIn());

/**
 * A visitor is redirected to the home page (spec §2), asked to sign in, and returns afterwards.
 * Returns whether the page may load its data; until that is known it shows its skeleton.
 */
function usePrivatePage(isSignedIn: boolean | undefined): boolean {
  const wasSignedIn = useRef(false);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { ask } = useSignInPrompt();

  const leave = useEffectEvent(async () => {
    const path = pathname + search + hash;
    // Not asked after a sign-out here. A session that was lost is asked for again.
    const isWanted = !wasSignedIn.current || lastEnding() !== 'signed-out';
    await navigate('/', { replace: true });
    if (isWanted) ask(undefined, () => void navigate(path), { kind: 'open', path });
  });
  useEffect(() => {
    if (isSignedIn === false) void leave();
    wasSignedIn.current = isSignedIn === true;
  }, [isSignedIn]);
  return isSignedIn === true;
}
