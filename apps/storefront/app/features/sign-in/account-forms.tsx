import { ForgotForm } from './forgot-form.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { AccountView } from './use-account-view.ts';

interface AccountFormsProps {
  view: AccountView;
  /** Whether the visitor has come from another form. */
  hasSwitched: boolean;
  onSwitch(view: AccountView): void;
  /** Another form is above the sign-in, and has the main button. */
  isSecond?: boolean;
  /** Called before the page is left for Google or VK; answers where to come back to. */
  onLeave(): string;
}

/** Sign-in and registration, which turn into each other (spec §4), and the way to a new password. */
export function AccountForms({ view, hasSwitched, onSwitch, isSecond, onLeave }: AccountFormsProps) {
  const onSignIn = () => onSwitch('sign-in');
  if (view === 'register') return <RegistrationForm onSignIn={onSignIn} onLeave={onLeave} />;
  if (view === 'forgot') return <ForgotForm onSignIn={onSignIn} />;
  return (
    <SignInForm
      onRegister={() => onSwitch('register')}
      onForgot={() => onSwitch('forgot')}
      onLeave={onLeave}
      hasFocus={hasSwitched}
      isSecond={isSecond}
    />
  );
}
