import { ButtonLink } from '@oyna/ui/button';
import { Page } from '../components/page.tsx';
import { ClaimsList } from '../features/claims/claims-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Claims() {
  const t = useTexts('claims');
  return (
    <Page title={t('title')} actions={<ButtonLink to="/claims/policy">{t('policy')}</ButtonLink>}>
      <ClaimsList />
    </Page>
  );
}
