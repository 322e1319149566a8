import { Breadcrumb } from '@oyna/ui/breadcrumb';
import { EditProfile } from '~/features/profile/edit-profile.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useMembersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/edit-profile';
import styles from './profile.module.css';

export const handle = { texts: preloadTexts('profile') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/edit-profile', 'edit-profile-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function EditProfilePage() {
  const { t } = useTranslation('profile');
  useMembersPage();
  return (
    <div className={styles.page}>
      <div>
        <Breadcrumb crumbs={[{ text: t('profile'), to: '/profile' }, { text: t('edit-profile') }]} />
        <h1>{t('edit-profile')}</h1>
      </div>
      <EditProfile />
    </div>
  );
}
