import { createContext, use } from 'react';
import type { PendingAction } from './session/pending-action.ts';

/** …or a page that only members have. */
export type ActionAfterSignIn = PendingAction | { kind: 'open'; path: string };

/** An action that needs no account. */
export interface WithoutAccount {
  text: string;
  onChoose(): void;
}

export interface SignInPrompt {
  /**
   * Opens the sign-in dialog in place; an optional reason says why. Once signed in, `afterwards` finishes what the
   * visitor was about to do. A sign-in at Google or VK leaves the page: then `pending` is stored, and taken by
   * takePendingAction on return. `without` offers to continue without an account.
   */
  ask(reason?: string, afterwards?: () => void, pending?: ActionAfterSignIn, without?: WithoutAccount): void;
}

/** Lets any part of a page open the sign-in dialog, which the layout renders. */
export const SignInPromptContext = createContext<SignInPrompt>({ ask: () => {} });

export function useSignInPrompt(): SignInPrompt {
  return use(SignInPromptContext);
}
