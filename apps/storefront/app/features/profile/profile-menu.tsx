import { Avatar } from '@oyna/ui/avatar';
import { Menu } from '@oyna/ui/menu';
import { Bell, History, LogOut, UserRound, WalletCards } from 'lucide-react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { displayName } from '~/lib/session/display-name.ts';
import { signOut } from '~/lib/session/sign-out.ts';
import { useUser } from '~/lib/session/use-user.ts';
import styles from './profile-menu.module.css';

export function ProfileMenu() {
  const { t } = useTranslation('menu');
  const { user } = useUser();
  const name = user ? displayName(user) : t('my-account');
  return (
    <Menu
      label={user ? t('account-of', { name }) : name}
      button={
        <>
          {user ? (
            <Avatar name={name} address={user.imageUrl} />
          ) : (
            <span className={styles.sign} aria-hidden="true">
              <UserRound size={20} />
            </span>
          )}
          <span className={styles.name}>{name}</span>
        </>
      }
      items={[
        { id: 'profile', text: t('profile'), icon: <UserRound size={18} />, to: '/profile' },
        { id: 'history', text: t('history'), icon: <History size={18} />, to: '/history' },
        { id: 'top-ups', text: t('top-up-history'), icon: <WalletCards size={18} />, to: '/replenishment-history' },
        { id: 'alerts', text: t('alerts'), icon: <Bell size={18} />, to: '/alerts' },
        { id: 'sign-out', text: t('sign-out'), icon: <LogOut size={18} />, onSelect: signOut },
      ]}
    />
  );
}
