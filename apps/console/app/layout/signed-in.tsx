import { ErrorState } from '@oyna/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { LoadingShape } from '../components/loading.tsx';
import { NeedDialogs } from '../features/sign-in/need-dialogs.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { useErrorText } from '../lib/error-text.ts';
import { SessionContext, sessionQuery } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.tsx';
import { Shell } from './shell.tsx';

/** Asks who is signed in. The address stays while the operator signs in, and opens afterwards. */
export default function SignedIn() {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const t = useTexts('common');
  const errorText = useErrorText();
  // A session that ends later keeps the screen and its forms: the dialog of NeedDialogs opens over it.
  const isSignedOut = !session && error?.code === 'not-authorized';
  if (isSignedOut || (session && session.secondFactor.state !== 'proven')) return <SignInPage session={session} />;
  if (!session) {
    return error ? (
      <main>
        <ErrorState isPage title={t('not-loaded')} text={errorText(error)} onRetry={() => refetch()} />
      </main>
    ) : (
      <main>
        <LoadingShape shape="rows" />
      </main>
    );
  }
  return (
    <SessionContext value={session}>
      <Shell>
        <Outlet />
      </Shell>
      <NeedDialogs session={session} />
    </SessionContext>
  );
}
