import { type Session, useSetSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import styles from './sign-in.module.css';

/** `session` is there when the password was right and the second factor is not proven yet. */
export function SignInPage({ session }: { session: Session | undefined }) {
  const t = useTexts('sign-in');
  const setSession = useSetSession();
  return (
    <main className={styles.page}>
      <title>{t('title')}</title>
      <div className={styles.card}>
        <h1>{session ? t('second-step') : t('title')}</h1>
        {session ? (
          <SecondFactorForm ways={session.secondFactor.ways} onSession={setSession} />
        ) : (
          <PasswordForm onSession={setSession} />
        )}
      </div>
    </main>
  );
}
