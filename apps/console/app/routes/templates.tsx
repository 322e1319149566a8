import { Page } from '../components/page.tsx';
import { TemplatesEditor } from '../features/messages/templates-editor.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Templates() {
  const t = useTexts('messages');
  return (
    <Page title={t('templates')} back={{ to: '/messages', text: t('title') }}>
      <TemplatesEditor />
    </Page>
  );
}
