import { InlineScript } from '~/lib/inline-script.tsx';

declare global {
  interface Window {
    /** The review whose vote was clicked before the page worked. Null from then on. */
    earlyVote?: string | null;
  }
}

const SCRIPT = import.meta.env.SSR
  ? "addEventListener('click',e=>{let v=e.target.closest('[data-vote]');if(v&&earlyVote!==null)earlyVote=v.dataset.vote});var earlyVote"
  : '';

/** Keeps a vote that is clicked before the scripts of the page work. */
export const EarlyVote = () => <InlineScript code={SCRIPT} />;

/** The review that was clicked early; each click is taken once. */
export function takeEarlyVote(): number | undefined {
  const id = Number(window.earlyVote);
  window.earlyVote = null;
  return id > 0 ? id : undefined;
}
