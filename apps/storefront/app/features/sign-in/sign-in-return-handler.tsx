import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '~/lib/browser-api.ts';
import { logFailure } from '~/lib/log.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import { readSignInReturn, type SignInReturn } from './return-address.ts';
import { finishSignIn, type ReturnFault, SignInReturnDialog } from './sign-in-return.tsx';

/** The sign-in return handler of spec §2, on the page that the visitor returns to. */
export function SignInReturnHandler() {
  const callApi = useApi();
  const navigate = useNavigate();
  const { ask } = useSignInPrompt();
  const [arrival, setArrival] = useState<{ fault: ReturnFault | undefined }>();
  const goTo = (path: string) => navigate(path, { replace: true });

  const finish = useEffectEvent(async (found: SignInReturn) => {
    setArrival({ fault: undefined });
    const outcome = await finishSignIn(callApi, found);
    if ('fault' in outcome) {
      setArrival({ fault: outcome.fault });
    } else {
      await goTo(outcome.path);
      setArrival(undefined);
    }
  });
  useEffect(() => {
    const found = readSignInReturn(location);
    if (!found) return;
    // Removes the secret code from the address and the history first. This also makes the effect run once.
    history.replaceState(history.state, '', location.pathname);
    finish(found).catch((error: unknown) => logFailure('the sign-in was not finished', error));
  }, []);

  if (!arrival) return null;
  const close = async () => {
    setArrival(undefined);
    await goTo('/');
  };
  return (
    <SignInReturnDialog
      fault={arrival.fault}
      onClose={() => void close()}
      onRetry={() => {
        void close().then(() => ask());
      }}
    />
  );
}
