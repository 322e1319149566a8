import { Page } from '../components/page.tsx';
import { HealthView } from '../features/health/health-view.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Health() {
  const t = useTexts('health');
  return (
    <Page title={t('title')}>
      <HealthView />
    </Page>
  );
}
