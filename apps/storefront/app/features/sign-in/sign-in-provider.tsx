import { useToast } from '@oyna/ui/toast';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useI18n, useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { isOpenToGuests, offersGuest } from '~/lib/session/guest-actions.ts';
import { savePendingAction } from '~/lib/session/pending-action.ts';
import { readMemberToken, readToken } from '~/lib/session/session.ts';
import { useIsMember, useIsSignedIn } from '~/lib/session/use-session.ts';
import { type ActionAfterSignIn, SignInPromptContext, type WithoutAccount } from '~/lib/sign-in-prompt.tsx';
import type { SignInDialog } from './sign-in-dialog.tsx';

interface Request {
  Dialog: typeof SignInDialog;
  reason: string | undefined;
  afterwards: (() => void) | undefined;
  pending: ActionAfterSignIn | undefined;
  without: WithoutAccount | undefined;
  isOpen: boolean;
}

/** Opens the sign-in dialog for `useSignInPrompt`. The dialog and its texts are loaded when it is first opened. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const { i18n } = useI18n();
  const { t } = useTranslation();
  const showToast = useToast();
  const isSignedIn = useIsSignedIn();
  const isMember = useIsMember();
  const [request, setRequest] = useState<Request>();
  const close = () => setRequest((last) => last && { ...last, afterwards: undefined, isOpen: false });

  // The visitor may have signed in here or in another tab.
  const finish = useEffectEvent(() => {
    if (!request?.isOpen || !hasSessionFor(request.pending)) return;
    close();
    request.afterwards?.();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a guest who signs in had a session before
  useEffect(() => {
    if (isSignedIn) finish();
  }, [isSignedIn, isMember]);

  const ask = useCallback(
    async (reason?: string, afterwards?: () => void, pending?: ActionAfterSignIn, without?: WithoutAccount) => {
      if (hasSessionFor(pending)) {
        afterwards?.();
        return;
      }
      try {
        const [{ SignInDialog: Dialog }] = await Promise.all([
          import('./sign-in-dialog.tsx'),
          i18n.loadNamespaces('sign-in'),
        ]);
        setRequest({ Dialog, reason, afterwards, pending, without, isOpen: true });
      } catch (error) {
        logFailure('the sign-in dialog did not come', error);
        showToast(t('part-failed'), 'danger', { label: t('retry'), onChoose: () => location.reload() });
      }
    },
    [i18n, showToast, t],
  );

  const prompt = useMemo(
    () => ({
      ask: (...question: Parameters<typeof ask>) => void ask(...question),
    }),
    [ask],
  );
  return (
    <SignInPromptContext value={prompt}>
      {children}
      {request && (
        <request.Dialog
          reason={request.reason}
          isOpen={request.isOpen}
          onClose={close}
          onLeave={() => saveReturn(request.pending)}
          hasGuestForm={offersGuest(request.pending)}
          without={
            request.without && {
              text: request.without.text,
              onChoose() {
                close();
                request.without?.onChoose();
              },
            }
          }
        />
      )}
    </SignInPromptContext>
  );
}

const hasSessionFor = (action: ActionAfterSignIn | undefined): boolean =>
  (isOpenToGuests(action) ? readToken() : readMemberToken()) !== undefined;

/** Where to come back to from Google or VK, and what to do then. */
function saveReturn(pending: ActionAfterSignIn | undefined): string {
  const isPage = pending?.kind === 'open';
  savePendingAction(isPage ? undefined : pending);
  return isPage ? pending.path : location.pathname + location.search + location.hash;
}
