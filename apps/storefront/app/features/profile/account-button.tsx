import { Button } from '@oyna/ui/button';
import { IconButton } from '@oyna/ui/icon-button';
import { RotateCw, UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { lazyPart } from '~/lib/lazy-part.tsx';
import { useIsMember } from '~/lib/session/use-session.ts';
import { useSignInPrompt } from '~/lib/sign-in-prompt.tsx';
import styles from './account-button.module.css';

const ProfileMenu = lazyPart(async () => (await import('./profile-menu.tsx')).ProfileMenu, MissingMenu);

/** The sign-in button, or the menu of a signed-in customer. */
export function AccountButton() {
  const { t } = useTranslation();
  const { ask } = useSignInPrompt();
  if (useIsMember()) {
    return (
      <Suspense>
        <ProfileMenu />
      </Suspense>
    );
  }
  return (
    <Button icon={<UserRound size={20} aria-hidden="true" />} aria-label={t('sign-in')} onClick={() => ask()}>
      <span className={styles.text}>{t('sign-in')}</span>
    </Button>
  );
}

function MissingMenu() {
  const { t } = useTranslation();
  return <IconButton label={t('part-failed')} icon={<RotateCw size={20} />} onClick={() => location.reload()} />;
}
