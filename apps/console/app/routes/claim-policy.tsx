import { Page } from '../components/page.tsx';
import { PolicyEditor } from '../features/claims/policy-editor.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function ClaimPolicy() {
  const t = useTexts('claims');
  return (
    <Page title={t('policy')} back={{ to: '/claims', text: t('title') }}>
      <PolicyEditor />
    </Page>
  );
}
