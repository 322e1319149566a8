import { KeyCard } from '~/features/orders/key-card.tsx';
import { Orders } from '~/features/profile/orders.tsx';
import { ProfileHead } from '~/features/profile/profile-head.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useMembersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/profile';
import styles from './profile.module.css';

export const handle = { texts: preloadTexts('profile', 'orders') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/profile', 'profile-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Profile() {
  const { t } = useTranslation('profile');
  useMembersPage();
  return (
    <div className={styles.page}>
      <h1>{t('profile')}</h1>
      <ProfileHead />
      <Orders keyOf={({ id, name }) => <KeyCard id={id} name={name} isCompact />} />
    </div>
  );
}
