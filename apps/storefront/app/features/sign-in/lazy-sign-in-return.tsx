import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '~/lib/lazy-part.tsx';

const SignInReturnHandler = lazyPart(async () => (await import('./sign-in-return-handler.tsx')).SignInReturnHandler);

/** Loads the sign-in return handler only when the address holds a code or an error. */
export function LazySignInReturn() {
  const [isDue, setDue] = useState(false);
  useEffect(() => setDue(/[?&#](code|error)=/.test(location.search + location.hash)), []);
  return (
    isDue && (
      <Suspense>
        <SignInReturnHandler />
      </Suspense>
    )
  );
}
