import { Page } from '../components/page.tsx';
import { ReconciliationView } from '../features/finance/reconciliation-view.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Reconciliation() {
  const t = useTexts('finance');
  return (
    <Page title={t('reconciliation')} back={{ to: '/finance', text: t('title') }}>
      <ReconciliationView />
    </Page>
  );
}
