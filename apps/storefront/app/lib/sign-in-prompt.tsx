import { createContext, use } from 'react';

export interface SignInPrompt {
  /** Opens the sign-in dialog in place; the reason, where given, tells the visitor what it is for. */
  ask(reason?: string): void;
}

/** Lets any part of a page ask for an account without knowing who shows the dialog: the layout does. */
export const SignInPromptContext = createContext<SignInPrompt>({ ask: () => {} });

export function useSignInPrompt(): SignInPrompt {
  return use(SignInPromptContext);
}
