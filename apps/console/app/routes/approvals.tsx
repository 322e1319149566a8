import { Page } from '../components/page.tsx';
import { ApprovalsList } from '../features/approvals/approvals-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Approvals() {
  const t = useTexts('approvals');
  return (
    <Page title={t('title')}>
      <ApprovalsList />
    </Page>
  );
}
