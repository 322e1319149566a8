import { Page } from '../components/page.tsx';
import { AuditList } from '../features/audit/audit-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Audit() {
  const t = useTexts('audit');
  return (
    <Page title={t('title')}>
      <AuditList />
    </Page>
  );
}
