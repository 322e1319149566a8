import { Avatar } from '@oyna/ui/avatar';
import { Link } from '@oyna/ui/link';
import { ChevronRight, UserRound } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { displayName } from '~/lib/session/display-name.ts';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import styles from './menu.module.css';

/** The customer or the sign-in button, at the same height. */
export function MenuAccount() {
  const { t } = useTranslation('menu');
  const { ask } = useSignInPrompt();
  const { user } = useUser();
  const isSignedIn = useIsMember();
  const arrow = <ChevronRight size={18} className={styles.arrow} aria-hidden="true" />;
  const placeholder = (
    <span className={styles.accountIcon} aria-hidden="true">
      <UserRound size={20} />
    </span>
  );
  if (!isSignedIn) {
    return (
      <button type="button" className={styles.account} onClick={() => ask()}>
        {placeholder}
        <span className={styles.accountText}>
          <span className={styles.accountName}>{t('sign-in-or-register')}</span>
          <span className={styles.accountNote}>{t('sign-in-why')}</span>
        </span>
        {arrow}
      </button>
    );
  }
  const name = user ? displayName(user) : t('my-account');
  return (
    <Link to="/profile" className={styles.account}>
      {user ? <Avatar name={name} address={user.imageUrl} /> : placeholder}
      <span className={styles.accountText}>
        <span className={styles.accountName}>{name}</span>
        {user && name !== user.userName && <span className={styles.accountNote}>{user.userName}</span>}
      </span>
      {arrow}
    </Link>
  );
}
