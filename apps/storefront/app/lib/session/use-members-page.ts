import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSignInPrompt } from '../sign-in-prompt.tsx';
import { useIsSignedIn } from './use-session.ts';

/**
 * For pages of members: a visitor is redirected to the home page (spec §2), asked to sign in, and returns afterwards.
 * Returns whether the page may load its data; until that is known it shows its skeleton.
 */
export function useMembersPage(): boolean {
  const isSignedIn = useIsSignedIn();
  const wasSignedIn = useRef(false);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { ask } = useSignInPrompt();

  const leave = useEffectEvent(async () => {
    const path = pathname + search + hash;
    // Not asked after a sign-out.
    const isWanted = !wasSignedIn.current;
    await navigate('/', { replace: true });
    if (isWanted) ask(undefined, () => void navigate(path), { kind: 'open', path });
  });
  useEffect(() => {
    if (isSignedIn === false) void leave();
    wasSignedIn.current = isSignedIn === true;
  }, [isSignedIn]);
  return isSignedIn === true;
}
