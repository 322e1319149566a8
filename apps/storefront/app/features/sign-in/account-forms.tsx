import { RegistrationForm } from './registration-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

export type AccountView = 'sign-in' | 'register';

interface AccountFormsProps {
  view: AccountView;
  /** Whether the visitor has come from the other form. */
  hasSwitched: boolean;
  onSwitch(view: AccountView): void;
}

/** Sign-in and registration, which turn into each other (spec §4). */
export function AccountForms({ view, hasSwitched, onSwitch }: AccountFormsProps) {
  return view === 'sign-in' ? (
    <SignInForm onRegister={() => onSwitch('register')} hasFocus={hasSwitched} />
  ) : (
    <RegistrationForm onSignIn={() => onSwitch('sign-in')} />
  );
}
