import { ButtonLink } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { MapPin, Pencil } from 'lucide-react';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { displayName } from '~/lib/session/display-name.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import styles from './profile.module.css';

export function ProfileHead() {
  const { t } = useTranslation('profile');
  const { user, failure, reload } = useUser();
  if (!user && failure) {
    return <ErrorState title={t('profile-failed')} onRetry={reload} {...failedCall(failure)} />;
  }
  if (!user) return <HeadSkeleton />;
  const name = displayName(user);
  return (
    <section className={styles.head} aria-label={t('about-me')}>
      <AvatarEditor name={name} address={user.imageUrl} />
      <div className={styles.who}>
        <h2 className={styles.name}>{name}</h2>
        {name !== user.userName && <p className={styles.login}>{user.userName}</p>}
        <p className={styles.place}>
          <MapPin size={16} aria-hidden="true" />
          {user.countryName ?? t('no-country')}
        </p>
      </div>
      <ButtonLink to="/edit-profile" icon={<Pencil size={18} aria-hidden="true" />}>
        {t('edit')}
      </ButtonLink>
    </section>
  );
}

function HeadSkeleton() {
  return (
    <section className={styles.head} aria-busy="true">
      <span className={styles.avatar}>
        <span className={styles.emptyPicture} />
      </span>
      <div className={styles.who}>
        <Skeleton shape="title" />
        <Skeleton shape="short" />
      </div>
      <Skeleton shape="control" />
    </section>
  );
}
