import { use } from 'react';
import { NonceContext } from '~/lib/nonce-context.ts';

declare global {
  interface Window {
    /** The review whose vote was clicked before the page worked. Null from then on. */
    earlyVote?: string | null;
  }
}

const SCRIPT =
  "addEventListener('click',e=>{let v=e.target.closest('[data-vote]');if(v&&earlyVote!==null)earlyVote=v.dataset.vote});var earlyVote";

/** Keeps a vote that is clicked before the scripts of the page work. Not in a cached fragment: the policy needs its hash. */
export function EarlyVote() {
  const nonce = use(NonceContext);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; browsers hide the nonce, so it differs at hydration
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  );
}

/** The review that was clicked early; each click is taken once. */
export function takeEarlyVote(): number | undefined {
  const id = Number(window.earlyVote);
  window.earlyVote = null;
  return id > 0 ? id : undefined;
}
