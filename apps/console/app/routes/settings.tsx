import { Page } from '../components/page.tsx';
import { SettingsView } from '../features/settings/settings-view.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Settings() {
  const t = useTexts('settings');
  return (
    <Page title={t('title')}>
      <SettingsView />
    </Page>
  );
}
