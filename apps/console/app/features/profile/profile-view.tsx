import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** What operators manage for themselves. */
export function ProfileView() {
  const t = useTexts('profile');
  const query = useQuery({
    queryKey: ['profile'],
    queryFn: () => callApi((api) => api.GET('/api/v1/profile')),
  });
  const { data } = query;
  return (
    <Page title={t('title')} aside={data && <SessionsSection sessions={data.sessions} />}>
      {!data && <Loading query={query} />}
      {data && <ProfileForm profile={data} />}
      {data && <SecondFactorSection profile={data} />}
      {data && <PasswordSection />}
    </Page>
  );
}
