import { type Session, useSetSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';
import styles from './sign-in.module.css';

/** `session` is there when the password was right and the second factor is not proven yet. */
export function SignInPage({ session }: { session: Session | undefined }) {
  const t = useTexts('sign-in');
  const setSession = useSetSession();
  const step = session ? (session.secondFactor.state === 'missing' ? 'set-up' : 'second-step') : 'title';
  return (
    <main className={styles.page}>
      <title>{t(step)}</title>
      <div className={styles.card}>
        <p className={styles.brand}>Oyna</p>
        <h1>{t(step)}</h1>
        {step === 'title' && <PasswordForm onSession={setSession} />}
        {step === 'set-up' && <SetUpSecondFactor />}
        {session && step === 'second-step' && (
          <SecondFactorForm ways={session.secondFactor.ways} onSession={setSession} />
        )}
      </div>
    </main>
  );
}
