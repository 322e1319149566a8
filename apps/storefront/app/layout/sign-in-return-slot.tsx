import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '~/lib/lazy-part.tsx';

const SignInReturnHost = lazyPart(async () => (await import('./sign-in-return-host.tsx')).SignInReturnHost);

/** On hardly any visit is there something to do for the handler of spec §2, so it comes when the address speaks of it. */
export function SignInReturnSlot() {
  const [isDue, setDue] = useState(false);
  useEffect(() => setDue(/[?&#](code|error)=/.test(location.search + location.hash)), []);
  return (
    isDue && (
      <Suspense>
        <SignInReturnHost />
      </Suspense>
    )
  );
}
