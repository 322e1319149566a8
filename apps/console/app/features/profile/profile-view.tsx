import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** What operators manage for themselves. */
export function ProfileView() {
  const t = useTexts('profile');
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: () => callApi((api) => api.GET('/api/v1/profile')),
  });
  return (
    <Page title={t('title')} aside={data && <SessionsSection sessions={data.sessions} />}>
      {error && <ErrorState title={t('title')} text={errorText(error)} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton shape="title" />}
      {data && <ProfileForm profile={data} />}
      {data && <SecondFactorSection profile={data} />}
      {data && <PasswordSection />}
    </Page>
  );
}
