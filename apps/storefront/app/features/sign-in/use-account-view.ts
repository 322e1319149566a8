import { useState } from 'react';

export type AccountView = 'sign-in' | 'register' | 'forgot';

interface AccountViewControl {
  view: AccountView;
  hasSwitched: boolean;
  onSwitch(view: AccountView): void;
  reset(): void;
}

/** What each form is called, by its text. */
export const VIEW_TITLES = {
  'sign-in': 'sign-in-title',
  register: 'register-title',
  forgot: 'forgot-title',
} as const satisfies Record<AccountView, string>;

export function useAccountView(): AccountViewControl {
  const [view, setView] = useState<AccountView>();
  return {
    view: view ?? 'sign-in',
    hasSwitched: view !== undefined,
    onSwitch: setView,
    reset: () => setView(undefined),
  };
}
