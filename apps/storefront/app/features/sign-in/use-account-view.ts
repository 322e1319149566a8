import { useState } from 'react';
import type { AccountView } from './account-forms.tsx';

interface AccountViewControl {
  view: AccountView;
  hasSwitched: boolean;
  onSwitch(view: AccountView): void;
  reset(): void;
}

export function useAccountView(): AccountViewControl {
  const [view, setView] = useState<AccountView>();
  return {
    view: view ?? 'sign-in',
    hasSwitched: view !== undefined,
    onSwitch: setView,
    reset: () => setView(undefined),
  };
}
