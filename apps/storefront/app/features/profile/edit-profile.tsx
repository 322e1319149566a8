import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useState } from 'react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { displayName } from '~/lib/session/display-name.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { Contacts } from './contacts.tsx';
import styles from './edit-profile.module.css';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';

export function EditProfile() {
  const { t } = useTranslation('profile');
  const { user, failure, reload } = useUser();
  const [passwords, setPasswords] = useState(0);
  if (!user && failure) {
    return <ErrorState title={t('profile-failed')} onRetry={reload} {...failedCall(failure)} />;
  }
  return (
    <div className={styles.columns}>
      <section className={styles.panel} aria-labelledby="about-me" aria-busy={!user}>
        <h2 id="about-me">{t('about-me')}</h2>
        {user && <AvatarEditor name={displayName(user)} address={user.imageUrl} />}
        {user ? <ProfileForm key={user.userName} user={user} /> : <FormSkeleton />}
      </section>
      <div className={styles.side}>
        {user && <Contacts user={user} onPasswordChanged={() => setPasswords(passwords + 1)} />}
        {/* A new password ends the other sessions, so the list is loaded again. */}
        {user && <Sessions key={passwords} />}
      </div>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div className={styles.form}>
      <Skeleton shape="control" />
      <Skeleton shape="control" />
      <Skeleton shape="control" />
      <Skeleton shape="control" />
    </div>
  );
}
