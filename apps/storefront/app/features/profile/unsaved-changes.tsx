import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { readMemberToken } from '~/lib/session/session.ts';
import styles from './edit-profile.module.css';

/** Asks before the customer leaves a page with unsaved changes. After a sign-out there is nothing to save. */
export function UnsavedChanges({ hasChanges }: { hasChanges: boolean }) {
  const { t } = useTranslation('profile');
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && readMemberToken() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!hasChanges) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [hasChanges]);

  return (
    <Dialog title={t('unsaved-title')} isOpen={state === 'blocked'} onClose={() => reset?.()}>
      <p className={styles.explanation}>{t('unsaved-text')}</p>
      <div className={styles.actions}>
        <Button variant="primary" isWide onClick={() => reset?.()}>
          {t('stay')}
        </Button>
        <Button isWide onClick={() => proceed?.()}>
          {t('leave')}
        </Button>
      </div>
    </Dialog>
  );
}
