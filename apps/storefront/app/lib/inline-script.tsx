import { use } from 'react';
import { NonceContext } from './nonce-context.ts';

/**
 * A script that runs while the browser reads the page. The code is for the server only: browsers do not run scripts that
 * React adds later. Not in a cached fragment: the policy needs its hash.
 */
export function InlineScript({ code }: { code: string }) {
  const nonce = use(NonceContext);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; browsers hide the nonce, so it differs at hydration
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
  );
}
