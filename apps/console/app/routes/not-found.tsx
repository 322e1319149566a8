import { ButtonLink } from '@oyna/ui/button';
import { EmptyState } from '@oyna/ui/empty-state';
import { SearchX } from 'lucide-react';
import { Page } from '../components/page.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function NotFound() {
  const t = useTexts('common');
  return (
    <Page title={t('not-found')}>
      <EmptyState
        icon={<SearchX size={22} />}
        text={t('not-found-text')}
        action={<ButtonLink to="/">{t('nav-today')}</ButtonLink>}
      />
    </Page>
  );
}
