import { Button } from '@oyna/ui/button';
import { UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useIsSignedIn } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import styles from './header.module.css';

const ProfileMenu = lazyPart(async () => (await import('./profile-menu.tsx')).ProfileMenu);

/** The sign-in button or the customer's menu, in a place of the same size: the row does not move when it turns out which. */
export function AccountSlot() {
  const { t } = useTranslation();
  const { ask } = useSignInPrompt();
  return (
    <span className={styles.account}>
      {useIsSignedIn() ? (
        <Suspense>
          <ProfileMenu />
        </Suspense>
      ) : (
        <Button icon={<UserRound size={20} aria-hidden="true" />} aria-label={t('sign-in')} onClick={() => ask()}>
          <span className={styles.signInText}>{t('sign-in')}</span>
        </Button>
      )}
    </span>
  );
}
